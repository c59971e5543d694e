import { Notice } from '../../../components/notice.tsx';

/** Says what the built-in detector is. */
export function FallbackNotice() {
  return (
    <Notice kind="warning">
      The built-in detector stands in for a trained model, which is missing or was refused when the service
      started. It finds what moves, often in several pieces, but does not know what it is: every object is
      named “object”.
    </Notice>
  );
}
