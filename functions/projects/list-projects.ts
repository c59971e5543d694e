import { listProjects } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { openVideoLists } from '../../shared/stores/videos/video-lists.ts';

export const handler = endpoint(listProjects, { lists: openVideoLists }, async ({ principal }, { lists }) => {
  const { accountId, projectIds } = principal;
  const found =
    projectIds === null
      ? await lists.listProcessed(accountId)
      : (await lists.getMany(accountId, projectIds)).filter(({ status }) => status === 'processed');
  const projects = found.map(({ videoId, name, revision, updatedAt }) => ({
    videoId,
    title: name,
    revision,
    updatedAt,
  }));
  return { body: { projects } };
});
