import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import {
  consoleDirectives,
  contentSecurityPolicy,
} from '../../../shared/contract/content-security-policy.ts';
import { type StaticFile, type StaticSite, serveStatic } from '../support/static-site.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
};

/** A site with the page of the editor's tests, under the console's policy; it may call the service at `apiUrl`. */
export async function serveEditor(apiUrl: string): Promise<StaticSite> {
  const policy = contentSecurityPolicy(consoleDirectives({ media: apiUrl, identity: [] }));
  const files = new Map<string, StaticFile>();
  for (const { fileName, ...output } of await builtFiles()) {
    const type = TYPES[path.extname(fileName)];
    if (type === undefined) continue;
    const body = output.type === 'chunk' ? output.code : output.source;
    files.set(`/${fileName}`, { type, body, headers: { 'Content-Security-Policy': policy } });
  }
  return serveStatic((target) => {
    const { pathname } = new URL(target, 'http://site.test');
    return files.get(pathname === '/' ? '/index.html' : pathname) ?? 404;
  });
}

async function builtFiles() {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output;
}
