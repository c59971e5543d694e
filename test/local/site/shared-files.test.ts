import { EventEmitter } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SharedFiles } from '../../../local/site/shared-files.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const folder = await temporaryFolder('files');
const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

test('answers that are being sent hold the same bytes of a file, which is read again once all have ended', async () => {
  const file = path.join(folder, 'app.js');
  await writeFile(file, 'first');
  const files = new SharedFiles();
  const [one, two] = [response(), response()];
  const [bytes, same] = await Promise.all([files.read(file, one), files.read(file, two)]);
  expect(same).toBe(bytes);
  one.emit('close');
  await writeFile(file, 'other');
  expect(await files.read(file, one)).toBe(bytes);
  one.emit('close');
  two.emit('close');
  expect(String(await files.read(file, one))).toBe('other');
  one.emit('close');
  await rm(file);
  expect(await files.read(file, two)).toBeNull();
});
