import { stat } from 'node:fs/promises';
import type { UploadCompleted } from '../answers.ts';
import type { Client } from '../client.ts';
import { fitsForm } from '../upload-blob.ts';
import type { PartsOptions } from '../upload-in-parts.ts';
import { uploadDirect } from './upload-direct.ts';
import { uploadFile } from './upload-file.ts';

/**
 * Uploads a file of any size: a small one as a form, larger ones, and resumed uploads, in parts that go straight to the store.
 * @returns the video's id and status
 * @throws as `uploadDirect` and `uploadFile`
 */
export async function uploadPath(
  client: Client,
  file: string,
  options: PartsOptions = {},
): Promise<UploadCompleted> {
  const { size } = await stat(file);
  if (!fitsForm(size, options)) return uploadDirect({ ...options, client, file, size });
  const { id, status } = await uploadFile(client, file, options);
  return { id, status };
}
