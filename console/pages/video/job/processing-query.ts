import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '../../../../client/client.ts';
import { getProcessingOptions } from '../../../../shared/contract/routes/console/videos.ts';
import type { Services } from '../../../services.ts';

export type ProcessingOptions = CallOutput<typeof getProcessingOptions>;

/** What a job may be asked for. */
export const processingOptionsQuery = ({ client }: Pick<Services, 'client'>) =>
  queryOptions({
    queryKey: ['processing options'],
    queryFn: ({ signal }) => client.call(getProcessingOptions, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
