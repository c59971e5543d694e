import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { type ShortcutGroup, ShortcutList } from '../components/shortcut-list.tsx';

interface ShortcutSheetProps {
  groups: readonly ShortcutGroup[];
  open: boolean;
  onClose: () => void;
}

/** The keys of a page. */
export function ShortcutSheet({ groups, open, onClose }: ShortcutSheetProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      reading
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ShortcutList groups={groups} />
    </Dialog>
  );
}
