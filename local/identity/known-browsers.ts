import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SIGN_IN_PATH } from '../pages/stylesheet.ts';

const LIFETIME_S = 365 * 24 * 60 * 60;

/**
 * Browsers in which a user has signed in before have a cookie that says so. Their attempts do not wait behind those of others, so
 * that who guesses a password keeps its owner out of no browser that the owner uses (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"). The cookie lets nobody in: the password is asked for as everywhere.
 */
export class KnownBrowsers {
  readonly #key: string;

  /** @param key signs the cookies */
  constructor(key: string) {
    this.#key = key;
  }

  /** What tells this browser from others of the user; null for one in which the user has not signed in. */
  recognize({ headers }: IncomingMessage, name: string): string | null {
    const prefix = `${cookieName(name)}=`;
    const cookie = headers.cookie?.split('; ').find((text) => text.startsWith(prefix));
    const [browser = '', mac = ''] = cookie?.slice(prefix.length).split('.') ?? [];
    const [given, right] = [Buffer.from(mac), Buffer.from(this.#mac(name, browser))];
    return given.length === right.length && timingSafeEqual(given, right) ? browser : null;
  }

  remember(response: ServerResponse, name: string): void {
    const browser = randomBytes(16).toString('base64url');
    response.appendHeader(
      'Set-Cookie',
      `${cookieName(name)}=${browser}.${this.#mac(name, browser)}; Path=${SIGN_IN_PATH}; Max-Age=${LIFETIME_S}; SameSite=Strict; HttpOnly`,
    );
  }

  #mac(name: string, browser: string): string {
    return createHmac('sha256', this.#key).update(`known browser\n${browser}\n${name}`).digest('base64url');
  }
}

/** One for each user; names may have any characters. */
const cookieName = (name: string): string =>
  `known_${createHash('sha256').update(name).digest('base64url').slice(0, 16)}`;
