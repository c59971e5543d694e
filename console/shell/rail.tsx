import { Link } from '@tanstack/react-router';
import { Clapperboard, KeyRound, LogOut, UserRound, Webhook } from 'lucide-react';
import icon from '../design/icon.svg';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu.tsx';
import { useSignOut } from './use-sign-out.tsx';

const PAGES = [
  { to: '/videos', label: 'Videos', Icon: Clapperboard },
  { to: '/keys', label: 'API keys', Icon: KeyRound },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/account', label: 'Account', Icon: UserRound },
] as const;

/** The way between the pages: on the left, on a phone at the bottom. */
export function Rail() {
  const { signOut, question } = useSignOut();
  return (
    <nav className={styles.rail} aria-label="Console">
      <Link to="/videos" className={styles.brand}>
        <Brand />
      </Link>
      <ul className={styles.pages}>
        {PAGES.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <ThemeMenu className={styles.link} />
        <button type="button" className={`${styles.link} ${styles.wideOnly}`} onClick={signOut}>
          <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
          Sign out
        </button>
      </div>
      {question}
    </nav>
  );
}

/** The name of the product with its mark. */
function Brand() {
  return (
    <>
      <img src={icon} alt="" width={22} height={22} />
      <span>Video Metadata</span>
    </>
  );
}
