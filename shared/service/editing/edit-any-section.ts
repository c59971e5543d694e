import type { EditResult } from '../../domain/document/edit/document-edit.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openPluginReader } from '../../stores/plugins.ts';
import { EDITING_STORES } from './commit-edit.ts';
import { type EditRequest, editDocument } from './edit-document.ts';
import { requirePluginConfigs } from './require-plugin-configs.ts';

/** The stores of an endpoint whose edits may change layers, hence overlays, which plugins have schemas for. */
export const SECTION_EDITING_STORES = { ...EDITING_STORES, plugins: openPluginReader };

/**
 * Edits any section of the metadata document, overlays by the schemas of their plugins.
 * @throws ApiError as `editDocument` and `requirePluginConfigs`
 */
export const editAnySection = <Result extends EditResult>(
  stores: Opened<typeof SECTION_EDITING_STORES>,
  request: Omit<EditRequest<Result>, 'requireLayers'>,
) =>
  editDocument(stores, {
    ...request,
    requireLayers: (before, after) => requirePluginConfigs(stores.plugins, request.videoId, before, after),
  });
