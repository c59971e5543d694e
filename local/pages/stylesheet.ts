import { readFile } from 'node:fs/promises';

/** Below this path lies what belongs to signing in. */
export const SIGN_IN_PATH = '/signin';
export const STYLESHEET_PATH = `${SIGN_IN_PATH}/page.css`;
export const ICON_PATH = `${SIGN_IN_PATH}/icon.svg`;
export const FONT_PATH = `${SIGN_IN_PATH}/font.woff2`;

const TOKENS = new URL('../../console/design/tokens.css', import.meta.url);
const STAND_IN = new URL('../../console/design/stand-in.css', import.meta.url);
const FONT = new URL('../../console/design/fonts/inter-latin.woff2', import.meta.url);
const ICON = new URL('../../console/design/icon.svg', import.meta.url);
const OWN = new URL('./page.css', import.meta.url);

interface PageFile {
  mediaType: string;
  bytes: Uint8Array;
}

/** The files of these pages: the console's design tokens, fonts and mark, and the few rules of their own. */
export async function pageFile(path: string): Promise<PageFile | null> {
  if (path === FONT_PATH) return { mediaType: 'font/woff2', bytes: await readFile(FONT) };
  if (path === ICON_PATH) return { mediaType: 'image/svg+xml', bytes: await readFile(ICON) };
  if (path !== STYLESHEET_PATH) return null;
  const sheets = await Promise.all([TOKENS, STAND_IN, OWN].map((sheet) => readFile(sheet)));
  return { mediaType: 'text/css; charset=utf-8', bytes: Buffer.concat(sheets) };
}
