import {
  AV_FRAME_FLAG_CORRUPT,
  AV_FRAME_FLAG_KEY,
  FF_DECODE_ERROR_CONCEALMENT_ACTIVE,
} from 'node-av/constants';
import { expect, test } from 'vitest';
import { SoundPictures } from '../../../shared/media/decode/sound-pictures.ts';

const NONE = 0;
const picture = { flags: NONE, decodeErrorFlags: NONE };
const key = { ...picture, flags: AV_FRAME_FLAG_KEY };
const guessed = { ...picture, decodeErrorFlags: FF_DECODE_ERROR_CONCEALMENT_ACTIVE };
const guessedKey = { ...key, decodeErrorFlags: FF_DECODE_ERROR_CONCEALMENT_ACTIVE };
const corrupt = { ...picture, flags: AV_FRAME_FLAG_CORRUPT };

const verdicts = (pictures: readonly (typeof picture)[]): boolean[] => {
  const sound = new SoundPictures();
  return pictures.map((one) => sound.isSound(one));
};

test('a picture that the decoder has made up is none, and those behind it are', () => {
  expect(verdicts([key, picture, guessed, picture, corrupt, picture])).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('behind a key frame that is made up nothing is sound, up to the next', () => {
  expect(verdicts([key, guessedKey, picture, picture, key, picture])).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('the same holds for the picture at which decoding begins, whatever it is', () => {
  expect(verdicts([guessed, picture, key])).toEqual([false, false, true]);
  const sound = new SoundPictures();
  expect([sound.isSound(guessed), sound.isSound(picture)]).toEqual([false, false]);
  sound.begin();
  expect(sound.isSound(picture)).toBe(true);
});
