import { Field } from '@base-ui/react/field';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';
import styles from './field.module.css';

type TextFieldProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'className' | 'style' | 'value' | 'onChange' | 'defaultValue'
> & {
  label: string;
  /** The label is for screen readers only: the place makes it clear to all others. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The fault of the value. */
  error?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
};

export function TextField({
  label,
  labelHidden = false,
  hint,
  error,
  value,
  onValueChange,
  ...input
}: TextFieldProps) {
  return (
    <Field.Root className={styles.field} invalid={error !== undefined}>
      <Field.Label className={labelHidden ? 'visually-hidden' : styles.label}>{label}</Field.Label>
      <Field.Control
        {...input}
        className={styles.control}
        dir="auto"
        value={value}
        onValueChange={onValueChange}
      />
      {hint && <Field.Description className={styles.hint}>{hint}</Field.Description>}
      {error !== undefined && (
        <Field.Error match className={styles.error}>
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
