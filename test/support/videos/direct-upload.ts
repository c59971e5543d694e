import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc64nvme } from '../../../shared/kernel/checksums/crc.ts';
import { synthesizeClip } from '../../../synthetic/synthesize-clip.ts';
import type { Api } from '../service/api.ts';

export interface Announced {
  id: string;
  name: string;
  status: string;
  uploadProgress: number;
  upload: { partSize: number; parts: { number: number; url: string }[]; expiresAt: string };
}

export interface UploadState {
  status: string;
  partSize: number;
  parts: { number: number; size: number; etag: string }[];
  remaining: { number: number; url: string }[];
  expiresAt: string;
}

const MIB = 1024 * 1024;
/** Bytes of a part of any file below 8,000 MiB. */
export const PART_SIZE = 8 * MIB;

/** A playable MP4 of exactly `size` bytes (more than the clip itself): a `free` box fills it up. */
export async function paddedClip(folder: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(folder, 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
  const clip = await readFile(file);
  const bytes = new Uint8Array(size);
  bytes.set(clip);
  const box = new DataView(bytes.buffer, clip.length);
  box.setUint32(0, size - clip.length);
  bytes.set(Buffer.from('free'), clip.length + 4);
  // No two parts alike.
  for (let at = clip.length + 8; at < size; at += MIB) bytes[at] = at / MIB;
  return bytes;
}

export const announce = (api: Api, fileSize: number, more: Record<string, unknown> = {}) =>
  api<Announced>('POST', '/api/videos/upload', { json: { fileName: 'clip.mp4', fileSize, ...more } });

export const partOf = (bytes: Uint8Array<ArrayBuffer>, number: number): Uint8Array<ArrayBuffer> =>
  bytes.subarray((number - 1) * PART_SIZE, number * PART_SIZE);

/** PUTs parts to their presigned URLs. */
export async function sendParts(
  bytes: Uint8Array<ArrayBuffer>,
  urls: readonly { number: number; url: string }[],
): Promise<{ number: number; etag: string }[]> {
  return Promise.all(
    urls.map(async ({ number, url }) => {
      const response = await fetch(url, { method: 'PUT', body: partOf(bytes, number) });
      if (!response.ok)
        throw new Error(`part ${number} answered ${response.status}: ${await response.text()}`);
      return { number, etag: response.headers.get('etag') ?? '' };
    }),
  );
}

export const complete = (api: Api, id: string, body: { parts: unknown; crc64nvme?: string }) =>
  api<{ id: string; status: string }>('POST', `/api/videos/${id}/upload/complete`, { json: body });

export function checksumOf(bytes: Uint8Array<ArrayBuffer>): string {
  const crc = crc64nvme();
  crc.update(bytes);
  return Buffer.from(crc.digest()).toString('base64');
}
