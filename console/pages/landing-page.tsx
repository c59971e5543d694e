import { Link } from '@tanstack/react-router';
import { buttonClass } from '../components/button.tsx';
import icon from '../design/icon.svg';
import styles from './landing-page.module.css';

/** What is shown before signing in. */
export function LandingPage() {
  return (
    <main className={styles.landing}>
      <title>Video Metadata Service</title>
      <img src={icon} alt="" width={56} height={56} />
      <h1>Video Metadata Service</h1>
      <p className={styles.text}>
        Upload videos, find and follow what moves in them, correct what was found, and make keys for your
        programs.
      </p>
      <Link to="/videos" className={buttonClass({ kind: 'primary' })}>
        Sign in
      </Link>
    </main>
  );
}
