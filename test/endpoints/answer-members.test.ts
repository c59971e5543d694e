import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { apiOf, fileForm } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';
import { seedVideo, trackedCars } from '../support/videos/seed-video.ts';

const service = await startTestService({ worker: false });
const api = apiOf(service);
const video = await seedVideo(service, { account: 'demo', parts: trackedCars(['car1']) });

const get = async <Body>(target: string) => (await api<Body>('GET', target)).body;

type Members = Record<string, unknown>;

const expectMembers = (value: Members | undefined, ...names: string[]) => {
  expect(Object.keys(value ?? {}).sort()).toEqual(names.sort());
};

/** Interface specification, 2.5: marked "only in the single-video response". */
const ONLY_SINGLE = ['width', 'height', 'fps', 'fileSize', 'streamUrl', 'metadata'];
const LISTED = ['id', 'name', 'status', 'duration', 'thumbnail', 'createdAt', 'updatedAt'];

test('members of the single-video response alone are there and nowhere else', async () => {
  const file = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
  const form = fileForm(new Uint8Array(await readFile(file)));
  const announcement = { fileName: 'a.mp4', fileSize: 1000 };

  expectMembers(await get<Members>(`/api/videos/${video}`), ...LISTED, ...ONLY_SINGLE);
  const list = await get<{ videos: Members[] }>('/api/videos');
  expectMembers(list.videos[0], ...LISTED);
  const uploaded = (await api<Members>('POST', '/api/videos/upload', { form })).body;
  expectMembers(uploaded, 'id', 'name', 'status', 'uploadProgress');
  const announced = (await api<Members>('POST', '/api/videos/upload', { json: announcement })).body;
  expectMembers(announced, 'id', 'name', 'status', 'uploadProgress', 'upload');
  expect([uploaded.uploadProgress, announced.uploadProgress]).toEqual([0, 0]);

  const elsewhere = [list, uploaded, announced, await get(`/api/videos/${announced.id}/upload`)];
  for (const name of ONLY_SINGLE) expect(JSON.stringify(elsewhere)).not.toContain(`"${name}":`);
});

test('lists and summaries have the members that the contract names, and no others', async () => {
  expectMembers(await get<Members>('/api/videos'), 'videos', 'total', 'page', 'pageSize');

  const { projects } = await get<{ projects: Members[] }>('/api/v1/projects');
  expectMembers(projects[0], 'videoId', 'title', 'revision', 'updatedAt');
  const project = await get<Record<'video' | 'summary', Members>>(`/api/v1/projects/${video}`);
  expectMembers(project, 'videoId', 'title', 'revision', 'video', 'summary');
  expectMembers(project.video, 'title', 'fps', 'width', 'height', 'duration');
  expectMembers(project.summary, 'overlays', 'variables', 'rules');

  const history = await get<{ versions: Members[] }>(`/api/videos/${video}/versions`);
  expectMembers(history, 'versions', 'currentVersion');
  expectMembers(history.versions[0], 'version', 'createdAt', 'description');

  const { objects } = await get<{ objects: Members[] }>(`/api/videos/${video}/objects`);
  const contracted = ['id', 'label', 'userLabel', 'confidence', 'firstFrame', 'lastFrame', 'frameCount'];
  expectMembers(objects[0], ...contracted, 'customData', 'kind');

  const who = await get<Members>('/api/v1/whoami');
  expectMembers(who, 'userId', 'keyId', 'name', 'scopes', 'projectIds');
});

test('writes answer what the contract names, and no more', async () => {
  const patch = (target: string, json: unknown) =>
    api<Members>('PATCH', `/api/videos/${video}${target}`, { json });
  expectMembers(
    (await patch('/metadata', { variables: [{ id: 'a' }] })).body,
    'success',
    'version',
    'updatedAt',
  );
  const { body } = await patch('/objects/car1', { userLabel: 'Car' });
  expectMembers(body, 'success', 'object');
  expectMembers(body.object as Members, 'id', 'label', 'userLabel', 'customData');
  expectMembers((await api<Members>('DELETE', `/api/videos/${video}/objects/car1`)).body, 'success');
  const exported = await get<Members>(`/api/videos/${video}/export?format=json`);
  expectMembers(exported, 'downloadUrl', 'expiresAt', 'fileSize');
  expectMembers((await api<Members>('DELETE', `/api/videos/${video}`)).body, 'success');
});
