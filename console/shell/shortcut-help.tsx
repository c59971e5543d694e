import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import type { ShortcutGroup } from '../components/shortcut-list.tsx';
import styles from './shortcut-help.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';
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
