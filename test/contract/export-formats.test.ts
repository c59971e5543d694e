import { expect, test } from 'vitest';
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  exportExtensions,
} from '../../shared/contract/export-formats.ts';
import { exportVideo } from '../../shared/contract/routes/metadata.ts';

test('no two formats share an extension, which alone names the stored export of a version', () => {
  const extensions = EXPORT_FORMAT_NAMES.flatMap(exportExtensions);
  expect(extensions).toEqual([...new Set(extensions)]);
  for (const extension of extensions) expect(extension).toMatch(/^[a-z0-9]+$/);
});

test('the endpoint takes every format, describes it, and gives the video with its metadata by default', () => {
  const { format } = exportVideo.query.shape;
  for (const name of EXPORT_FORMAT_NAMES) {
    expect(format.parse(name)).toBe(name);
    expect(format.description).toContain(`\`${name}\`: ${EXPORT_FORMATS[name].description}`);
  }
  expect(format.parse(undefined)).toBe('native');
});
