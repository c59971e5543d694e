/**
 * One account that keeps the service busy, in its own process: `node neighbours-load.ts LOAD API_URL KEY CLIP`. Prints a
 * line after each answer; runs until it is killed.
 */
import { readFile } from 'node:fs/promises';

const MIB = 1024 * 1024;
const FILE_BYTES = 100 * MIB;
const FIELDS = 100_000;
const EXPORTED_VARIABLES = 16;
/** Concurrent requests. */
const CONCURRENCY = 2;

const [, , load = '', apiUrl = '', key = '', clip = ''] = process.argv;
const headers = { Authorization: `Bearer ${key}` };

const call = async (
  method: string,
  target: string,
  body?: string | FormData,
  type?: string,
): Promise<unknown> => {
  const response = await fetch(`${apiUrl}${target}`, {
    method,
    headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  return response.json();
};
const patch = (id: string, variables: object[]) =>
  call('PATCH', `/api/videos/${id}/metadata`, JSON.stringify({ variables }), 'application/json');

function form(file: Blob): FormData {
  const data = new FormData();
  data.append('file', file, 'file.mp4');
  return data;
}

/** The largest MP4 that a form may contain, made of empty boxes. */
function emptyBoxes(): Blob {
  const file = Buffer.alloc(FILE_BYTES);
  const box = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);
  file.fill(box);
  file.writeUInt32BE(16, 0);
  file.write('ftypisom', 4, 'latin1');
  return new Blob([file]);
}

function manyFields(): { body: string; type: string } {
  const field = (n: number) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n${n}\r\n`;
  const body = `${Array.from({ length: FIELDS }, (_, n) => field(n)).join('')}--x--\r\n`;
  return { body, type: 'multipart/form-data; boundary=x' };
}

async function processedVideo(): Promise<string> {
  const { id } = (await call('POST', '/api/videos/upload', form(new Blob([await readFile(clip)])))) as {
    id: string;
  };
  for (;;) {
    const { status } = (await call('GET', `/api/videos/${id}`)) as { status: string };
    if (status === 'processed') return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A video whose document is large. */
async function largeVideo(): Promise<string> {
  const id = await processedVideo();
  for (let n = 0; n < EXPORTED_VARIABLES; n++)
    await patch(id, [{ id: `v${n}`, text: 'x'.repeat(MIB - 1024) }]);
  return id;
}

const LOADS: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  boxes: async () => {
    const file = emptyBoxes();
    return () => call('POST', '/api/videos/upload', form(file));
  },
  fields: async () => {
    const { body, type } = manyFields();
    return () => call('POST', '/api/videos/upload', body, type);
  },
  exports: async () => {
    const id = await largeVideo();
    return async () => {
      await patch(id, [{ id: 'small', text: String(performance.now()) }]);
      await call('GET', `/api/videos/${id}/export`);
    };
  },
};

const send = await LOADS[load]?.();
if (send === undefined) throw new TypeError(`LOAD is one of ${Object.keys(LOADS).join(', ')}`);
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (;;) {
      await send();
      console.log('answered');
    }
  }),
);
