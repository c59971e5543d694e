import { FileUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClass } from './button.tsx';
import fieldStyles from './field.module.css';
import styles from './file-field.module.css';

interface FileFieldProps {
  label: string;
  /** MIME types, as `accept` of an input has them. */
  accept: readonly string[];
  /** The properties of the existing file. */
  chosen: ReactNode;
  hint?: ReactNode;
  onChoose: (file: File) => void;
}

/** Chooses a file: by a button, by keyboard, or by dropping one on it. */
export function FileField({ label, accept, chosen, hint, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <span className={`${buttonClass({ size: 'small' })} ${styles.button}`}>
          <FileUp size={14} aria-hidden="true" />
          <span aria-hidden="true">Choose file</span>
          {/* The browser's own control lies over the button and is not seen: keys, drops and screen readers find it. */}
          <input
            id={id}
            type="file"
            className={styles.input}
            accept={accept.join(',')}
            title=""
            aria-describedby={`${id}-chosen ${id}-hint`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file === undefined) return;
              onChoose(file);
              // The same file can be chosen again, after it was changed.
              target.value = '';
            }}
          />
        </span>
        <span className={styles.chosen} id={`${id}-chosen`}>
          {chosen}
        </span>
      </div>
      {hint && (
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
