import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { SECTION_EDITING } from '../needs/editing-stores.ts';
import { type Route, route } from '../route.ts';
import { none, projectId } from '../schemas/parameters.ts';
import { installedPlugin, listedPlugin, pluginInstallation, pluginVersion } from '../schemas/plugin.ts';
import { timestamp, versionNumber } from '../schemas/primitives.ts';
import { changeRequest, projectListEntry, projectSummary } from '../schemas/project.ts';

export const listProjects = route({
  key: 'projects/list-projects',
  method: 'GET',
  path: '/api/v1/projects',
  audience: 'integrators',
  summary: 'List the processed videos the key may use, newest first',
  scopes: ['project:read'],
  params: none,
  query: none,
  body: null,
  status: 200,
  response: z
    .object({ projects: z.array(projectListEntry).max(LIMITS.listedProjects) })
    .meta({ id: 'ProjectList' }),
  stream: true,
  memory: 512,
  stores: ['videoLists'],
});

export const getProject = route({
  key: 'projects/get-project',
  method: 'GET',
  path: '/api/v1/projects/{videoId}',
  audience: 'integrators',
  summary: 'Read the summary of a project',
  scopes: ['project:read'],
  params: projectId,
  query: none,
  body: null,
  status: 200,
  response: projectSummary,
  errors: ['VIDEO_NOT_READY'],
  memory: 1024,
  stores: ['videoReader', 'versionLists', 'documentReader'],
});

export const applyChanges = route({
  key: 'projects/apply-changes',
  method: 'POST',
  path: '/api/v1/projects/{videoId}/changes',
  audience: 'integrators',
  summary: 'Apply a JSON Patch to the document of a project',
  scopes: ['project:edit'],
  params: projectId,
  query: none,
  body: { kind: 'json', schema: changeRequest },
  status: 200,
  response: z
    .object({ success: z.boolean(), revision: versionNumber, updatedAt: timestamp })
    .meta({ id: 'ChangesApplied' }),
  etag: true,
  ifMatch: true,
  errors: ['READ_ONLY_FIELD', 'OBJECT_NOT_FOUND', 'VIDEO_NOT_READY', 'QUOTA_EXCEEDED'],
  memory: 1024,
  stores: [...SECTION_EDITING, 'idempotency'],
});

export const installPlugin = route({
  key: 'projects/install-plugin',
  method: 'POST',
  path: '/api/v1/projects/{videoId}/plugins',
  audience: 'integrators',
  summary: 'Install a plugin for the overlays of a project',
  scopes: ['library:install'],
  params: projectId,
  query: none,
  body: { kind: 'json', schema: pluginInstallation },
  status: 201,
  unchangedStatus: 200,
  response: z.object({ success: z.boolean(), plugin: installedPlugin }).meta({ id: 'PluginInstalled' }),
  errors: ['VIDEO_NOT_READY', 'PLUGIN_CONFLICT'],
  memory: 1024,
  stores: ['videoReader', 'versionLists', 'pluginInstaller', 'idempotency'],
});

export const listPlugins = route({
  key: 'projects/list-plugins',
  method: 'GET',
  path: '/api/v1/projects/{videoId}/plugins',
  audience: 'integrators',
  summary: 'List the plugins that are installed for a project',
  scopes: ['project:read'],
  params: projectId,
  query: none,
  body: null,
  status: 200,
  response: z.object({ plugins: z.array(listedPlugin).max(LIMITS.plugins) }).meta({ id: 'PluginList' }),
  stream: true,
  stores: ['videoReader', 'versionLists', 'pluginLists'],
});

export const removePlugin = route({
  key: 'projects/remove-plugin',
  method: 'DELETE',
  path: '/api/v1/projects/{videoId}/plugins/{type}/{pluginVersion}',
  audience: 'integrators',
  summary: 'Remove a version of a plugin; safe to repeat',
  scopes: ['library:install'],
  params: projectId.extend(pluginVersion),
  query: none,
  body: null,
  status: 200,
  response: z
    .object({ success: z.boolean(), removed: z.boolean().describe('whether it was installed') })
    .meta({ id: 'PluginRemoved' }),
  stores: ['videoReader', 'versionLists', 'pluginRemoval'],
});

export const projectRoutes: readonly Route[] = [
  listProjects,
  getProject,
  applyChanges,
  installPlugin,
  listPlugins,
  removePlugin,
];
