import { useNavigate } from '@tanstack/react-router';
import { Pause, Pencil, Play, Trash2 } from 'lucide-react';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { reasonOf } from '../../components/failure-notice.tsx';
import { ActionsMenu, MenuItem } from '../../components/menu.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useWebhookChange } from './use-webhook-change.ts';
import { webhookName } from './webhook-name.ts';

/** What can be done with a webhook from the list. */
export function WebhookMenu({ webhook, onDelete }: { webhook: ShownWebhook; onDelete: () => void }) {
  const navigate = useNavigate();
  const toast = useToast();
  const { mutate } = useWebhookChange();
  const { id, status } = webhook;
  const isActive = status === 'active';
  const toggle = () =>
    mutate(
      { id, changes: { status: isActive ? 'paused' : 'active' } },
      {
        onError: (failure) =>
          toast({ title: 'The webhook was not changed', description: reasonOf(failure), error: true }),
      },
    );
  return (
    <ActionsMenu label={`Actions for ${webhookName(webhook)}`}>
      <MenuItem
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={() => navigate({ to: '/webhooks/$webhookId/edit', params: { webhookId: id } })}
      >
        Edit…
      </MenuItem>
      <MenuItem
        icon={isActive ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        onClick={toggle}
      >
        {isActive ? 'Pause' : 'Resume'}
      </MenuItem>
      <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger onClick={onDelete}>
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}
