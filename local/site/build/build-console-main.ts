/** Builds the console: `node build-console-main.ts FOLDER`. The last line on standard error says why it failed. */
import { fileURLToPath } from 'node:url';
import { buildFailure } from './build-failure.ts';
import { compressFiles } from './compress-files.ts';

const [, , folder = ''] = process.argv;
// Whatever the process that wants the pages calls itself: React is many times slower in development.
process.env.NODE_ENV = 'production';
const configFile = fileURLToPath(new URL('../../../console/vite.config.ts', import.meta.url));
try {
  // Loaded here, so that its absence is reported as well.
  const { build } = await import('vite');
  await build({
    configFile,
    configLoader: 'native',
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true },
  });
  await compressFiles(folder);
} catch (error) {
  console.error(buildFailure(error));
  process.exitCode = 1;
}
