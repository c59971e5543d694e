import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from './field.module.css';
import popupStyles from './popup.module.css';
import styles from './select.module.css';

interface SelectProps<Value extends string> {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** One of a few choices, of which the others need not be seen. */
export function Select<Value extends string>({
  label,
  labelHidden = false,
  hint,
  value,
  onChange,
  options,
}: SelectProps<Value>) {
  const hintId = useId();
  return (
    <BaseSelect.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <div className={fieldStyles.field}>
        <BaseSelect.Label className={labelHidden ? 'visually-hidden' : fieldStyles.label}>
          {label}
        </BaseSelect.Label>
        <BaseSelect.Trigger className={styles.trigger} aria-describedby={hint && hintId}>
          <BaseSelect.Value className={styles.value} />
          <BaseSelect.Icon className={styles.icon}>
            <ChevronsUpDown size={14} aria-hidden="true" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        {hint && (
          <p className={fieldStyles.hint} id={hintId}>
            {hint}
          </p>
        )}
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={popupStyles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={`${popupStyles.popup} ${popupStyles.wide}`}>
            {options.map((option) => (
              <BaseSelect.Item key={option.value} value={option.value} className={popupStyles.item}>
                <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator className={popupStyles.indicator}>
                  <Check size={16} aria-hidden="true" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
