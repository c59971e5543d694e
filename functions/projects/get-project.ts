import { getProject } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { projectSummary, SUMMARY_STORES } from '../../shared/service/projects/project-summary.ts';

export const handler = endpoint(getProject, SUMMARY_STORES, async ({ principal, params }, stores) => ({
  body: await projectSummary(stores, principal, params.videoId),
}));
