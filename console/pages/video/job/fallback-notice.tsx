import { Notice } from '../../../components/notice.tsx';

/** Says what the built-in detector is. */
export function FallbackNotice() {
  return (
    <Notice kind="warning">
      The service uses no trained model. Its built-in detector finds what moves, often in several pieces, but
      does not know what it is: every object is named “object”. Who runs the service installs a model with
      “vms models pull” and starts it again.
    </Notice>
  );
}
