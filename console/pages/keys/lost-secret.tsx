import { Link } from '@tanstack/react-router';
import { ConnectionFailure, isApiFailure } from '../../../client/failure.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';

/** The text shown when no secret came back: the key may have been made all the same. */
export function LostSecret({ failure }: { failure: unknown }) {
  if (isApiFailure(failure, 'KEY_ALREADY_CREATED')) {
    const keyId = String(failure.details?.keyId ?? '');
    return (
      <Notice kind="danger">
        The key was created, but the answer with its secret was lost on the way, and it cannot be shown again.{' '}
        <Link to="/keys/$keyId" params={{ keyId }}>
          Revoke that key
        </Link>
        , then create another one.
      </Notice>
    );
  }
  if (failure instanceof ConnectionFailure) {
    return (
      <Notice kind="danger">
        The answer was lost on the way. If a new key is in <Link to="/keys">the list</Link>, revoke it: its
        secret cannot be shown again.
      </Notice>
    );
  }
  return <FailureNotice failure={failure} what="The key was not created." />;
}
