import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installed } from '../../installed.ts';
import { quietly } from '../command-output.ts';
import type { Generator } from '../generator.ts';
import { OPENAPI_GENERATOR_VERSION, openapiGenerator } from './openapi-generator.ts';

const DRIVER = path.join(import.meta.dirname, '../drivers/driver.go');

/** What the client's own module requires. */
const MODULE = `module example.org

go 1.23

require gopkg.in/validator.v2 v2.0.1
`;

/** Modules and compiled packages, kept between runs. */
const caches = async (): Promise<NodeJS.ProcessEnv> => {
  const folder = await installed('go-client-modules-1', async () => undefined);
  return {
    ...process.env,
    GOFLAGS: '-mod=mod -modcacherw',
    GOMODCACHE: path.join(folder, 'modules'),
    GOCACHE: path.join(folder, 'compiled'),
  };
};

export const go: Generator = {
  name: 'openapi-generator, go',
  version: OPENAPI_GENERATOR_VERSION,
  needs: ['java', 'mvn', 'go'],
  async generate({ description, folder }) {
    const client = path.join(folder, 'client');
    await openapiGenerator('go', description, client, ['packageName=client', 'withGoMod=false']);
  },
  async compile({ folder }) {
    await mkdir(path.join(folder, 'driver'));
    await copyFile(DRIVER, path.join(folder, 'driver/driver.go'));
    await writeFile(path.join(folder, 'go.mod'), MODULE);
    const options = { cwd: folder, env: await caches() };
    await quietly('go', ['build', '-o', 'program', './driver'], options);
  },
  program: async ({ folder }) => ({ command: path.join(folder, 'program'), args: [] }),
};
