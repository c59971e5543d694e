import { useId } from 'react';
import styles from './overlay-form.module.css';

interface ColourFieldProps {
  label: string;
  /** `#rrggbb`, with or without an opacity, which is kept; null: none. */
  value: string | null;
  /** The colour to begin with. */
  first: string;
  /** Whether there may be none. */
  optional?: boolean;
  onChange: (value: string | undefined) => void;
}

/** A colour, or none. */
export function ColourField({ label, value, first, optional = false, onChange }: ColourFieldProps) {
  const id = useId();
  const colour = value ?? first;
  return (
    <div className={styles.colour}>
      {optional ? (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={value !== null}
            onChange={({ target }) => onChange(target.checked ? first : undefined)}
          />
          {label}
        </label>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      <input
        id={id}
        type="color"
        aria-label={label}
        disabled={value === null && optional}
        value={colour.slice(0, 7)}
        onChange={({ target }) => onChange(target.value + colour.slice(7))}
      />
    </div>
  );
}

/** The colour that a value of a config is, in full length; null for any other. */
export function fullColour(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)) return value;
  return /^#[0-9a-f]{3,4}$/i.test(value) ? `#${value.slice(1).replaceAll(/./g, '$&$&')}` : null;
}
