import { Trash2 } from 'lucide-react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';

/** The video was deleted. @param text what was typed; null where nothing was */
export function DocumentGone({ text }: { text: (() => string) | null }) {
  if (text !== null) {
    return (
      <Notice kind="danger" actions={<CopyButton text={text()} label="Copy the text" size="small" />}>
        This video was deleted in the meantime, so the changes cannot be saved. They are still here.
      </Notice>
    );
  }
  return (
    <EmptyState icon={<Trash2 size={20} />} title="The video was deleted">
      Its document and all versions are gone.
    </EmptyState>
  );
}
