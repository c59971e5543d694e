import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  type ExportFormat,
  exportExtensions,
} from '../shared/contract/export-formats.ts';
import { CommandFailure, UsageError } from './failures.ts';

interface OutputKind {
  readonly what: string;
  /** With their dots; the first one is advised. */
  readonly extensions: readonly string[];
}

export const JPEG: OutputKind = { what: 'a JPEG picture', extensions: ['.jpg', '.jpeg', '.jpe', '.jfif'] };

export const exportOf = (format: ExportFormat): OutputKind => ({
  what: EXPORT_FORMATS[format].description,
  extensions: exportExtensions(format).map((extension) => `.${extension}`),
});

const FOREIGN_EXTENSIONS =
  '.png .gif .webp .bmp .tif .tiff .avif .heic .heif .jxl .svg .pdf .mkv .avi .ogv .mpg .mpeg'.split(' ');

const KNOWN_EXTENSIONS = new Set([
  ...FOREIGN_EXTENSIONS,
  ...[JPEG, ...EXPORT_FORMAT_NAMES.map(exportOf)].flatMap(({ extensions }) => extensions),
]);

/** Ends in a separator, or is `.` or `..`. */
const FOLDER_NAME = path.sep === '/' ? /(^|\/)\.{0,2}$/ : /(^|[\\/])\.{0,2}$/;

/**
 * Refuses a file whose folder does not exist, so that a mistyped path creates none.
 * @throws CommandFailure
 */
export async function requireFolderOf(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory()) throw new CommandFailure('NO_SUCH_FOLDER', `There is no folder ${folder}.`);
}

/** @throws UsageError where the extension is that of something else; none, and one that nothing is known of, are fine */
function requireExtension(file: string, { what, extensions }: OutputKind): void {
  const { dir, name, ext } = path.parse(file);
  const given = ext.toLowerCase();
  if (!KNOWN_EXTENSIONS.has(given) || extensions.includes(given)) return;
  const better = path.join(dir, `${name}${extensions[0]}`);
  throw new UsageError(`--out: ${what} is written, which is no ${ext} file: name it ${better}.`);
}

/**
 * Refuses a path that cannot become a file: one that names a folder, existing or not, or has no parent folder; and one that is
 * named like something else than the kind that is written.
 * @throws CommandFailure, or UsageError for the name
 */
export async function requireFileTarget(file: string, kind?: OutputKind): Promise<void> {
  const isFolder = async () => (await stat(file).catch(() => null))?.isDirectory() === true;
  if (FOLDER_NAME.test(file) || (await isFolder())) {
    throw new CommandFailure('IS_A_FOLDER', `${file} names a folder, not a file.`);
  }
  if (kind !== undefined) requireExtension(file, kind);
  await requireFolderOf(file);
}
