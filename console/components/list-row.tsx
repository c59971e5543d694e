import type { ReactNode } from 'react';
import styles from './list-row.module.css';

interface ListRowProps {
  /** Before the name. */
  icon: ReactNode;
  name: string;
  isSelected: boolean;
  /** It belongs to the row above. */
  within?: boolean;
  /** The same thing is pointed at elsewhere on the page. */
  isHovered?: boolean;
  onSelect: () => void;
  /** Called with true when the pointer comes, with false when it leaves. */
  onHover?: (isThere: boolean) => void;
  /** After the name: `Chip` and `Remark`. */
  children?: ReactNode;
}

/** What can be selected in a list: a name, and in short what else is known. */
export function ListRow({
  icon,
  name,
  isSelected,
  within = false,
  isHovered = false,
  onSelect,
  onHover,
  children,
}: ListRowProps) {
  return (
    <button
      type="button"
      className={within ? `${styles.row} ${styles.within}` : styles.row}
      aria-pressed={isSelected}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onClick={onSelect}
      onPointerEnter={() => onHover?.(true)}
      onPointerLeave={() => onHover?.(false)}
    >
      {icon}
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      {children}
    </button>
  );
}

interface RemarkProps {
  /** A number that all rows have: its ends are below each other. */
  isColumn?: boolean;
  children: ReactNode;
}

/** Something short about what a row is for. */
export function Remark({ isColumn = false, children }: RemarkProps) {
  return <span className={isColumn ? `${styles.remark} ${styles.column}` : styles.remark}>{children}</span>;
}
