import type { WebhookAttempt } from '../../../shared/contract/schemas/webhook.ts';
import { Card } from '../../components/card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { AttemptView, outcomeOf } from './attempt-view.tsx';

/** What came of a test event. */
export function TestResult({ attempt, failure }: { attempt: WebhookAttempt | undefined; failure: unknown }) {
  return (
    <>
      <span className="visually-hidden" role="status">
        {attempt && `Answer to the test event: ${outcomeOf(attempt)}`}
      </span>
      {failure ? <FailureNotice failure={failure} what="The test was not made." /> : null}
      {attempt && (
        <Card title="Answer to the test event">
          <AttemptView attempt={attempt} />
        </Card>
      )}
    </>
  );
}
