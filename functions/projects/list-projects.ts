import { listProjects as definition } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listProjects, PROJECT_LIST_STORES } from '../../shared/service/projects/list-projects.ts';

export const handler = endpoint(definition, PROJECT_LIST_STORES, async ({ principal }, stores) => ({
  body: { projects: await listProjects(stores, principal) },
}));
