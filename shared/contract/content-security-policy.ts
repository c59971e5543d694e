/** Sources by directive (Content Security Policy Level 3). */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>;

/** Names of the Trusted Types policies that the console creates: its workers are started from an address of its own. */
export const TRUSTED_TYPES_POLICIES = ['vms-worker'] as const;

export interface ConsoleOrigins {
  /** Origin of presigned addresses of videos, pictures and upload parts. */
  media: string;
  /** Origins of the identity provider that scripts call, besides the console's own. */
  identity: readonly string[];
}

const SELF = "'self'";
const NONE = ["'none'"];

/** What the pages of the console may load, call and be used for. */
export const consoleDirectives = ({ media, identity }: ConsoleOrigins): PolicyDirectives => ({
  'default-src': NONE,
  'script-src': [SELF],
  'style-src': [SELF],
  'font-src': [SELF],
  // Images of overlays are `data:` URLs; the loupe and thumbnails that are not uploaded yet are blobs.
  'img-src': [SELF, 'data:', 'blob:', media],
  'media-src': [SELF, 'blob:', media],
  'connect-src': [SELF, ...identity, media],
  'worker-src': [SELF],
  'form-action': [SELF],
  'base-uri': NONE,
  'frame-ancestors': NONE,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': TRUSTED_TYPES_POLICIES,
});

/** The value of the header `Content-Security-Policy`. */
export const contentSecurityPolicy = (directives: PolicyDirectives): string =>
  Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

/** The other headers of every page and file of the console, besides HSTS where it is deployed. */
export const CONSOLE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // What the console uses: full screen for the player, the clipboard for new keys.
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(self), fullscreen=(self)',
} as const;
