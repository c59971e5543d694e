import { CONTAINERS, type Container, VIDEO_EXTENSIONS } from './video-formats.ts';

interface ExportFormatSpec {
  /** In the console's menu. */
  readonly label: string;
  /** Completes "the export is …": in the reference and in `vms`. */
  readonly description: string;
  /** Its extension, without a dot, is that of no other format: it names the stored export of a version. */
  readonly file: 'a video as uploaded' | { readonly extension: string; readonly mediaType: string };
}

const formats = <Name extends string>(specs: Readonly<Record<Name, ExportFormatSpec>>) => specs;

/** What a video can be exported as. API, reference, `vms`, console and rehearsal offer each of them. */
export const EXPORT_FORMATS = formats({
  native: {
    label: 'Video with its metadata',
    description: 'the video with its metadata embedded',
    file: 'a video as uploaded',
  },
  json: {
    label: 'Metadata as JSON',
    description: 'the metadata document',
    file: { extension: 'json', mediaType: 'application/json' },
  },
});

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];

export const DEFAULT_EXPORT_FORMAT: ExportFormat = 'native';

/** The file that a video is exported as; its extension has no dot. */
export function exportFile(
  format: ExportFormat,
  container: Container,
): { readonly extension: string; readonly mediaType: string } {
  const { file } = EXPORT_FORMATS[format];
  return file === 'a video as uploaded' ? { extension: container, mediaType: CONTAINERS[container] } : file;
}

/** The extensions, without dots, that files of the format have; the first one is the usual one. */
export function exportExtensions(format: ExportFormat): readonly string[] {
  const { file } = EXPORT_FORMATS[format];
  return file === 'a video as uploaded' ? VIDEO_EXTENSIONS : [file.extension];
}
