/** Makes the package `video-metadata-client` in `dist/client`, and says how large its parts are: `npm run build:client`. */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLING, buildPackage } from './build-package.ts';

const folder = path.resolve(import.meta.dirname, '../../dist/client');
await buildPackage(folder);
const { outputFiles } = await build({
  ...BUNDLING,
  minify: true,
  splitting: false,
  outdir: folder,
  write: false,
});
for (const { path: file, contents } of outputFiles) {
  const [minified, zipped] = [contents, gzipSync(contents)].map(({ length }) => (length / 1000).toFixed(1));
  console.log(`${path.relative(process.cwd(), file)}: ${minified} kB minified, ${zipped} kB with gzip`);
}
