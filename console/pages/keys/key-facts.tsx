import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { Chip } from '../../components/chip.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { dateAndTime } from '../../format.ts';
import { accountQuery } from '../../queries/account.ts';
import { useServices } from '../../services.ts';
import styles from './key-page.module.css';
import { KeyStateChip, reachText } from './key-state.tsx';
import { KeyVideos } from './key-videos.tsx';
import { LastUsed } from './last-used.tsx';
import { inOrder, keySummary } from './scope-texts.ts';

interface KeyFactsProps {
  apiKey: ConsoleKey;
  /** Ids of the videos that it reaches; null: all. */
  reachableIds: readonly string[] | null;
}

export function KeyFacts({ apiKey, reachableIds }: KeyFactsProps) {
  const { id, masked, scopes, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, replaces, reachable } =
    apiKey;
  return (
    <dl className={styles.facts}>
      <dt>ID</dt>
      <dd>
        <CopiedValue name="ID" text={id} />
      </dd>
      <dt>State</dt>
      <dd>
        <KeyStateChip apiKey={apiKey} />
      </dd>
      <dt>Secret</dt>
      <dd>
        <code>{masked}</code>
      </dd>
      <dt>Permissions</dt>
      <dd className={styles.chips}>
        {inOrder(scopes).map((scope) => (
          <Chip key={scope}>{scope}</Chip>
        ))}
      </dd>
      <dt>Videos</dt>
      <dd>
        {reachText(apiKey)}
        {reachableIds !== null && <KeyVideos ids={reachableIds} />}
      </dd>
      {apiKey.state === 'active' && (
        <>
          <dt>In short</dt>
          <dd>{reachable === 0 ? 'This key reaches nothing.' : keySummary(scopes, reachable)}</dd>
        </>
      )}
      <dt>Last used</dt>
      <dd>
        <LastUsed moment={lastUsedAt} />
      </dd>
      <dt>Created</dt>
      <dd>
        {dateAndTime(createdAt)} <Creator id={createdBy} />
      </dd>
      <dt>{apiKey.state === 'expired' ? 'Expired' : 'Expires'}</dt>
      <dd>{expiresAt === null ? 'Never' : dateAndTime(expiresAt)}</dd>
      {revokedAt !== null && (
        <>
          <dt>Revoked</dt>
          <dd>{dateAndTime(revokedAt)}</dd>
        </>
      )}
      {replaces !== null && (
        <>
          <dt>Replaces</dt>
          <dd>
            <Link to="/keys/$keyId" params={{ keyId: replaces }}>
              the key before
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Who has made a key: several people may work in an account. @param id of their identity; null: an operator */
function Creator({ id }: { id: string | null }) {
  const { data: account } = useQuery(accountQuery(useServices()));
  if (id === null) return 'by an operator';
  if (account === undefined) return null;
  return id === account.identity.id ? 'by you' : 'by somebody else who works in this account';
}
