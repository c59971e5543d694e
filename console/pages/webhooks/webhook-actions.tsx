import { Link } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';

interface WebhookActionsProps {
  webhook: ShownWebhook;
  isTesting: boolean;
  onTest: () => void;
  onStatus: (status: 'active' | 'paused') => void;
  onRotate: () => void;
  onDelete: () => void;
}

/** What can be done with a webhook on its page. */
export function WebhookActions(props: WebhookActionsProps) {
  const { webhook, isTesting, onTest, onStatus, onRotate, onDelete } = props;
  const isActive = webhook.status === 'active';
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      <Button busy={isTesting} onClick={onTest}>
        Send test event
      </Button>
      <Link to="/webhooks/$webhookId/edit" params={{ webhookId: webhook.id }} className={buttonClass({})}>
        Edit
      </Link>
      <Menu trigger={<Button square aria-label="More actions" icon={<Ellipsis {...icon} />} />}>
        <MenuItem
          icon={isActive ? <Pause {...icon} /> : <Play {...icon} />}
          onClick={() => onStatus(isActive ? 'paused' : 'active')}
        >
          {isActive ? 'Pause' : 'Resume'}
        </MenuItem>
        <MenuItem icon={<RefreshCw {...icon} />} onClick={onRotate}>
          Rotate secret…
        </MenuItem>
        <MenuItem icon={<Trash2 {...icon} />} danger onClick={onDelete}>
          Delete…
        </MenuItem>
      </Menu>
    </>
  );
}
