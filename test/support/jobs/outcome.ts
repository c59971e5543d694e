import type { Api } from '../service/api.ts';

interface VersionsBody {
  versions: { version: number; createdAt: string; description: string }[];
  currentVersion: number;
}

interface DocumentBody {
  objects: Record<string, { id: string }>;
}

export const versionsOf = async (api: Api, videoId: string): Promise<VersionsBody> =>
  (await api<VersionsBody>('GET', `/api/videos/${videoId}/versions`)).body;

/**
 * What a video's jobs and edits have produced: the document and the descriptions of its versions. Object ids are left
 * out, because they derive from the job's id.
 */
export async function outcome(api: Api, videoId: string) {
  const { body } = await api<DocumentBody>('GET', `/api/videos/${videoId}/metadata`);
  const objects = Object.values(body.objects).map(({ id: _, ...object }) => object);
  const { versions } = await versionsOf(api, videoId);
  return { ...body, objects, versions: versions.map(({ version, description }) => [version, description]) };
}
