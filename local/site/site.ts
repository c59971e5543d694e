import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CONSOLE_API,
  CONSOLE_CONFIG_PATH,
  type ConsoleConfig,
} from '../../shared/contract/console-config.ts';
import { CONSOLE_PAGE_PATTERN, CONSOLE_SLASHED_PAGE_PATTERN } from '../../shared/contract/console-pages.ts';
import { isBelow as isRoutedBelow } from '../gateway/router.ts';
import type { IdentityProvider } from '../identity/identity-provider.ts';
import { ISSUER_PATH } from '../identity/provider-names.ts';
import { messagePage, PAGE_HEADERS, sendPage } from '../pages/page.ts';
import { pageFile, SIGN_IN_PATH } from '../pages/stylesheet.ts';
import { ARRIVAL_MS, limitArrival } from './arrival-limit.ts';

type Answer = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers requests outside the API's; false: it is. */
export type Site = (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface ConsoleFiles {
  /** Answers the page that every address of the console has. */
  answerPage: Answer;
  /** Answers a file; false: there is none. */
  answerFile: (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

interface SiteParts {
  /** Address of the service; pages are answered there alone, and not under other names of this machine. */
  origin: string;
  config: ConsoleConfig;
  /** The identity provider, once it is loaded. */
  identity: () => Promise<IdentityProvider>;
  files: ConsoleFiles;
  /** How long a request may take to arrive, milliseconds. */
  arrivalMs?: number | undefined;
}

const READING = ['GET', 'HEAD'];

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** In the words of the console's own. */
const NO_PAGE = messagePage(
  'There is nothing at this address',
  'The address may be mistyped, or what it led to was deleted.',
  404,
);

/** Whether somebody looks for a page: programs that mistake the API's address get its answer. */
const isAskedByBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true;

/** What the local address serves besides the API: the console with its configuration, and signing in. */
export function createSite({ origin, config, identity, files, arrivalMs = ARRIVAL_MS }: SiteParts): Site {
  const { host } = new URL(origin);

  const answerOf = async (path: string): Promise<{ answer: Answer; methods?: readonly string[] } | null> => {
    if (isBelow(path, ISSUER_PATH)) return { answer: (await identity()).answerProvider };
    if (isBelow(path, SIGN_IN_PATH)) {
      const file = await pageFile(path);
      if (file === null) return { answer: (await identity()).answerSignIn, methods: [...READING, 'POST'] };
      return { answer: async (_, response) => sendBytes(response, file), methods: READING };
    }
    if (path === CONSOLE_CONFIG_PATH) {
      return {
        methods: READING,
        async answer(_, response) {
          const bytes = Buffer.from(JSON.stringify(config));
          sendBytes(response, { bytes, mediaType: 'application/json' });
        },
      };
    }
    const [, page] = CONSOLE_SLASHED_PAGE_PATTERN.exec(path) ?? [];
    if (page !== undefined) {
      return {
        methods: READING,
        async answer({ url = '' }, response) {
          const Location = page + url.slice(path.length);
          response.writeHead(308, { ...PAGE_HEADERS, Location }).end();
        },
      };
    }
    return CONSOLE_PAGE_PATTERN.test(path) ? { answer: files.answerPage, methods: READING } : null;
  };

  return async (message, response) => {
    const [path = '/'] = (message.url ?? '/').split('?', 1);
    if (isRoutedBelow('/api', path) || isRoutedBelow(CONSOLE_API, path)) return false;
    limitArrival(message, response, arrivalMs);
    const { method = '' } = message;
    const found = await answerOf(path);
    // The API answers every method at every address, its root among them.
    if (found?.methods?.includes(method) === false) return false;
    if (found === null) {
      if (!READING.includes(method)) return false;
      if (await files.answerFile(message, response)) return true;
      if (!isAskedByBrowser(message)) return false;
      sendPage(response, NO_PAGE);
      return true;
    }
    if (message.headers.host === host) await found.answer(message, response);
    else misaddressed(message, response, origin);
    return true;
  };
}

/** Sessions and sign-in are bound to one name of this machine: the others lead there. */
function misaddressed({ method = '', url }: IncomingMessage, response: ServerResponse, origin: string): void {
  if (READING.includes(method))
    response.writeHead(307, { ...PAGE_HEADERS, Location: `${origin}${url}` }).end();
  else sendPage(response, messagePage('Another address', `This service is at ${origin}.`, 421));
}

function sendBytes(
  response: ServerResponse,
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
): void {
  response
    .writeHead(200, {
      ...PAGE_HEADERS,
      'Cache-Control': 'no-cache',
      'Content-Type': mediaType,
      'Content-Length': bytes.length,
    })
    .end(bytes);
}
