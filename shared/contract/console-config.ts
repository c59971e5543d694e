/** Where the pages of the console find their configuration, on their own origin. */
export const CONSOLE_CONFIG_PATH = '/config.json';

/** Path below which the endpoints of the console are mounted on the origin of its pages. */
export const CONSOLE_API = '/console/api';

/** The scope that the console's tokens carry, and that only the console may ask for. */
export const CONSOLE_SCOPE = 'vms/console';

/** What the pages of the console cannot know when they are built. None of it is secret. */
export interface ConsoleConfig {
  /** Issuer of the identity provider (OpenID Connect). */
  issuer: string;
  clientId: string;
  /** Scopes to ask for, separated by spaces. */
  scope: string;
  api: typeof CONSOLE_API;
  /** Base of the public API, its stage path included, without a slash at the end. */
  publicApi: string;
  /** How the provider's session ends: by RP-initiated logout, or by Cognito's own endpoint. */
  logout: { kind: 'cognito' | 'oidc'; url: string };
  /** Tells installations on one origin apart: names what the browser stores. */
  installation: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/**
 * Checks what was served as the configuration. Written without zod, as the first view of the console loads it.
 * @throws TypeError that names the member which is missing or wrong
 */
export function readConsoleConfig(served: unknown): ConsoleConfig {
  const members = (served ?? {}) as Partial<Record<keyof ConsoleConfig, unknown>>;
  const logout = (members.logout ?? {}) as Partial<Record<keyof ConsoleConfig['logout'], unknown>>;
  const read = <T>(name: string, value: unknown, is: (value: unknown) => value is T): T => {
    if (!is(value)) throw new TypeError(`${CONSOLE_CONFIG_PATH}: "${name}" is missing or wrong`);
    return value;
  };
  return {
    issuer: read('issuer', members.issuer, isAddress),
    clientId: read('clientId', members.clientId, isText),
    scope: read('scope', members.scope, isText),
    api: read('api', members.api, (value) => value === CONSOLE_API),
    publicApi: read('publicApi', members.publicApi, isAddress),
    logout: {
      kind: read('logout.kind', logout.kind, (value) => value === 'cognito' || value === 'oidc'),
      url: read('logout.url', logout.url, isAddress),
    },
    installation: read('installation', members.installation, isText),
  };
}
