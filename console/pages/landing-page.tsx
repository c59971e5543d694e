import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import icon from '../design/icon.svg';
import { leaveToSignIn, useServices } from '../services.ts';
import { FIRST_PAGE } from '../session/return-to.ts';
import { ApiReferenceLink } from '../shell/api-reference-link.tsx';
import { BarePage } from '../shell/bare-page.tsx';
import styles from './landing-page.module.css';

/** The page shown before signing in. */
export function LandingPage() {
  const services = useServices();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await leaveToSignIn(services, FIRST_PAGE);
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  return (
    <BarePage>
      <img src={icon} alt="" width={56} height={56} />
      <h1>Video Metadata Service</h1>
      <p className={styles.text}>
        Upload videos, find and track what moves in them, correct what was found, and make keys for your
        programs.
      </p>
      <Button kind="primary" busy={busy} onClick={signIn}>
        Sign in
      </Button>
      <ApiReferenceLink />
      {failure !== null && <FailureNotice failure={failure} what="Signing in is not possible now." />}
    </BarePage>
  );
}
