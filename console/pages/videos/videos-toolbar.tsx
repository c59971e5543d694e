import { useNavigate } from '@tanstack/react-router';
import { LayoutGrid, List } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SearchToolbar } from '../../components/search-toolbar.tsx';
import { Select } from '../../components/select.tsx';
import type { ShortcutGroup } from '../../components/shortcut-list.tsx';
import { ShortcutHelp } from '../../shell/shortcut-help.tsx';
import { STATUS_OPTIONS } from './video-status.tsx';
import type { VideosSearch } from './videos-search.ts';
import styles from './videos-toolbar.module.css';

const ALL = 'all';
const OPTIONS = [{ value: ALL, label: 'All states' }, ...STATUS_OPTIONS] as const;

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Videos',
    shortcuts: [
      { keys: ['u'], does: 'Upload videos' },
      { keys: ['/'], does: 'Search' },
      { keys: ['↑', '↓', '←', '→'], does: 'Previous, next video' },
      { keys: ['Enter'], does: 'Open the video' },
      { keys: ['Delete'], does: 'Delete the video' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
    ],
  },
];

interface VideosToolbarProps {
  search: VideosSearch;
  searchField: Ref<HTMLInputElement>;
}

/** Chooses which videos are listed, and how; the address keeps it. */
export function VideosToolbar({ search, searchField }: VideosToolbarProps) {
  const navigate = useNavigate({ from: '/videos' });
  const [typed, setTyped] = useState(search.q ?? '');
  const [address, setAddress] = useState(search.q);
  // Back and forward change the address, and the field follows.
  if (address !== search.q) {
    setAddress(search.q);
    if (typed.trim() !== (search.q ?? '')) setTyped(search.q ?? '');
  }
  const change = (
    changed: { [Name in keyof VideosSearch]: VideosSearch[Name] | undefined },
    replace = false,
  ) => navigate({ search: ({ page: _, ...others }) => ({ ...others, ...changed }) as VideosSearch, replace });
  const type = (text: string) => {
    setTyped(text);
    void change({ q: text.trim() || undefined }, true);
  };
  return (
    <SearchToolbar text={typed} onText={type} searchField={searchField}>
      <Select
        label="State"
        labelHidden
        value={search.status ?? ALL}
        onChange={(value) => change({ status: value === ALL ? undefined : value })}
        options={OPTIONS}
      />
      <fieldset className={styles.views} aria-label="View">
        <Button
          kind="quiet"
          square
          aria-label="Grid"
          aria-pressed={search.view !== 'list'}
          icon={<LayoutGrid size={16} aria-hidden="true" />}
          onClick={() => change({ view: undefined })}
        />
        <Button
          kind="quiet"
          square
          aria-label="List"
          aria-pressed={search.view === 'list'}
          icon={<List size={16} aria-hidden="true" />}
          onClick={() => change({ view: 'list' })}
        />
      </fieldset>
      <ShortcutHelp groups={SHORTCUTS} />
    </SearchToolbar>
  );
}
