import { useRouter } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import * as oauth from 'oauth4webapi';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { leaveToSignIn, useServices } from '../services.ts';
import { handOver } from '../session/hand-over.ts';
import { FIRST_PAGE, safeReturnTo } from '../session/return-to.ts';
import { UnknownPerson } from '../session/session.ts';
import { takeAttempt } from '../session/sign-in-attempt.ts';
import { BarePage } from '../shell/bare-page.tsx';

type Outcome = { kind: 'busy' } | { kind: 'handed-over' } | { kind: 'failed'; reason: string };

/** Where the provider sends the browser after a sign-in. */
export function CallbackPage() {
  const services = useServices();
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'busy' });
  const begun = useRef(false);

  useEffect(() => {
    // React runs effects twice in development, and an answer is good once.
    if (begun.current) return;
    begun.current = true;
    const answer = new URLSearchParams(window.location.search);
    // The code leaves the address and the history at once.
    window.history.replaceState(window.history.state, '', '/callback');
    const finish = async () => {
      const attempt = takeAttempt(sessionStorage);
      if (attempt === null) {
        if (!(await handOver(answer))) throw new Error('This sign-in was not begun in this browser');
        setOutcome({ kind: 'handed-over' });
        window.close();
        return;
      }
      const returnTo = safeReturnTo(attempt.returnTo, window.location.origin);
      // The page's code comes while the answer is redeemed; where it does not come, the page itself says so.
      void router.preloadRoute({ to: new URL(returnTo, window.location.origin).pathname });
      try {
        await services.session.signIn(answer, attempt);
      } catch (error) {
        if (!(error instanceof UnknownPerson)) throw error;
        await leaveToSignIn(services, returnTo, true);
        return;
      }
      router.history.replace(returnTo);
    };
    finish().catch((error: unknown) => setOutcome({ kind: 'failed', reason: signInProblem(error) }));
  }, [services, router]);

  return (
    <BarePage title="Signing in">
      {outcome.kind === 'failed' ? (
        <EmptyState
          icon={<LogIn size={22} />}
          title="You are not signed in"
          actions={
            <Button kind="primary" onClick={() => leaveToSignIn(services, FIRST_PAGE)}>
              Try again
            </Button>
          }
        >
          <p role="alert">{outcome.reason}</p>
        </EmptyState>
      ) : (
        <EmptyState
          icon={<LogIn size={22} />}
          title={outcome.kind === 'busy' ? 'Signing in…' : 'You are signed in'}
        >
          <p role="status">
            {outcome.kind === 'busy'
              ? 'One moment, please.'
              : 'You can close this window and go on in the other.'}
          </p>
        </EmptyState>
      )}
    </BarePage>
  );
}

/** A sentence for people about a sign-in that failed. */
function signInProblem(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'The sign-in was cancelled.'
      : `The identity provider refused the sign-in (${error.error}).`;
  }
  if (error instanceof oauth.ResponseBodyError) {
    return 'The sign-in took too long, or its answer was used already.';
  }
  if (error instanceof oauth.OperationProcessingError) {
    return error.code === oauth.JWT_TIMESTAMP_CHECK
      ? "This computer's clock seems to be wrong; set it, and sign in again."
      : 'The answer does not belong to a sign-in that was begun here.';
  }
  if (error instanceof TypeError) {
    return navigator.onLine ? 'The identity provider cannot be reached.' : 'You are offline.';
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
}
