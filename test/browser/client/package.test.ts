import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { buildModules } from '../../../client/build/build-package.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';
import { PART_SIZE, paddedClip } from '../../support/videos/direct-upload.ts';
import { test } from '../support/browser-test.ts';
import { serveStatic } from '../support/static-site.ts';

const { apiUrl, apiKey } = await startTestService();
const folder = await temporaryFolder('package');
await buildModules(folder);
const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
const modules = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
);
const large = await paddedClip(folder, PART_SIZE + 1000);
const small = await readFile(path.join(folder, 'clip.mp4'));

/** What a page does with a chosen file: all that it says is in its list. */
const PAGE = `<!doctype html><html lang="en"><title>Upload</title><body><input type="file" aria-label="Video"><ol></ol>
  <script type="module">
    import { createClient, isApiFailure } from './index.js';

    const client = createClient(${JSON.stringify({ apiUrl, apiKey })});
    const say = (text) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: text }));
    document.querySelector('input').onchange = async ({ target: { files: [file] } }) => {
      let sent = 0;
      const { id } = await client.upload(file, { onProgress: (count) => { sent = count; } });
      say('sent ' + sent);
      const { status, fileSize } = await client.waitUntilProcessed(id);
      say(status + ' ' + fileSize);
      await client.processing.start(id);
      for await (const job of client.watchJob(id)) if (job.status === 'completed') say('searched');
      const read = await client.metadata.get(id).withResponse();
      say('read again: ' + (await client.metadata.get(id, { held: read }).withResponse() === read));
      await client.metadata.patch(id, { variables: [{ id: 'a' }] }, { ifMatch: read.etag });
      const late = client.metadata.patch(id, { variables: [{ id: 'a', value: 1 }] }, { ifMatch: read.etag });
      await late.catch((error) => say('conflict: ' + isApiFailure(error, 'VERSION_CONFLICT')));
      for await (const video of client.videos.list({ pageSize: 1 })) if (video.id === id) say('listed');
      say('deleted: ' + (await client.videos.delete(id)).success);
    };
  </script>`;

test.for([
  ['a small file', small],
  ['a file in parts', Buffer.from(large)],
] as const)('a page without tools takes %s through its life', async ([, buffer], { page }) => {
  await using site = await serveStatic((target) => {
    if (target === '/') return { type: 'text/html', body: PAGE };
    const body = modules.get(path.basename(target));
    return body === undefined ? 404 : { type: 'text/javascript', body };
  });
  await page.goto(site.origin);
  await page.getByLabel('Video').setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer });
  await page.getByText('deleted').waitFor();
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    `sent ${buffer.length}`,
    `processed ${buffer.length}`,
    'searched',
    'read again: true',
    'conflict: true',
    'listed',
    'deleted: true',
  ]);
});
