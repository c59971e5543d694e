import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { displayName, timestamp } from './primitives.ts';

/** Semantic Versioning 2.0.0, without build metadata: it has no part in precedence. */
const VERSION =
  /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(-(0|[1-9]\d{0,9}|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d{0,9}|\d*[A-Za-z-][\dA-Za-z-]*))*)?$/;

const type = z
  .string()
  .max(LIMITS.nameLength)
  .regex(/^user:\w[\w./-]*$/, 'must be user:<name>')
  .describe('namespaced: `user:<name>`, as the `plugin.type` of overlays');

const version = z
  .string()
  .max(LIMITS.pluginVersionLength)
  .regex(VERSION, 'must be a version such as 1.2.0 or 2.0.0-beta.1')
  .describe('Semantic Versioning 2.0.0, without build metadata');

export const pluginInstallation = z
  .strictObject({
    type,
    version,
    title: displayName.optional(),
    description: z.string().max(LIMITS.descriptionLength).optional(),
    configSchema: z.unknown().nonoptional().meta({
      type: 'object',
      additionalProperties: true,
      description:
        'JSON Schema 2020-12 of the `plugin.config` of overlays of this type; may also be a boolean',
    }),
  })
  .meta({ id: 'PluginInstallation' });

export type PluginInstallation = z.infer<typeof pluginInstallation>;

/** Which version of a plugin. */
export const pluginVersion = { type, pluginVersion: version };

export const listedPlugin = z
  .object({
    type: z.string(),
    version: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
    configSchema: z.unknown().meta({
      type: 'object',
      additionalProperties: true,
      description: 'as it was installed; may also be a boolean',
    }),
    installedAt: timestamp,
  })
  .meta({ id: 'Plugin' });

export const installedPlugin = z
  .object({ type: z.string(), version: z.string(), installedAt: timestamp })
  .meta({ id: 'InstalledPlugin' });
