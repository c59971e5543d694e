import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { readEmbedded } from '../../../shared/media/native/embedding.ts';
import { decodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { vmsProcess } from '../vms-process.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

test('a clip goes in; objects, an edited document, a playable export and a picture come out', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => path.join(folder.path, name);
  await synthesizeClip(at('shapes.mp4'), { seconds: 4, width: 320, height: 180 });

  const { code, stdout } = await vmsProcess([
    'demo',
    at('shapes.mp4'),
    '--json',
    '--data',
    at('data'),
    '--out',
    at('out'),
  ]);

  expect(code).toBe(0);
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(result).toEqual({
    videoId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    model: 'moving-object',
    objects: expect.any(Number),
    version: 3,
    exportFile: at('out/shapes.export.mp4'),
    documentFile: at('out/shapes.metadata.json'),
    exportVerified: true,
    contactSheet: at('out/shapes.contact-sheet.jpg'),
  });
  expect(result.objects).toBeGreaterThan(0);

  const embedded = await readEmbedded('mp4', bytesSource(await readFile(result.exportFile)));
  const document = JSON.parse(Buffer.from(embedded ?? []).toString());
  expect(Object.keys(document.objects)).toHaveLength(result.objects);
  expect(document.layers).toMatchObject([
    { name: 'Demo', overlays: [{ plugin: { type: 'core:text', config: { text: 'shapes.mp4' } } }] },
  ]);
  const sheet = await decodeJpeg(await readFile(result.contactSheet));
  expect(sheet.width).toBeGreaterThan(1000);
});

test('the demo ends with how to see the video in the console, and commands find it', {
  tags: 'long',
}, async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => path.join(folder.path, name);
  await synthesizeClip(at('short.mp4'), { seconds: 1, width: 320, height: 180 });
  const { stdout } = await vmsProcess(['demo', at('short.mp4'), '--data', at('data'), '--out', at('out')]);
  expect(stdout).toMatch(/\n\nNext: "npm start -- --data \S+" shows it in the console\.\n$/);
  const { stdout: listed } = await vmsProcess(['list', '--json', '--data', at('data')]);
  expect(JSON.parse(listed).total).toBe(1);
});

test('a video that cannot be used ends the demo with its reason', { tags: 'long' }, async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => path.join(folder.path, name);
  await synthesizeClip(at('whole.mp4'), { seconds: 1, width: 320, height: 180 });
  const whole = await readFile(at('whole.mp4'));
  await writeFile(at('half.mp4'), whole.subarray(0, whole.length / 2));

  const { code, stdout, stderr } = await vmsProcess([
    'demo',
    at('half.mp4'),
    '--data',
    at('data'),
    '--out',
    at('out'),
  ]);

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('The video cannot be used: The file is incomplete');
});
