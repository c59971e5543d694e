import { Notice } from '../../../components/notice.tsx';

/** Says what the built-in detector is. */
export function FallbackNotice() {
  return (
    <Notice kind="warning">
      The built-in detector stands in for a trained model, which is not installed. It finds what moves, but
      does not know what it is: every object is named “moving object” or the like.
    </Notice>
  );
}
