import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { pictureTexture, type Texture } from './generator/texture.ts';

/** How many pictures are held. */
const MOST = 24;

/**
 * Photographs as textures, from `images/` of a folder: the ones with even places in the alphabet for development, the odd
 * ones for judging. None where there is no folder.
 */
export async function pictureTextures(
  folder: string | undefined,
  use: 'development' | 'judging',
): Promise<Texture[]> {
  const images = folder && path.join(folder, 'images');
  if (!images || !existsSync(images)) return [];
  const names = readdirSync(images)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .filter((_, place) => place % 2 === (use === 'development' ? 0 : 1));
  const textures: Texture[] = [];
  for (const name of names.slice(0, MOST))
    textures.push(pictureTexture(await decodeJpeg(readFileSync(path.join(images, name)))));
  return textures;
}
