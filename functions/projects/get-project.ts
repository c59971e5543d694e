import { getProject } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { projectSummary, SUMMARY_STORES } from '../../shared/service/projects/project-summary.ts';

export const STORES = SUMMARY_STORES;

export const handler = endpoint(getProject, STORES, async ({ principal, params }, stores) => ({
  body: await projectSummary(stores, principal, params.videoId),
}));
