import type { StoreName } from './store-needs.ts';

/** The stores of what edits a document. */
export const EDITING = [
  'videoWriter',
  'versionWriter',
  'documentWriter',
  'storageQuota',
] as const satisfies readonly StoreName[];

/** The same where overlays may be among what is edited: their plugins have schemas. */
export const SECTION_EDITING = [...EDITING, 'pluginReader'] as const satisfies readonly StoreName[];
