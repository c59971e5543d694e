import { Search } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Select } from '../../../components/select.tsx';
import type { DocumentEditing, EditingState } from './document-editing.ts';
import styles from './document-editor.module.css';

interface EditorToolbarProps {
  editing: DocumentEditing;
  state: EditingState;
  /** Null while there is no text yet to find anything in. */
  onFind: (() => void) | null;
}

/** Which version and section is edited, and what can be done about the changes. */
export function EditorToolbar({ editing, state, onFind }: EditorToolbarProps) {
  const [asked, setAsked] = useState(false);
  const { phase, edited, sections, section, version, notice } = state;
  const isDirty = edited.size > 0;
  return (
    <div className={styles.toolbar}>
      <Chip>Version {version}</Chip>
      {sections.length > 1 && (
        <Select
          label="Section"
          labelHidden
          value={section}
          onChange={(key) => void editing.select(key)}
          options={sections.map(({ key, label }) => ({
            value: key,
            label: edited.has(key) ? `${label} (edited)` : label,
          }))}
        />
      )}
      <p className={styles.said} role="status">
        {notice ?? (isDirty ? 'Unsaved changes' : '')}
      </p>
      <div className={styles.actions}>
        <IconButton
          label="Find in the text"
          shortcut="Ctrl+F"
          aria-keyshortcuts="Control+F Meta+F"
          icon={<Search size={16} />}
          disabled={onFind === null}
          onClick={() => onFind?.()}
        />
        <Button kind="quiet" disabled={!isDirty || phase !== 'editing'} onClick={() => setAsked(true)}>
          Discard
        </Button>
        <Button
          kind="primary"
          disabled={!isDirty}
          busy={phase === 'saving'}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={() => void editing.save()}
        >
          Save
        </Button>
      </div>
      <AlertDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Discard the changes?"
        action="Discard changes"
        onAction={() => {
          setAsked(false);
          void editing.discard();
        }}
      >
        What you typed is removed from this browser, and the newest version is shown.
      </AlertDialog>
    </div>
  );
}
