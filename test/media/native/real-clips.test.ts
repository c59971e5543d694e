import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { readEmbedded } from '../../../shared/media/native/embedding.ts';
import { longFrom } from '../../support/run/long.ts';
import { embed, ffmpegView, mediabunnyView, utf8 } from './clips.ts';

const folder = process.env.VMS_CLIPS_DIR;
/** Its second box states a length of 3 bytes; neither FFmpeg nor mediabunny reads on from there. */
const UNREADABLE = 'sample_malformed_free_box.mp4';
const files = folder ? readdirSync(folder).filter((name) => /\.(mp4|mov|webm)$/.test(name)) : [];
/** A clip of as many bytes takes a second. */
const LARGE_BYTES = 350_000;
const document = utf8(JSON.stringify({ schemaVersion: '1.0', layers: [] }));

describe.skipIf(!folder)('clips from other sources (skipped: VMS_CLIPS_DIR is not set)', () => {
  for (const name of files.filter((name) => name !== UNREADABLE)) {
    const file = path.join(folder ?? '', name);
    const options = longFrom(LARGE_BYTES, statSync(file).size);
    test(`${name} plays the same and gives the document back`, options, async () => {
      const container = name.endsWith('.webm') ? 'webm' : name.endsWith('.mov') ? 'mov' : 'mp4';
      const original = readFileSync(file);
      const exported = await embed(container, original, document);
      expect(await ffmpegView(exported)).toEqual(await ffmpegView(original));
      expect(await mediabunnyView(exported)).toEqual(await mediabunnyView(original));
      expect(await readEmbedded(container, bytesSource(exported))).toEqual(Buffer.from(document));
      expect((await embed(container, exported, document)).equals(exported)).toBe(true);
    });
  }

  test.runIf(files.includes(UNREADABLE))('a file that nothing reads is refused', async () => {
    const original = readFileSync(path.join(folder ?? '', UNREADABLE));
    await expect(embed('mp4', original, document)).rejects.toMatchObject({ reason: 'malformed' });
  });
});
