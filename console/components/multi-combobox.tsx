import { Combobox } from '@base-ui/react/combobox';
import { Check, X } from 'lucide-react';
import { useId } from 'react';
import styles from './combobox.module.css';
import fieldStyles from './field.module.css';
import popupStyles from './popup.module.css';

export interface ComboboxOption {
  value: string;
  label: string;
}

interface MultiComboboxProps {
  label: string;
  placeholder: string;
  value: readonly ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  /** What was found for the text. */
  options: readonly ComboboxOption[];
  /** The text that the options are to be found by. */
  search: string;
  onSearch: (text: string) => void;
  /** The text in place of options. */
  status: string;
  error?: string | undefined;
}

/** Some of many choices, which are found by typing. What was found is listed below the field. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { label, placeholder, value, onChange, options, search, onSearch, status, error } = props;
  const id = useId();
  // Chosen ones stay in the list, so that they can be taken back there.
  const items = [
    ...options,
    ...value.filter((chosen) => options.every((option) => option.value !== chosen.value)),
  ];
  return (
    <Combobox.Root
      items={items}
      multiple
      filter={null}
      value={[...value]}
      inline
      onValueChange={(chosen: ComboboxOption[], { reason }) => {
        // Escape would take all of them back at once.
        if (reason !== 'escape-key') onChange(chosen);
      }}
      inputValue={search}
      onInputValueChange={onSearch}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
    >
      <div className={fieldStyles.field}>
        <label className={fieldStyles.label} htmlFor={id}>
          {label}
        </label>
        <Combobox.Chips className={styles.chips}>
          {value.map((chosen) => (
            <Combobox.Chip key={chosen.value} className={styles.chip} aria-label={chosen.label}>
              <span className={styles.name} dir="auto">
                {chosen.label}
              </span>
              <Combobox.ChipRemove className={styles.remove} aria-label={`Remove ${chosen.label}`}>
                <X size={12} aria-hidden="true" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            className={styles.input}
            placeholder={value.length === 0 ? placeholder : ''}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          />
        </Combobox.Chips>
        {error !== undefined && (
          <p className={fieldStyles.error} id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      <div className={styles.found}>
        <Combobox.Status className={popupStyles.empty}>{items.length === 0 ? status : ''}</Combobox.Status>
        <Combobox.List aria-label={label}>
          {(item: ComboboxOption) => (
            <Combobox.Item key={item.value} value={item} className={popupStyles.item}>
              <span dir="auto">{item.label}</span>
              <Combobox.ItemIndicator className={popupStyles.indicator}>
                <Check size={16} aria-hidden="true" />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </div>
    </Combobox.Root>
  );
}
