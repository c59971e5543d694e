import { useState } from 'react';
import { TextField } from '../../../components/text-field.tsx';

interface NumberFieldProps {
  label: string;
  /** Undefined: empty. */
  value: number | undefined;
  /** Called with undefined when the field was emptied. */
  onChange: (value: number | undefined) => void;
  min?: number;
  max?: number;
  step?: number;
  placeholder?: string;
}

/** A number that may be missing. Text being typed is kept, until the field is left. */
export function NumberField({ label, value, onChange, min, max, step = 1, placeholder }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() === '') onChange(undefined);
    else if (Number.isFinite(number)) onChange(Math.min(Math.max(number, min ?? -Infinity), max ?? Infinity));
  };
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step={step}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(placeholder !== undefined && { placeholder })}
      value={typed ?? (value === undefined ? '' : String(value))}
      onValueChange={change}
      onBlur={() => setTyped(null)}
    />
  );
}

type ShareFieldProps = Omit<NumberFieldProps, 'step'>;

/** A share, which is shown and typed as percent. */
export function ShareField({ value, onChange, ...field }: ShareFieldProps) {
  return (
    <NumberField
      {...field}
      step={0.5}
      value={value === undefined ? undefined : Math.round(value * 10_000) / 100}
      onChange={(percent) => onChange(percent === undefined ? undefined : Math.round(percent * 10_000) / 1e6)}
    />
  );
}
