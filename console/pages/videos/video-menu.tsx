import { Copy, Trash2 } from 'lucide-react';
import { ActionsMenu, MenuItem } from '../../components/menu.tsx';
import { useToast } from '../../components/toasts.tsx';
import type { VideoEntry } from '../../queries/videos.ts';

/** What can be done with a video from the list. */
export function VideoMenu({ video, onDelete }: { video: VideoEntry; onDelete: () => void }) {
  const toast = useToast();
  const copyId = () =>
    navigator.clipboard.writeText(video.id).then(
      () => toast({ title: 'ID copied' }),
      () => toast({ title: 'The ID could not be copied', error: true }),
    );
  return (
    <ActionsMenu label={`Actions for ${video.name}`}>
      <MenuItem icon={<Copy size={16} aria-hidden="true" />} onClick={copyId}>
        Copy ID
      </MenuItem>
      <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger onClick={onDelete}>
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}
