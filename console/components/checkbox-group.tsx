import { Checkbox } from '@base-ui/react/checkbox';
import { CheckboxGroup as BaseCheckboxGroup } from '@base-ui/react/checkbox-group';
import { Fieldset } from '@base-ui/react/fieldset';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[];
}

/** Any number of choices, each with a sentence. */
export function CheckboxGroup<Value extends string>({
  legend,
  value,
  onChange,
  options,
}: CheckboxGroupProps<Value>) {
  const known = new Map<string, Value>(options.map((option) => [option.value, option.value]));
  const choose = (chosen: string[]) => onChange(chosen.flatMap((name) => known.get(name) ?? []));
  return (
    <Fieldset.Root
      className={styles.group}
      render={<BaseCheckboxGroup value={[...value]} onValueChange={choose} />}
    >
      <Fieldset.Legend className={styles.legend}>{legend}</Fieldset.Legend>
      <div>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's checkbox
          <label key={option.value} className={styles.row}>
            <Checkbox.Root className={styles.mark} name={option.value} value={option.value}>
              <Checkbox.Indicator className={styles.indicator}>
                <Check size={14} strokeWidth={3} aria-hidden="true" />
              </Checkbox.Indicator>
            </Checkbox.Root>
            <span className={styles.text}>
              <span className={styles.name}>{option.label}</span>
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset.Root>
  );
}
