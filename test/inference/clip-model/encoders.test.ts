import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../../shared/inference/clip-model/embedder.ts';
import { type ImageEncoder, openImageEncoder } from '../../../shared/inference/clip-model/image-encoder.ts';
import { locateClipModel } from '../../../shared/inference/clip-model/store.ts';
import { openTextEncoder } from '../../../shared/inference/clip-model/text-encoder.ts';
import { cosine } from '../../../shared/vision/network/zero-shot.ts';
import { writeTinyClip } from '../../support/models/tiny-clip-model.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

let texts: Embedder<string>;
let pictures: ImageEncoder;

beforeAll(async () => {
  const models = await temporaryFolder('models');
  await writeTinyClip(models);
  const model = await locateClipModel([models]);
  if (model === null) throw new Error('the tiny model is not there');
  texts = await openTextEncoder(model);
  pictures = await openImageEncoder(model);
});
afterAll(async () => {
  await texts[Symbol.asyncDispose]();
  await pictures[Symbol.asyncDispose]();
});

const meaning = async (text: string): Promise<number[]> => {
  const embedding = await texts.embed(text);
  const largest = Math.max(...embedding);
  return Array.from(embedding, (value) => (largest > 0 ? value / largest : 0));
};

describe('texts', () => {
  test('mean what their words mean, in any case and with any spaces', async () => {
    expect(await meaning('red')).toEqual([1, 0, 0]);
    expect(await meaning('  A photo of\ta  YELLOW shape ')).toEqual([1, 1, 0]);
    expect(await meaning('red blue')).toEqual([1, 0, 1]);
    expect(await meaning('')).toEqual([0, 0, 0]);
  });

  test('without a known word, or of another script, are texts too', async () => {
    expect(await meaning('赤い 🟥 <|endoftext|> \u0000')).toEqual([0, 0, 0]);
  });

  test('that are too long lose their end', async () => {
    expect(await meaning(`red ${'blue '.repeat(9)}`)).toEqual([expect.closeTo(1 / 9, 6), 0, 1]);
    expect(await meaning(`red ${'blue '.repeat(500)}`)).toEqual([expect.closeTo(1 / 9, 6), 0, 1]);
  });
});

describe('pictures', () => {
  const plain = (width: number, height: number, colour: readonly number[]) => ({
    width,
    height,
    data: Uint8Array.from({ length: width * height * 3 }, (_, i) => colour[i % 3] ?? 0),
  });

  test('become what they show, from 0 to 1, with nothing around', async () => {
    const full = await pictures.embed(plain(32, 32, [255, 51, 0]));
    expect([...full]).toEqual([1, expect.closeTo(0.2, 6), 0]);
    const half = await pictures.embed(plain(32, 16, [255, 51, 0]));
    expect([...half]).toEqual([0.5, expect.closeTo(0.1, 6), 0]);
    expect(cosine(full, half)).toBeCloseTo(1, 6);
  });

  test('may be asked for side by side', async () => {
    const colours = [0, 51, 102, 153, 204, 255];
    const answers = await Promise.all(colours.map((red) => pictures.embed(plain(32, 32, [red, 0, 0]))));
    expect(answers.map(([red]) => Math.round((red ?? 0) * 255))).toEqual(colours);
  });
});
