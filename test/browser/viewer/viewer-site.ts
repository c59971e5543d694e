import path from 'node:path';
import { build } from 'esbuild';
import {
  consoleDirectives,
  contentSecurityPolicy,
} from '../../../shared/contract/content-security-policy.ts';
import { type StaticFile, type StaticSite, serveStatic } from '../support/static-site.ts';

/** Size of the viewer in the page, pixels. */
export const HOST = { width: 480, height: 320 } as const;

const STYLE = `body { margin: 0; background: #000 }
  #host { position: relative; width: ${HOST.width}px; height: ${HOST.height}px }`;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Viewer</title>
  <link rel="stylesheet" href="/page.css"><body><div id="host"></div><script src="/page.js"></script>`;

/** A site whose page has the viewer, under the console's policy, and on another origin the files that it shows. */
export async function serveViewer(
  media: (target: string) => StaticFile | number,
): Promise<{ readonly page: StaticSite; readonly media: StaticSite } & AsyncDisposable> {
  const resources = new AsyncDisposableStack();
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const files = resources.use(await serveStatic(media));
  const policy = contentSecurityPolicy(consoleDirectives({ media: files.origin, identity: [] }));
  const answers: Readonly<Record<string, StaticFile>> = {
    '/': { type: 'text/html', body: PAGE, headers: { 'Content-Security-Policy': policy } },
    '/page.css': { type: 'text/css', body: STYLE },
    '/page.js': { type: 'text/javascript', body: outputFiles[0]?.text ?? '' },
  };
  const page = resources.use(await serveStatic((target) => answers[target] ?? 404));
  return { page, media: files, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
