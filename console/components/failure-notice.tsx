import { ApiFailure, ConnectionFailure, isApiFailure } from '../../client/failure.ts';
import { CodeNotLoaded } from '../load-code.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  failure: unknown;
  /** What failed, as a sentence: "The keys could not be loaded." */
  what: string;
  onRetry?: () => void;
}

/** Why something failed, with the id that names the request in the service's logs. */
export function FailureNotice({ failure, what, onRetry }: FailureNoticeProps) {
  const requestId = failure instanceof ApiFailure ? failure.requestId : undefined;
  return (
    <Notice
      kind="danger"
      actions={
        (onRetry || requestId) && (
          <>
            {onRetry && (
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
            )}
            {requestId && <CopyButton text={requestId} label="Copy request id" size="small" />}
          </>
        )
      }
    >
      {what} {reasonOf(failure)}
    </Notice>
  );
}

/** A sentence for people about a failed call. */
export function reasonOf(failure: unknown): string {
  if (failure instanceof ConnectionFailure || failure instanceof TypeError) {
    return navigator.onLine ? 'The service cannot be reached.' : 'You are offline.';
  }
  if (failure instanceof CodeNotLoaded && !navigator.onLine) return 'You are offline.';
  if (isApiFailure(failure, 'RATE_LIMITED')) {
    return `Too many requests; try again in ${failure.retryAfter ?? 60} s.`;
  }
  const { message } = failure instanceof Error ? failure : new Error(String(failure));
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
