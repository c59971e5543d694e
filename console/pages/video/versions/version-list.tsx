import { GitCompareArrows } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { Tooltip } from '../../../components/tooltip.tsx';
import { VirtualRows, type VirtualRowsHandle } from '../../../components/virtual-rows.tsx';
import type { VersionEntry } from './version-data.ts';
import styles from './version-list.module.css';

const ROW_PX = 56;
const MOST_HEIGHT_PX = 5 * ROW_PX;

interface VersionListProps {
  /** Newest first. */
  versions: readonly VersionEntry[];
  newest: number;
  /** The version whose changes are shown, and the one that it is compared with. */
  shown: number;
  against: number | null;
  onShow: (version: number) => void;
  onCompare: (version: number) => void;
}

/** The versions of the document: one is shown, and another can be set against it. */
export function VersionList({ versions, newest, shown, against, onShow, onCompare }: VersionListProps) {
  const rows = useRef<VirtualRowsHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Arrow keys have changed the shown frame: the focus goes with it. */
  const takesFocus = useRef(false);
  const position = versions.findIndex(({ version }) => version === shown);

  useEffect(() => {
    if (position >= 0) rows.current?.reveal(position);
    if (!takesFocus.current) return;
    takesFocus.current = false;
    box.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }, [position]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    // Elsewhere on the page the keys move between objects.
    event.preventDefault();
    const next = versions[position + step];
    if (next === undefined) return;
    takesFocus.current = true;
    onShow(next.version);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pressed element is a button inside
    <div ref={box} onKeyDown={move}>
      <VirtualRows
        ref={rows}
        items={versions}
        rowHeight={ROW_PX}
        maxHeight={MOST_HEIGHT_PX}
        keyOf={({ version }) => String(version)}
      >
        {({ version, createdAt, description }) => (
          <div className={styles.row} data-shown={version === shown} data-against={version === against}>
            <button
              type="button"
              className={styles.version}
              aria-pressed={version === shown}
              onClick={() => onShow(version)}
            >
              <span className={styles.head}>
                <span className={styles.number}>Version {version}</span>
                {version === newest && <Chip tone="accent">current</Chip>}
                <span className={styles.moment}>
                  <TimeAgo moment={createdAt} />
                </span>
              </span>
              <span className={styles.description} title={description}>
                <bdi>{description}</bdi>
              </span>
            </button>
            <Tooltip text={`Compare with version ${shown}`}>
              <Button
                kind={version === against ? 'secondary' : 'quiet'}
                size="small"
                square
                disabled={version === shown}
                icon={<GitCompareArrows size={14} />}
                aria-label={`Compare version ${version} with version ${shown}`}
                onClick={() => onCompare(version)}
              />
            </Tooltip>
          </div>
        )}
      </VirtualRows>
    </div>
  );
}
