import { Button as BaseButton } from '@base-ui/react/button';
import type { ReactNode, Ref } from 'react';
import styles from './button.module.css';

export interface ButtonLook {
  /** `primary`: what the page is for; at most one in view. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'normal' | 'small' | undefined;
  /** As wide as it is high, for an icon alone; needs `aria-label`. */
  square?: boolean | undefined;
}

type ButtonProps = Omit<React.ComponentPropsWithoutRef<'button'>, 'className' | 'style'> &
  ButtonLook & {
    /** What it asked for is not done yet: it keeps the focus and takes no second click. */
    busy?: boolean;
    icon?: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ kind = 'secondary', size = 'normal', square = false }: ButtonLook): string =>
  [styles.button, styles[kind], size === 'small' && styles.small, square && styles.icon]
    .filter(Boolean)
    .join(' ');

export function Button({ kind, size, square, busy = false, icon, disabled, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      type="button"
      {...rest}
      className={buttonClass({ kind, size, square })}
      disabled={busy || disabled === true}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </BaseButton>
  );
}
