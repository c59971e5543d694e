import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import table from '../../components/card-table.module.css';
import { TimeAgo } from '../../components/time-ago.tsx';
import { videoNamesQuery } from '../../queries/videos.ts';
import { useServices } from '../../services.ts';
import { typesText } from './event-texts.ts';
import { WebhookMenu } from './webhook-menu.tsx';
import { webhookName } from './webhook-name.ts';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks-table.module.css';

interface WebhooksTableProps {
  webhooks: readonly ShownWebhook[];
  onDelete: (webhook: ShownWebhook) => void;
}

export function WebhooksTable({ webhooks, onDelete }: WebhooksTableProps) {
  const ids = [...new Set(webhooks.flatMap(({ videoId }) => videoId ?? []))];
  const { data: names } = useQuery(videoNamesQuery(useServices(), ids));
  return (
    // biome-ignore lint/a11y/noRedundantRoles: laid out as cards on a phone, a table is none to browsers
    <table className={table.table} role="table">
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">State</th>
          <th scope="col">Events</th>
          <th scope="col">Video</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id} className={webhook.status === 'active' ? undefined : table.muted}>
            <td className={`${table.who} ${styles.who}`}>
              <Link
                to="/webhooks/$webhookId"
                params={{ webhookId: webhook.id }}
                className={table.name}
                title={webhook.url}
              >
                {webhookName(webhook)}
              </Link>
              {webhook.description !== null && (
                <span className={styles.description} dir="auto" title={webhook.description}>
                  {webhook.description}
                </span>
              )}
            </td>
            <td data-label="State">
              <WebhookState webhook={webhook} />
            </td>
            <td data-label="Events">{typesText(webhook.types)}</td>
            <td data-label="Video" className={styles.video}>
              {webhook.videoId === null ? (
                'All'
              ) : (
                <bdi title={names?.get(webhook.videoId)}>
                  {names && (names.get(webhook.videoId) ?? 'A deleted video')}
                </bdi>
              )}
            </td>
            <td data-label="Created">
              <TimeAgo moment={webhook.createdAt} />
            </td>
            <td className={table.actions}>
              <WebhookMenu webhook={webhook} onDelete={() => onDelete(webhook)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
