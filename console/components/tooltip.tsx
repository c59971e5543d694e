import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** A name or a remark; text that is needed to understand the page does not belong in a tooltip. */
  text: string;
  /** The key that does the same. */
  shortcut?: string;
  /** What it belongs to; has a label of its own. */
  children: ReactElement;
}

export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6}>
          <BaseTooltip.Popup className={styles.tooltip}>
            {text}
            {shortcut !== undefined && <kbd className={styles.keys}>{shortcut}</kbd>}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
