import { Chip } from '../../components/chip.tsx';
import type { VideoStatus } from '../../queries/videos.ts';

const LOOKS = {
  uploading: { label: 'Uploading', tone: 'accent' },
  processing: { label: 'Processing', tone: 'accent' },
  processed: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
} as const satisfies Record<VideoStatus, { label: string; tone: string }>;

export const STATUS_OPTIONS = Object.entries(LOOKS).map(([value, { label }]) => ({
  value: value as VideoStatus,
  label,
}));

export function VideoStatusChip({ status }: { status: VideoStatus }) {
  const { label, tone } = LOOKS[status];
  return (
    <Chip tone={tone} dot>
      {label}
    </Chip>
  );
}
