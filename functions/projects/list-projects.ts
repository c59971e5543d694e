import { listProjects } from '../../shared/contract/routes/projects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { openVideos } from '../../shared/stores/videos.ts';

export const handler = endpoint(listProjects, { videos: openVideos }, async ({ principal }, { videos }) => {
  const { accountId, projectIds } = principal;
  const found =
    projectIds === null
      ? await videos.listProcessed(accountId)
      : (await videos.getMany(accountId, projectIds)).filter(({ status }) => status === 'processed');
  const projects = found.map(({ videoId, name, revision, updatedAt }) => ({
    videoId,
    title: name,
    revision,
    updatedAt,
  }));
  return { body: { projects } };
});
