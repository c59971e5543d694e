import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createKey } from '../../support/service/create-key.ts';
import { startTestService } from '../../support/service/test-service.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { vmsProcess } from '../vms-process.ts';
import { stdioAgent } from './mcp-client.ts';

const launcher = path.resolve(import.meta.dirname, '../../../cli/vms.js');

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});

test('an agent that starts the command sees the videos of its key, and ends it by closing its side', {
  timeout: 60_000,
}, async () => {
  const { secret } = await createKey(service, { account: 'stdio' });
  const id = await seedVideo(service, { account: 'stdio' });
  const variables = { PATH: process.env.PATH ?? '', VMS_API_URL: service.apiUrl, VMS_API_KEY: secret };
  await using agent = await stdioAgent(process.execPath, [launcher, 'mcp'], variables);
  expect((await agent.call('list_videos')).data.videos).toMatchObject([{ id }]);
});

test('a key that is refused ends the command with the reason, and nothing on standard output', {
  timeout: 60_000,
}, async () => {
  const env = { VMS_API_URL: service.apiUrl, VMS_API_KEY: 'vms_sk_unknown' };
  const { code, stdout, stderr } = await vmsProcess(['mcp'], { env });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('"vms keys create" makes a new one');
});
