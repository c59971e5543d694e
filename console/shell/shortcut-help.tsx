import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { type ShortcutGroup, ShortcutList } from '../components/shortcut-list.tsx';
import styles from './shortcut-help.module.css';
import { useShortcuts } from './use-shortcuts.ts';

/** The sheet of a page's shortcuts, on `?` and by a button that is there where a keyboard probably is. */
export function ShortcutHelp({ groups }: { groups: readonly ShortcutGroup[] }) {
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <span className={styles.help}>
      <IconButton
        label="Keyboard shortcuts"
        shortcut="?"
        icon={<Keyboard size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <ShortcutSheet groups={groups} open={open} onClose={() => setOpen(false)} />
    </span>
  );
}

interface ShortcutSheetProps {
  groups: readonly ShortcutGroup[];
  open: boolean;
  onClose: () => void;
}

/** The keys of a page. */
function ShortcutSheet({ groups, open, onClose }: ShortcutSheetProps) {
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
