import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  type ExportFormat,
} from '../../../shared/contract/export-formats.ts';
import { exportVideo } from '../../../shared/contract/routes/metadata.ts';
import { Button } from '../../components/button.tsx';
import { reasonOf } from '../../components/failure-notice.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useServices } from '../../services.ts';

/** Has an export made and downloads it. */
export function ExportMenu({ videoId }: { videoId: string }) {
  const { client } = useServices();
  const toast = useToast();
  const download = useMutation({
    mutationFn: (format: ExportFormat) =>
      client.call(exportVideo, { params: { id: videoId }, query: { format } }),
    // The answer of the store says that it is an attachment, so the page stays.
    onSuccess: ({ downloadUrl }) => window.location.assign(downloadUrl),
    onError: (error) =>
      toast({ title: 'The export could not be made', description: reasonOf(error), error: true }),
  });
  return (
    <Menu
      trigger={
        <Button icon={<Download size={16} />} busy={download.isPending}>
          Export
        </Button>
      }
    >
      {EXPORT_FORMAT_NAMES.map((format) => (
        <MenuItem key={format} onClick={() => download.mutate(format)}>
          {EXPORT_FORMATS[format].label}
        </MenuItem>
      ))}
    </Menu>
  );
}
