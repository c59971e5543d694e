import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SearchToolbar } from '../../components/search-toolbar.tsx';
import { Select } from '../../components/select.tsx';
import type { ShortcutGroup } from '../../components/shortcut-list.tsx';
import { SkeletonCard } from '../../components/skeleton.tsx';
import { keysQuery } from '../../queries/keys.ts';
import { useServices } from '../../services.ts';
import { ApiReferenceLink } from '../../shell/api-reference-link.tsx';
import { Page } from '../../shell/page.tsx';
import { ShortcutHelp } from '../../shell/shortcut-help.tsx';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { isListed, KEYS_FILTERS, type KeysFilter } from './keys-filter.ts';
import styles from './keys-page.module.css';
import { KeysTable } from './keys-table.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'API keys',
    shortcuts: [
      { keys: ['n'], does: 'Create a key' },
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
    ],
  },
];

/** The API keys of the account. */
export function KeysPage() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<KeysFilter>('active');
  const [asked, setAsked] = useState<ConsoleKey | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { data, error, refetch } = useQuery(keysQuery(useServices()));
  useShortcuts({ n: () => navigate({ to: '/keys/new' }), '/': () => searchField.current?.focus() });

  const showAll = () => {
    setText('');
    setFilter('all');
    searchField.current?.focus();
  };
  const createLink = (
    <Link to="/keys/new" className={buttonClass({ kind: 'primary' })}>
      <Plus size={16} aria-hidden="true" />
      Create key
    </Link>
  );
  const listed = data?.keys.filter((key) => isListed(key, text, filter));
  return (
    <Page
      title="API keys"
      actions={
        <>
          <ApiReferenceLink />
          {createLink}
        </>
      }
    >
      {data?.keys.length !== 0 && (
        <SearchToolbar text={text} onText={setText} searchField={searchField}>
          <Select label="State" labelHidden value={filter} onChange={setFilter} options={KEYS_FILTERS} />
          <span className={styles.help}>
            <ShortcutHelp groups={SHORTCUTS} />
          </span>
        </SearchToolbar>
      )}
      {error && <FailureNotice failure={error} what="The keys could not be loaded." onRetry={refetch} />}
      {!data && !error && <SkeletonCard widths={[60, 52, 56]} />}
      {listed && listed.length > 0 && <KeysTable keys={listed} onRevoke={setAsked} />}
      {data && data.keys.length === 0 && (
        <EmptyState icon={<KeyRound size={22} />} title="Create your first key" actions={createLink}>
          Programs use the service with a key. Each key has a name, the permissions it needs, and an end.
        </EmptyState>
      )}
      {data && data.keys.length > 0 && listed?.length === 0 && (
        <EmptyState
          icon={<SearchX size={22} />}
          title="No key matches"
          actions={<Button onClick={showAll}>Show all keys</Button>}
        >
          {text.trim() === ''
            ? `No key is ${filter}.`
            : `No ${filter === 'all' ? '' : `${filter} `}key has this name.`}
        </EmptyState>
      )}
      <RevokeKeyDialog apiKey={asked} onClose={() => setAsked(null)} />
    </Page>
  );
}
