import { Link } from '@tanstack/react-router';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { Chip } from '../../components/chip.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { dateAndTime } from '../../format.ts';
import { ByPerson } from '../by-person.tsx';
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
    <Facts>
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
        {dateAndTime(createdAt)} {createdBy === null ? 'by an operator' : <ByPerson id={createdBy} />}
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
    </Facts>
  );
}
