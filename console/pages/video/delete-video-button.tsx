import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { DeleteVideoDialog } from '../../videos/delete-video-dialog.tsx';

/** Deletes the video of a page, when asked once more, and leaves for the list. Changes of a video that is gone are not asked about. */
export function DeleteVideoButton({ video }: { video: { id: string; name: string } }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <IconButton
        label="Delete video"
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <DeleteVideoDialog
        video={asking ? video : null}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate({ to: '/videos', ignoreBlocker: true })}
      />
    </>
  );
}
