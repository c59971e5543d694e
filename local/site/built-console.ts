import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { CONSOLE_ASSET_PATTERN, CONSOLE_ASSETS } from '../../shared/contract/console-pages.ts';
import {
  CONSOLE_HEADERS,
  consoleDirectives,
  contentSecurityPolicy,
} from '../../shared/contract/content-security-policy.ts';
import { PAGE_HEADERS, sendPage, sendPageUntil } from '../pages/page.ts';
import { ENCODINGS } from './build/compress-files.ts';
import type { ConsoleBuild } from './build/console-build.ts';
import { failedPage, removedPage, waitingPage } from './build-pages.ts';
import { SharedFiles } from './shared-files.ts';
import type { ConsoleFiles } from './site.ts';

interface BuiltConsoleOptions {
  build: Pick<ConsoleBuild, 'state' | 'done'>;
  /** Origin of presigned addresses. */
  mediaOrigin: string;
}

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The files of a finished build, under the policy that the deployed console has. */
export function builtConsole({ build: { state, done }, mediaOrigin }: BuiltConsoleOptions): ConsoleFiles {
  // Of files, too: a worker's script brings the policy that the worker runs under.
  const headers = {
    ...CONSOLE_HEADERS,
    'Content-Security-Policy': contentSecurityPolicy(consoleDirectives({ media: mediaOrigin, identity: [] })),
  };

  const files = new SharedFiles();

  return {
    async answerPage(message, response) {
      const built = state();
      if (built === null) await sendPageUntil(response, waitingPage(), done);
      else if ('failure' in built) sendPage(response, failedPage(built.failure));
      else {
        const page = path.join(built.folder, 'index.html');
        const sent = await sendFile(files, message, response, page, {
          ...headers,
          'Cache-Control': 'no-cache',
        });
        if (!sent) sendPage(response, removedPage());
      }
    },
    async answerFile(message, response) {
      const [address = ''] = (message.url ?? '').split('?', 1);
      if (!address.startsWith(CONSOLE_ASSETS)) return false;
      const [, name = ''] = CONSOLE_ASSET_PATTERN.exec(address) ?? [];
      // Right after a start the state of the build is not known yet; a page that has been open since before asks already.
      if (name !== '' && state() === null) await done;
      const built = state();
      const sent =
        built !== null &&
        'folder' in built &&
        name !== '' &&
        (await sendFile(files, message, response, path.join(built.folder, CONSOLE_ASSETS, name), {
          ...headers,
          'Cache-Control': 'public, max-age=31536000, immutable',
        }));
      if (!sent) response.writeHead(404, PAGE_HEADERS).end();
      return true;
    },
  };
}

/** Sends a file, compressed as the client takes it. @returns whether there is such a file */
async function sendFile(
  files: SharedFiles,
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: string,
  own: Record<string, string>,
): Promise<boolean> {
  const accepted = new Set(String(headers['accept-encoding'] ?? '').split(/\s*,\s*/));
  const variants = ENCODINGS.filter(({ name }) => accepted.has(name));
  for (const { suffix, name } of [...variants, { suffix: '', name: '' }]) {
    const bytes = await files.read(file + suffix, response);
    if (bytes === null) continue;
    response
      .writeHead(200, {
        ...own,
        'Content-Type': MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream',
        'Content-Length': bytes.length,
        Vary: 'Accept-Encoding',
        ...(name !== '' && { 'Content-Encoding': name }),
      })
      .end(bytes);
    return true;
  }
  return false;
}
