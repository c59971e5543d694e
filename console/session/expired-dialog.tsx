import { useRef, useState } from 'react';
import { AlertDialog } from '../components/alert-dialog.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { leaveToSignIn, useServices, useSession } from '../services.ts';
import { receiveAnswer } from './hand-over.ts';
import { FIRST_PAGE } from './return-to.ts';

const WINDOW = 'popup,width=480,height=680';

/** Has the person sign in again in a window of its own, so that nothing is lost on the page behind it. */
export function ExpiredDialog() {
  const services = useServices();
  const { phase, identity } = useSession();
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const last = useRef<AbortController>(null);

  const signIn = async () => {
    last.current?.abort();
    const attemptEnds = new AbortController();
    last.current = attemptEnds;
    setFailure(null);
    // Opened before anything is waited for: browsers open windows on a click only.
    const opened = window.open('', '_blank', WINDOW);
    try {
      if (opened === null) {
        await leaveToSignIn(services, window.location.pathname + window.location.search);
        return;
      }
      const { address, attempt } = await services.provider.begin(FIRST_PAGE, services.provider.sharesHost);
      const answered = receiveAnswer(attempt.state, attemptEnds.signal);
      opened.location.replace(address);
      setWaiting(true);
      const goesOn = await services.session.signIn(await answered, attempt);
      if (goesOn) await services.queries.invalidateQueries();
      else window.location.replace(FIRST_PAGE);
    } catch (error) {
      if (attemptEnds.signal.aborted) return;
      opened?.close();
      setFailure(error);
    }
    setWaiting(false);
  };

  return (
    <AlertDialog
      open={phase === 'expired'}
      title="Your session has ended"
      kind="primary"
      action={waiting ? 'Open the window again' : 'Sign in again'}
      onAction={signIn}
    >
      <p>
        Sign in again as <bdi>{identity?.name ?? 'the same person'}</bdi> to go on where you are; nothing on
        this page is lost.
      </p>
      {waiting && <p role="status">Waiting for you to sign in in the other window…</p>}
      {failure !== null && <FailureNotice failure={failure} what="Signing in failed." />}
    </AlertDialog>
  );
}
