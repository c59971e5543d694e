import {
  applyChanges,
  getProject,
  installPlugin,
  listPlugins,
  listProjects,
  removePlugin,
} from '../../routes/projects.ts';
import { documented } from './documented.ts';
import { UPDATED_AT, VIDEO, VIDEO_ID } from './samples.ts';

const CALLOUT = {
  type: 'user:callout',
  version: '1.0.0',
  title: 'Callout',
  configSchema: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 80 }, color: { pattern: '^#[0-9a-f]{6}$' } },
    required: ['text'],
  },
};

export const projectDocumentation = [
  documented(listProjects, {
    description: 'Only processed videos; for a restricted key, only those it may use.',
    response: { projects: [{ videoId: VIDEO_ID, title: VIDEO.name, revision: 7, updatedAt: UPDATED_AT }] },
  }),
  documented(getProject, {
    description: '`revision` is the version of the metadata.',
    params: { videoId: VIDEO_ID },
    response: {
      videoId: VIDEO_ID,
      title: VIDEO.name,
      revision: 7,
      video: { title: VIDEO.name, fps: 25, width: 1920, height: 1080, duration: VIDEO.duration },
      summary: { overlays: 1, variables: 1, rules: 0 },
    },
  }),
  documented(applyChanges, {
    description:
      'The operations of RFC 6902 are applied in their order, all of them or none, to the revision they are made for.',
    params: { videoId: VIDEO_ID },
    body: {
      baseRevision: 7,
      description: 'Slower ferry',
      changes: [
        { op: 'test', path: '/variables/0/id', value: 'speed' },
        { op: 'replace', path: '/variables/0/value', value: 3.8 },
      ],
    },
    response: { success: true, revision: 8, updatedAt: UPDATED_AT },
  }),
  documented(installPlugin, {
    description:
      'From then on the `plugin.config` of every overlay of this `type` that a write adds or changes must match the ' +
      '`configSchema` of the newest version installed for the project, by the precedence of Semantic Versioning, ' +
      'pre-releases included. Overlays that a write does not touch are not checked again.\n\n' +
      'The schema is JSON Schema 2020-12. References must stay inside it, patterns are those of RE2 (no back ' +
      'references, no look-around), `format` is an annotation, and `$dynamicRef` is not supported. Installing the ' +
      'same plugin again answers 200 and changes nothing; different content under the same version is refused.',
    params: { videoId: VIDEO_ID },
    body: CALLOUT,
    response: {
      success: true,
      plugin: { type: 'user:callout', version: '1.0.0', installedAt: UPDATED_AT },
    },
  }),
  documented(listPlugins, {
    description: 'By type, the versions of a type by precedence, the newest last.',
    params: { videoId: VIDEO_ID },
    response: { plugins: [{ ...CALLOUT, installedAt: UPDATED_AT }] },
  }),
  documented(removePlugin, {
    description:
      'Overlays of the type stay as they are. What writes add or change is then checked against the newest version that is ' +
      'left, if any.',
    params: { videoId: VIDEO_ID, type: 'user:callout', pluginVersion: '1.0.0' },
    response: { success: true, removed: true },
  }),
];
