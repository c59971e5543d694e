import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
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
    <Menu
      trigger={
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={`Actions for ${video.name}`}
          icon={<Ellipsis size={16} aria-hidden="true" />}
        />
      }
    >
      <MenuItem icon={<Copy size={16} aria-hidden="true" />} onClick={copyId}>
        Copy ID
      </MenuItem>
      <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger onClick={onDelete}>
        Delete…
      </MenuItem>
    </Menu>
  );
}
