import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import table from '../../components/card-table.module.css';
import { TimeAgo } from '../../components/time-ago.tsx';
import { dateOf } from '../../format.ts';
import { KeyMenu } from './key-menu.tsx';
import { KeyStateChip, reachText } from './key-state.tsx';
import styles from './keys-table.module.css';
import { LastUsed } from './last-used.tsx';
import { inOrder } from './scope-texts.ts';

interface KeysTableProps {
  keys: readonly ConsoleKey[];
  onRevoke: (key: ConsoleKey) => void;
}

export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: laid out as cards on a phone, a table is none to browsers
    <table className={table.table} role="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">Videos</th>
          <th scope="col">Permissions</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id} className={key.state === 'active' ? undefined : table.muted}>
            <td className={table.who}>
              <Link
                to="/keys/$keyId"
                params={{ keyId: key.id }}
                className={table.name}
                dir="auto"
                title={key.name}
              >
                {key.name}
              </Link>
              <span className={styles.masked}>{key.masked}</span>
            </td>
            <td data-label="State">
              <KeyStateChip apiKey={key} />
            </td>
            <td data-label="Videos">{reachText(key)}</td>
            <td data-label="Permissions" className={styles.scopes}>
              {key.scopes.length === SCOPES.length
                ? 'All'
                : inOrder(key.scopes).map((scope) => (
                    <Fragment key={scope}>
                      <span>{scope}</span>{' '}
                    </Fragment>
                  ))}
            </td>
            <td data-label="Last used">
              <LastUsed moment={key.lastUsedAt} />
            </td>
            <td data-label="Expires">{key.expiresAt === null ? 'Never' : dateOf(key.expiresAt)}</td>
            <td data-label="Created">
              <TimeAgo moment={key.createdAt} />
            </td>
            <td className={table.actions}>
              <KeyMenu apiKey={key} onRevoke={() => onRevoke(key)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
