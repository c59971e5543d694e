import { announceUpload } from '../../client/announce-upload.ts';
import type { Client } from '../../client/client.ts';
import { partsOf } from '../../client/put-blob.ts';
import { uploadInParts } from '../../client/upload-in-parts.ts';

const PARALLEL_PARTS = 3;

/** Announces a file. @returns the id of its video */
export async function announceFile(client: Client, { name, size }: File): Promise<string> {
  return (await announceUpload(client, { fileName: name, fileSize: size })).id;
}

interface FileUpload {
  client: Client;
  file: File;
  /** Of the announced video. */
  id: string;
  /** CRC-64/NVME of the file, with which the store compares what has arrived. */
  checksum: string;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the parts of an announced file that have not arrived, and completes the upload.
 * @throws as `uploadInParts`
 */
export async function sendFile({ client, file, id, checksum, ...options }: FileUpload): Promise<void> {
  const { name, size } = file;
  await uploadInParts(
    client,
    {
      name,
      size,
      open: partsOf(file),
      checksum: async () => checksum,
    },
    { ...options, resume: id, parallel: PARALLEL_PARTS },
  );
}
