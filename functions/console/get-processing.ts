import { getProcessingOptions } from '../../shared/contract/routes/console/videos.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { processingChoices } from '../../shared/service/jobs/processing-choices.ts';

export const STORES = {};

export const handler = endpoint(getProcessingOptions, STORES, async (_, { environment }) => ({
  body: processingChoices(environment),
}));
