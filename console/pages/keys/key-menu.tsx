import { useNavigate } from '@tanstack/react-router';
import { Ban, RefreshCw } from 'lucide-react';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { ActionsMenu, MenuItem } from '../../components/menu.tsx';

/** What can be done with a key from the list; nothing with one that does not work any more. */
export function KeyMenu({ apiKey, onRevoke }: { apiKey: ConsoleKey; onRevoke: () => void }) {
  const navigate = useNavigate();
  if (apiKey.state !== 'active') return null;
  return (
    <ActionsMenu label={`Actions for ${apiKey.name}`}>
      <MenuItem
        icon={<RefreshCw size={16} aria-hidden="true" />}
        onClick={() => navigate({ to: '/keys/new', search: { replaces: apiKey.id } })}
      >
        Replace…
      </MenuItem>
      <MenuItem icon={<Ban size={16} aria-hidden="true" />} danger onClick={onRevoke}>
        Revoke…
      </MenuItem>
    </ActionsMenu>
  );
}
