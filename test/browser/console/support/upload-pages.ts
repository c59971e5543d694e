import type { Page, Request, Route } from 'playwright-core';

const MIB = 1024 * 1024;

/** A clip made as large as this by a box that players pass over (ISO/IEC 14496-12, 8.1.2). */
export function enlarged(clip: Uint8Array, size: number): Buffer {
  const free = Buffer.alloc(size - clip.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4);
  return Buffer.concat([clip, free]);
}

/** A clip with its movie box at the end, as cameras write it; another box of this size keeps the place of its samples. */
export function movieLast(clip: Uint8Array): Buffer {
  const file = Buffer.from(clip);
  const type = file.indexOf('moov');
  const start = type - 4;
  const movie = Buffer.from(file.subarray(start, start + file.readUInt32BE(start)));
  file.write('free', type);
  return Buffer.concat([file, movie]);
}

/** The beginning of an MP4, and nothing after it. */
export const brokenFile = (): Buffer<ArrayBuffer> =>
  Buffer.from([0, 0, 0, 16, ...Buffer.from('ftypisom'), 0, 0, 0, 0]);

/** Three parts. */
export const THREE_PARTS = 17 * MIB;

/** Drops files that are made in the page: Playwright cannot drag from outside. */
export async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  // The rest of an enlarged clip is zeros, which need not travel.
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const head = bytes.subarray(0, end).toString('base64');
  await page.evaluate(
    async ([text, size, fileName]) => {
      const begin = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const file = new File([begin, new Uint8Array(size - begin.length)], fileName, { type: 'video/mp4' });
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    [head, bytes.length, name] as const,
  );
}

/** Chooses a file for an interrupted upload. */
export async function chooseFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'video/mp4', buffer: bytes });
}

export const isPart = (request: Request): boolean => request.method() === 'PUT';

/** Lets as many parts through to the store; the others stay on their way. */
export async function holdPartsAfter(page: Page, count: number): Promise<void> {
  let passed = 0;
  await page.route(
    (url) => url.searchParams.has('partNumber'),
    async (route: Route) => {
      if (!isPart(route.request()) || passed++ < count) await route.continue();
    },
  );
}

export const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
