import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

interface RadioGroupProps<Value extends string> {
  legend: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[];
  /** Side by side, where there is room. */
  inline?: boolean;
}

/** One of a few choices, all of them in view. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  onChange,
  options,
  inline = false,
}: RadioGroupProps<Value>) {
  return (
    <Fieldset.Root
      className={styles.group}
      render={<BaseRadioGroup value={value} onValueChange={(next) => onChange(next as Value)} />}
    >
      <Fieldset.Legend className={styles.legend}>{legend}</Fieldset.Legend>
      <div className={inline ? styles.inline : undefined}>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's radio button
          <label key={option.value} className={styles.row}>
            <Radio.Root className={`${styles.mark} ${styles.round}`} value={option.value}>
              <Radio.Indicator className={styles.dot} />
            </Radio.Root>
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
