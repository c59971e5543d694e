import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENCODINGS } from '../../../local/site/build/compress-files.ts';
import { startConsoleBuild } from '../../../local/site/build/console-build.ts';

const { done, state } = startConsoleBuild({ environment: process.env, onFailure: () => undefined });
await done;
const built = state();
if (built === null || 'failure' in built) throw new Error(built?.failure ?? 'The console was not built');

/** Every file of the build that is no compressed copy of another, by its name. */
const files = new Map(
  readdirSync(built.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ENCODINGS.some(({ suffix }) => entry.name.endsWith(suffix)))
    .map(({ name, parentPath }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]),
);
const filesWith = (text: string): string[] =>
  [...files].flatMap(([name, content]) => (content.includes(text) ? [name] : []));
const sourceOf = (file: string): string =>
  readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8');

test('the build has the console: its page, scripts, styles and workers', () => {
  for (const name of [/^index\.html$/, /^index-.*\.js$/, /\.css$/, /worker.*\.js$/]) {
    expect([...files.keys()]).toContainEqual(expect.stringMatching(name));
  }
});

// Texts that minifiers leave; the first shows that those of packages are found.
test.each([
  ['react-dom/cjs/react-dom-client.production.js', 'Minified React error #', true],
  ['oidc-provider/lib/provider.js', 'interaction session id cookie not found', false],
  ['koa/lib/application.js', 'middleware must be a function!', false],
])('what browsers load has %s: %s → %s', (source, text, isThere) => {
  expect(sourceOf(source)).toContain(text);
  expect(filesWith(text).length > 0).toBe(isThere);
});

test('the build has no module of Node', () => {
  expect(filesWith('__vite-browser-external')).toEqual([]);
  // As minifiers write it; programs that pages show have a space before the quotation mark.
  const imports = /(?:from|import|require)\(?["'`]node:/;
  expect('import{a}from"node:fs";').toMatch(imports);
  expect([...files].filter(([, content]) => imports.test(content)).map(([name]) => name)).toEqual([]);
});

test('the build has no source maps', () => {
  expect([...files.keys()].filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(filesWith('sourceMappingURL')).toEqual([]);
});
