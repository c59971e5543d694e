import { ApiError } from '../contract/errors.ts';
import { rangeDetails } from '../contract/range.ts';
import { toField } from '../domain/json/path.ts';
import type { UploadedFile } from './call.ts';
import { formParts } from './multipart-parts.ts';
import { utf8Text } from './utf8.ts';

interface MultipartForm {
  fields: Record<string, string>;
  file: UploadedFile;
}

interface FormRules {
  /** Name of the part that holds the file. */
  file: string;
  maxFileBytes: number;
  /** Message of the error for a larger file. */
  tooLarge: string;
}

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;

const refused = (field: string, message: string, details?: Record<string, unknown>): ApiError =>
  new ApiError('INVALID_PARAMETER', message, { field, details });

/**
 * Reads a form with text fields and exactly one file. Reading stops at the first error.
 * @throws ApiError `INVALID_PARAMETER`, `MISSING_PARAMETER`, `FILE_TOO_LARGE`
 */
export function parseMultipart(
  body: Buffer,
  contentType: string,
  { file: fileField, maxFileBytes, tooLarge }: FormRules,
): MultipartForm {
  const fields = new Map<string, string>();
  let file: UploadedFile | undefined;
  for (const { name, fileName, content } of formParts(body, contentType)) {
    const field = toField([name]);
    const provided = content.length;
    if (name === fileField) {
      if (file !== undefined) throw refused(field, `Exactly one ${fileField} is expected.`);
      if (provided > maxFileBytes) {
        const details = rangeDetails({ min: 1, max: maxFileBytes, provided });
        throw new ApiError('FILE_TOO_LARGE', tooLarge, { field, details });
      }
      file = { bytes: content, name: fileName ?? '' };
      continue;
    }
    if (fileName !== undefined) {
      throw refused(field, `A file belongs in the part "${fileField}", not in "${field}".`);
    }
    if (fields.has(name)) throw refused(field, `${field} is given more than once.`);
    if (fields.size === MAX_FIELDS) {
      const details = rangeDetails({ max: MAX_FIELDS, provided: MAX_FIELDS + 1 });
      throw refused('body', `The form has more than ${MAX_FIELDS} fields.`, details);
    }
    if (provided > MAX_FIELD_BYTES) {
      throw refused(field, `${field} is too long.`, rangeDetails({ max: MAX_FIELD_BYTES, provided }));
    }
    fields.set(name, utf8Text(content, field));
  }
  if (file === undefined) {
    throw new ApiError('MISSING_PARAMETER', `${fileField} is required.`, { field: fileField });
  }
  return { fields: Object.fromEntries(fields), file };
}
