import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'square' | 'aria-label' | 'children'> {
  /** Its name, which the tooltip shows. */
  label: string;
  /** The key that does the same. */
  shortcut?: string;
}

/** A button that is an icon alone, with its name in a tooltip. */
export function IconButton({ label, shortcut, kind = 'quiet', ...button }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut !== undefined && { shortcut })}>
      <Button {...button} kind={kind} square aria-label={label} />
    </Tooltip>
  );
}
