import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import styles from './virtual-rows.module.css';

/** Rows beyond the edges that are kept ready for scrolling. */
const SPARE_ROWS = 8;

export interface VirtualRowsHandle {
  /** Scrolls as little as needed to show a row. */
  reveal: (index: number) => void;
}

interface VirtualRowsProps<Item> {
  items: readonly Item[];
  /** Pixels; the same for all. */
  rowHeight: number;
  /** Pixels that the rows may take at most; beyond that they scroll. Style sheets make it less with `--rows-height`. */
  maxHeight: number;
  keyOf: (item: Item) => string;
  /** Lies over all rows, as wide as they are, and scrolls with them. */
  over?: ReactNode;
  children: (item: Item, index: number) => ReactNode;
  ref?: Ref<VirtualRowsHandle>;
}

/** Rows of which only those in view are in the page, however many there are. */
export function VirtualRows<Item>({
  items,
  rowHeight,
  maxHeight,
  keyOf,
  over,
  children,
  ref,
}: VirtualRowsProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const last = Math.min(items.length, Math.ceil((top + maxHeight) / rowHeight) + SPARE_ROWS);

  useImperativeHandle(ref, () => ({
    reveal(index) {
      const { current } = box;
      if (current === null) return;
      const [from, to] = [index * rowHeight, (index + 1) * rowHeight];
      if (from < current.scrollTop) current.scrollTop = from;
      else if (to > current.scrollTop + current.clientHeight) current.scrollTop = to - current.clientHeight;
    },
  }));

  return (
    <div
      ref={box}
      className={styles.box}
      style={{ maxHeight: `min(${maxHeight}px, var(--rows-height, 100vh))` }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className={styles.rows} style={{ height: items.length * rowHeight }}>
        <ul>
          {items.slice(first, last).map((item, i) => (
            <li
              key={keyOf(item)}
              className={styles.row}
              style={{ height: rowHeight, insetBlockStart: (first + i) * rowHeight }}
              aria-setsize={items.length}
              aria-posinset={first + i + 1}
            >
              {children(item, first + i)}
            </li>
          ))}
        </ul>
        {over}
      </div>
    </div>
  );
}
