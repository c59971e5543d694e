import path from 'node:path';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../contract/errors.ts';
import type { UploadedFile } from './call.ts';

export interface MultipartForm {
  fields: Record<string, string>;
  file: UploadedFile;
}

const LIMITS = { fields: 20, fieldSize: 4096, parts: 25, headerPairs: 50 };

const malformed = (): ApiError =>
  new ApiError('INVALID_PARAMETER', 'The multipart form is malformed.', { field: 'body' });

/**
 * Reads a multipart form (RFC 7578) with text fields and exactly one file.
 * @param maxFileBytes largest file
 * @param tooLarge message of the error for a larger one
 */
export function parseMultipart(
  body: Uint8Array,
  contentType: string,
  fileField: string,
  maxFileBytes: number,
  tooLarge: string,
): Promise<MultipartForm> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null);
    const chunks: Buffer[] = [];
    let fileName = '';
    let files = 0;
    let size = 0;
    let problem: ApiError | null = null;

    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { ...LIMITS, fileSize: maxFileBytes + 1 },
        // The body is here as a whole. Where a part has to wait, one that is skipped would wait for ever.
        fileHwm: body.length + 1,
        // What counts as the file is decided by the field's name, not by whether it names a file type.
        isPartAFile: (name) => name === fileField,
      });
    } catch {
      reject(malformed());
      return;
    }

    parser.on('file', (name, stream, filename) => {
      fileName = path.basename(filename ?? '');
      files++;
      if (name !== fileField || files > 1) {
        problem ??= new ApiError('INVALID_PARAMETER', `Exactly one ${fileField} is expected.`, {
          field: name,
        });
      }
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (files === 1 && size <= maxFileBytes) chunks.push(chunk);
      });
      stream.on('error', () => reject(malformed()));
    });
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) {
        problem ??= new ApiError('INVALID_PARAMETER', `${name} is too long.`, {
          field: name,
          details: { max: LIMITS.fieldSize },
        });
      } else if (name in fields) {
        problem ??= new ApiError('INVALID_PARAMETER', `${name} is given twice.`, { field: name });
      }
      fields[name] = value;
    });
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(event, () => {
        problem ??= new ApiError('INVALID_PARAMETER', 'The multipart form has too many parts.', {
          field: 'body',
        });
      });
    }
    parser.on('error', () => reject(malformed()));
    parser.on('finish', () => {
      if (problem === null && files === 0) {
        problem = new ApiError('MISSING_PARAMETER', `${fileField} is required.`, { field: fileField });
      }
      if (problem === null && size > maxFileBytes) {
        problem = new ApiError('FILE_TOO_LARGE', tooLarge, {
          field: fileField,
          details: { min: 1, max: maxFileBytes, provided: size },
        });
      }
      if (problem !== null) reject(problem);
      else resolve({ fields, file: { bytes: Buffer.concat(chunks), name: fileName } });
    });
    parser.end(body);
  });
}
