import { useQuery } from '@tanstack/react-query';
import { Shapes, Spline } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useServices } from '../../../services.ts';
import { isActive } from '../job/job-state.ts';
import { type DetectorModel, processingQuery } from '../job/processing-query.ts';

interface NoObjectsProps {
  videoId: string;
  /** Null until there is a picture to mark a surface in. */
  onMark: (() => void) | null;
  /** Goes to the detection. */
  onDetect: () => void;
}

/** Where a document has no objects: whether they are being looked for, and where else they come from. */
export function NoObjects({ videoId, onMark, onDetect }: NoObjectsProps) {
  const { data: detection } = useQuery({
    ...processingQuery(useServices(), videoId),
    // How far the job is, which is polled beside it, redraws nothing here.
    select: ({ model, job }) => ({
      model,
      isActive: isActive(job),
      foundNone: job?.status === 'completed' && job.objectsDetected === 0,
    }),
  });
  const [title, text, action] = detection?.isActive
    ? [
        'Objects are being looked for',
        'They are listed here when the detection has finished.',
        'Show progress',
      ]
    : detection?.foundNone
      ? [
          'No objects found',
          'The latest detection found nothing. More frames per second, a lower least confidence or other labels may find more.',
          'Detect again',
        ]
      : ['No objects yet', findsText(detection?.model), 'Detect objects'];
  return (
    <EmptyState
      icon={<Shapes size={22} />}
      title={title}
      actions={
        <>
          <MarkSurfaceButton onMark={onMark} />
          <Button size="small" kind="primary" onClick={onDetect}>
            {action}
          </Button>
        </>
      }
    >
      {text} A surface, such as a screen or a sign, you mark yourself.
    </EmptyState>
  );
}

export const MarkSurfaceButton = ({ onMark }: Pick<NoObjectsProps, 'onMark'>) => (
  <Button size="small" icon={<Spline size={14} />} disabled={onMark === null} onClick={() => onMark?.()}>
    Mark surface
  </Button>
);

/** Labels of the model that are named. */
const NAMED = 3;

/** What the detector finds. @param model undefined while it is not known */
function findsText(model: DetectorModel | undefined): string {
  if (model === undefined) return 'Detection finds objects in the video and tracks them.';
  if (model.fallback) return 'Detection finds what moves in the video and tracks it.';
  const named = model.labels.slice(0, NAMED).join(', ');
  const others = model.labels.length - NAMED;
  return `Detection finds and tracks what its model knows: ${named}${others > 0 ? ` and ${others} others` : ''}.`;
}
