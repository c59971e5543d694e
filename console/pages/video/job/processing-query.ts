import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../../client/client.ts';
import { getProcessing } from '../../../../shared/contract/routes/console/videos.ts';
import type { Services } from '../../../services.ts';

type Processing = CallOutput<typeof getProcessing>;
export type DetectorModel = Processing['model'];

export const processingKey = (videoId: string) => ['processing', videoId] as const;

/** The video's latest job, null where there has been none, and what one may be asked for. */
export const processingQuery = ({ client }: Pick<Services, 'client'>, id: string) =>
  queryOptions({
    queryKey: processingKey(id),
    queryFn: ({ signal }) => client.call(getProcessing, { params: { id }, signal }),
  });
