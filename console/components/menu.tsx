import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, Ellipsis } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './popup.module.css';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
  children: ReactNode;
}

/** A menu of actions or choices. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** The menu of what can be done with an item of a list. @param label names the item, for screen readers */
export function ActionsMenu({ label, children }: { label: string; children: ReactNode }) {
  const icon = <Ellipsis size={16} aria-hidden="true" />;
  return (
    <Menu trigger={<Button kind="quiet" size="small" square aria-label={label} icon={icon} />}>
      {children}
    </Menu>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onClick, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      className={danger ? `${styles.item} ${styles.danger}` : styles.item}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** Items of which one is chosen. */
export function MenuChoice<Value extends string>({ value, onChange, options }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
          {option.icon}
          {option.label}
          <BaseMenu.RadioItemIndicator className={styles.indicator}>
            <Check size={16} aria-hidden="true" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}
