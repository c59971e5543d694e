import { Link } from '@tanstack/react-router';
import { ConnectionFailure } from '../../../client/failure.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';

/** The text shown when no secret came back: the webhook may have been made all the same. */
export function LostSecret({ failure }: { failure: unknown }) {
  if (!(failure instanceof ConnectionFailure))
    return <FailureNotice failure={failure} what="The webhook was not created." />;
  return (
    <Notice kind="danger">
      The answer was lost on the way. If a new webhook is in <Link to="/webhooks">the list</Link>, rotate its
      secret, which gives you another one.
    </Notice>
  );
}
