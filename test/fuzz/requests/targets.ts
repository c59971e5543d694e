import fc from 'fast-check';
import type { ByteText } from './bodies.ts';
import { hostileText } from './hostile.ts';

type Texts = fc.Arbitrary<string>;

/** Removes what a path may not contain unescaped (RFC 9112: controls, spaces, anything but ASCII). */
const unescaped = (text: string): ByteText => text.replaceAll(/[^\x21-\x7e]|[?#]/g, '');

/** Escapes a text, except names in `$…$`. */
const escaped = (text: string): ByteText =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%24(\w+)%24/g, '$$$1$$');

const segments = (texts: Texts): fc.Arbitrary<ByteText> =>
  fc.oneof({ weight: 12, arbitrary: texts.map(escaped) }, { weight: 1, arbitrary: texts.map(unescaped) });

/** Paths of a template, its parameters filled in. */
export const pathsOf = (template: string, parameters: ReadonlyMap<string, Texts>): fc.Arbitrary<ByteText> =>
  fc
    .tuple(
      ...template.split('/').map((segment) => {
        const texts = parameters.get(segment.replaceAll(/[{}]/g, ''));
        return texts === undefined ? fc.constant(segment) : segments(texts);
      }),
    )
    .map((parts) => parts.join('/'));

const pair = ([name, value]: readonly [string, string]): ByteText => `${escaped(name)}=${escaped(value)}`;

const oddQueries = fc.oneof(
  fc.tuple(hostileText, hostileText).map(pair),
  fc.constantFrom(
    '&&',
    '=',
    '%',
    '%ff=%ff',
    '+',
    'page=1&page=2',
    'page[]=1',
    'page.x=1',
    '__proto__=1',
    'constructor=1&constructor=2',
    'x=1;y=2',
    `x=${'y'.repeat(4000)}`,
    'x=1&'.repeat(500),
    '?',
    '#x',
  ),
);

/** Queries with some of the parameters, occasionally with unknown ones or one of them twice. */
export const queriesOf = (parameters: readonly (readonly [string, Texts])[]): fc.Arbitrary<ByteText> =>
  fc
    .tuple(
      fc.tuple(
        ...parameters.map(([name, texts]) =>
          fc.option(
            fc.array(
              texts.map((value) => pair([name, value])),
              { minLength: 1, maxLength: 1 },
            ),
            { nil: [] },
          ),
        ),
      ),
      fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: oddQueries }),
    )
    .map(([known, odd]) => {
      const query = [...known.flat(), odd].filter((text) => text !== '').join('&');
      return query === '' ? '' : `?${query}`;
    });

const spoilers = fc.constantFrom<(target: ByteText) => ByteText>(
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => `/.${target}`,
  (target) => `/x/..${target}`,
  (target) => `/%2e%2e${target}`,
  (target) => target.toUpperCase(),
  (target) => target.replace('/api', '/%61pi'),
  (target) => `/${target.slice(1).replaceAll('/', '%2f')}`,
  (target) => target.replace('/api', '/api;x=1'),
  (target) => `/${target.slice(1).replaceAll('/', '\\')}`,
  (target) => `http://localhost${target}`,
  (target) => `${target}%`,
  (target) => `${target}%00`,
  (target) => `${target}%C0%AE`,
  (target) => `${target}/${'x'.repeat(6000)}`,
  (target) => `${target}${'/..'.repeat(1000)}`,
);

/** Targets; one in twenty is altered so that it leads nowhere, or to the same place. */
export const spoiledTargets = (targets: fc.Arbitrary<ByteText>): fc.Arbitrary<ByteText> =>
  fc.oneof(
    { weight: 20, arbitrary: targets },
    { weight: 1, arbitrary: fc.tuple(targets, spoilers).map(([target, spoil]) => spoil(target)) },
  );

/** Targets that belong to no operation, or only to those of another method. */
export const STRAY_TARGETS: fc.Arbitrary<ByteText> = fc.oneof(
  fc.constantFrom(
    '/',
    '*',
    '/api',
    '/api/videos',
    '/api/videos/upload',
    '/api/v2/whoami',
    '/health',
    '/.env',
    '//',
  ),
  hostileText.map((text) => `/${unescaped(text)}`),
  hostileText.map((text) => `/api/${escaped(text)}`),
);

/** The same of the console's API: none leads to what integrators have. */
export const STRAY_CONSOLE_TARGETS: fc.Arbitrary<ByteText> = fc.oneof(
  fc.constantFrom(
    '/console/api',
    '/console/api/',
    '/console/api/v1/whoami',
    '/console/api/v1/projects',
    '/console/api/docs',
    '/console/api/openapi.json',
    '/console/api/api/videos',
    '/console/api/videos/upload',
    '/console/%61pi/account',
    '/console',
    '/console/apix',
    '/consolex/api/videos',
  ),
  hostileText.map((text) => `/console/api/${escaped(text)}`),
  hostileText.map((text) => `/console/api/keys/${escaped(text)}/revoke`),
);
