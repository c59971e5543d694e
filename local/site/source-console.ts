import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CONSOLE_HEADERS,
  consoleDirectives,
  contentSecurityPolicy,
  type PolicyDirectives,
} from '../../shared/contract/content-security-policy.ts';
import { oneAtATimeServer } from '../protocol/one-at-a-time.ts';
import type { ConsoleFiles } from './site.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface SourceConsoleOptions {
  /** Origin of presigned addresses. */
  mediaOrigin: string;
  /** Folder of index.html; default: the console. */
  root?: string;
}

export interface SourceConsole extends ConsoleFiles {
  close: () => Promise<void>;
}

/**
 * The console from its sources, for work on it: pages follow every change at once. Their policy is the deployed one, widened
 * by what Vite puts into pages: scripts and styles with a nonce, and the connection that announces changes.
 */
export async function sourceConsole({ mediaOrigin, root }: SourceConsoleOptions): Promise<SourceConsole> {
  const console = path.join(ROOT, 'console');
  const folder = root ?? console;
  // Announcements have a port of their own: the gateway hands the site requests, and no upgraded connections.
  const changes = oneAtATimeServer({}, (_, response) => void response.writeHead(404).end());
  changes.listen(0, '127.0.0.1');
  await once(changes, 'listening');
  const { port } = changes.address() as AddressInfo;
  const nonce = randomBytes(16).toString('base64');

  const { createServer: createViteServer } = await import('vite');
  const vite = await createViteServer({
    configFile: path.join(console, 'vite.config.ts'),
    configLoader: 'native',
    root: folder,
    appType: 'custom',
    logLevel: 'error',
    clearScreen: false,
    html: { cspNonce: nonce },
    server: {
      middlewareMode: true,
      hmr: { server: changes, host: '127.0.0.1', clientPort: port },
      cors: false,
      headers: CONSOLE_HEADERS,
      // Not the whole checkout: a data folder may lie in it.
      fs: { allow: [folder, ...['client', 'shared', 'node_modules'].map((name) => path.join(ROOT, name))] },
    },
  });
  const policy = contentSecurityPolicy(
    widened(consoleDirectives({ media: mediaOrigin, identity: [] }), {
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'connect-src': `ws://127.0.0.1:${port}`,
    }),
  );

  return {
    async answerPage({ url = '/' }, response) {
      const html = await readFile(path.join(folder, 'index.html'), 'utf8');
      const page = await vite.transformIndexHtml('/index.html', html, url);
      response
        .writeHead(200, {
          ...CONSOLE_HEADERS,
          'Content-Security-Policy': policy,
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
        })
        .end(page);
    },
    answerFile: (message, response) =>
      new Promise((resolve, reject) => {
        response.once('close', () => resolve(true));
        vite.middlewares(message, response, (error: unknown) => {
          if (error) reject(error);
          else resolve(false);
        });
      }),
    async close() {
      await vite.close();
      changes.closeAllConnections();
      changes.close();
    },
  };
}

const widened = (directives: PolicyDirectives, more: Record<string, string>): PolicyDirectives => ({
  ...directives,
  ...Object.fromEntries(
    Object.entries(more).map(([name, source]) => [name, [...(directives[name] ?? []), source]]),
  ),
});
