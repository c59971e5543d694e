import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { Route } from '../../shared/contract/route.ts';
import { calledRoute, ENDPOINTS } from '../package/endpoints.ts';

const ROUTES_FOLDER = path.join('shared', 'contract', 'routes') + path.sep;

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** What a call needs of a definition; of a form also where its file is. */
const dataOf = (route: Route) => ({
  ...calledRoute(route),
  ...(route.body?.kind === 'multipart' && { body: { file: route.body.file } }),
});

const exported = (name: string, value: unknown): string => `export const ${name} = ${JSON.stringify(value)};`;

/** Definitions of endpoints become what a call needs of them, so that no schema and no zod is in the bundle. */
export const contractAsData: Plugin = {
  name: 'contract-as-data',
  setup(build) {
    build.onLoad(
      { filter: /[\\/](routes[\\/][\w-]+|package[\\/]endpoints)\.ts$/ },
      async ({ path: file }) => {
        if (path.basename(file) === 'endpoints.ts') return { contents: exported('ENDPOINTS', ENDPOINTS) };
        if (!file.includes(ROUTES_FOLDER)) return undefined;
        const definitions = Object.entries((await import(file)) as Record<string, unknown>);
        const lines = definitions.flatMap(([name, value]) =>
          isRoute(value) ? [exported(name, dataOf(value))] : [],
        );
        return { contents: lines.join('\n') };
      },
    );
  },
};
