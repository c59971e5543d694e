import { ERROR_STATUS, type ErrorCode, PUBLIC_ERRORS } from '../errors.ts';
import { LIMITS, TIER_LIMITS } from '../limits.ts';
import type { Scope } from '../scopes.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';

/** A block of prose; the only markup in its texts is `code`. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | {
      kind: 'table';
      head: readonly string[];
      rows: readonly (readonly string[])[];
      /** The anchors of the rows, for links. */
      anchors?: readonly string[];
    };

export interface GuideSection {
  id: string;
  title: string;
  blocks: readonly Block[];
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const code = (text: string): Block => ({ kind: 'code', text });

const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'project:read': 'List and read videos, their metadata and the state of their jobs.',
  'project:create': 'Can be given to a key; no endpoint requires it.',
  'media:upload': 'Can be given to a key; no endpoint requires it.',
  'project:edit': 'Upload, change, process and delete videos.',
  'agent:author': 'Can be given to a key; no endpoint requires it.',
  'library:install': 'Install custom plugins.',
  'export:read': 'Export videos.',
  'webhook:manage': 'Have events sent to addresses of your own, and see what became of them.',
};

const errorRow = (name: ErrorCode): string[] => [
  String(ERROR_STATUS[name]),
  `\`${name}\``,
  ERROR_CATALOGUE[name].meaning,
];

/** The anchor of an error code's row. */
export const errorAnchor = (name: string): string => `error-${name}`;

/** The part of the reference that applies to all endpoints. */
export const GUIDE: readonly GuideSection[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    blocks: [
      paragraph(
        'Every request carries the secret of an API key in its `Authorization` header. There is no other way: no ' +
          'cookie, no query parameter. Only this description itself can be read without a key.',
      ),
      code('Authorization: Bearer <API_KEY>'),
      paragraph(
        'A key that is missing, malformed, unknown, expired or revoked is answered with the same 401 and ' +
          '`WWW-Authenticate: Bearer`. Revocation takes effect on the next request. To rotate a key, create a new ' +
          'one, switch over, then revoke the old.',
      ),
      paragraph(
        'A key has scopes, and a request needs every scope that its endpoint names. A key may also be restricted to ' +
          'certain videos.',
      ),
      {
        kind: 'table',
        head: ['Scope', 'Meaning'],
        rows: Object.entries(SCOPE_MEANINGS).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
      },
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    blocks: [
      paragraph(
        `Requests are counted per account in windows of ${LIMITS.rateWindowSeconds} seconds: ${TIER_LIMITS.free} in ` +
          `the free tier, ${TIER_LIMITS.pro} in the pro tier. The headers of every answer to a valid key give the current figures.`,
      ),
      {
        kind: 'table',
        head: ['Header', 'Meaning'],
        rows: [
          ['`X-RateLimit-Limit`', 'Requests that a window allows'],
          ['`X-RateLimit-Remaining`', 'Requests left in this window'],
          ['`X-RateLimit-Reset`', 'Unix time in seconds at which the window ends'],
          ['`Retry-After`', 'Seconds to wait; on 429 only'],
        ],
      },
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    blocks: [
      paragraph(
        'Every error has the same body. Rely on `code`; `message` is for people. `field` names the offending ' +
          'parameter, and `details` holds figures for programs: for a range `min`, `max` and `provided`.',
      ),
      code(JSON.stringify(ERROR_CATALOGUE.INVALID_PARAMETER.example.toBody(), null, 2)),
      paragraph(
        'A request is checked in this order: key (401), rate (429), scopes (403), parameters and body (400), the ' +
          "key's restriction (403), existence (404), ownership (403), state (409). Every answer carries an " +
          '`X-Request-Id`; quote it when you ask for help.',
      ),
      {
        kind: 'table',
        head: ['Status', 'Code', 'Meaning'],
        rows: PUBLIC_ERRORS.map(errorRow),
        anchors: PUBLIC_ERRORS.map(errorAnchor),
      },
    ],
  },
  {
    id: 'versions',
    title: 'Versions and conflicts',
    blocks: [
      paragraph(
        'Every successful write to the metadata of a video makes exactly one new version: 1, 2, 3 and so on. All ' +
          'versions are kept and can be read.',
      ),
      paragraph(
        'Reading the metadata returns its version as `ETag`. A write that sends it back as `If-Match` (or as the ' +
          'query parameter `baseVersion`) is applied only if it is still the newest; otherwise it is refused with 409 ' +
          '`VERSION_CONFLICT`, whose `details` hold `expected`, `current` and `conflictingPaths`: what this write and ' +
          'the versions in between both change.',
      ),
      paragraph(
        'A write that names no version is merged into the newest one, even when that changes meanwhile, and is never ' +
          'refused with `VERSION_CONFLICT`. The deletion of a video and the start of a job compare `If-Match`, too; other ' +
          'requests that change something refuse it with 400, rather than ignore it.',
      ),
      paragraph(
        'A GET that sends the `ETag` of its last answer as `If-None-Match` is answered with 304, without a body, while ' +
          'there is no other: a client that polls is not sent a large document again. A list of objects with surfaces, ' +
          'whose tracking goes on without a version, is always sent. A compressed answer has a weak `ETag` (`W/"7"`); ' +
          'both headers take either form.',
      ),
    ],
  },
  {
    id: 'repeating',
    title: 'Repeating a request',
    blocks: [
      paragraph(
        "A POST that carries an `Idempotency-Key` of the caller's choice may be repeated after a lost answer: for " +
          `${LIMITS.idempotencySeconds / 3600} hours the same request under the same key gets the first answer, with ` +
          'fresh URLs, and nothing is done twice. Another request under the key is refused with 400; while the first ' +
          'is still being answered, a second one gets 409 `IDEMPOTENCY_IN_PROGRESS`. Keys belong to an account and an ' +
          'endpoint. Answers of 429 and 5xx are not kept.',
      ),
    ],
  },
  {
    id: 'conventions',
    title: 'Conventions',
    blocks: [
      paragraph(
        'Bodies are JSON unless an endpoint says otherwise. Times are ISO 8601 in UTC. `frame` is the rank of ' +
          'a frame in presentation order, from 0. Coordinates are fractions of the displayed frame, ' +
          'from its top left corner.',
      ),
      paragraph(
        'Answers over 1 kB are compressed with Brotli or gzip where `Accept-Encoding` admits it, but not those with the ' +
          'secret of a key. HEAD is answered wherever GET is, with the same status and headers; addresses of files are ' +
          'signed for GET alone.',
      ),
      paragraph(
        'Unknown query parameters, members of a body and fields of a form are refused with 400 `INVALID_PARAMETER`, not ' +
          'ignored. Only the metadata accepts unknown members, and keeps them. A parameter, or a header such as ' +
          '`If-Match`, must not be given twice. All text is UTF-8. Numbers are doubles: an integer ' +
          'that a double would change, such as 9007199254740993, is refused; send it as a string.',
      ),
      paragraph(
        'Within a version of the API, answers may gain members: ignore those you do not know. Existing members ' +
          'keep their name, type and meaning.',
      ),
    ],
  },
  {
    id: 'tracks',
    title: 'Where an object is',
    blocks: [
      paragraph(
        'The `track` of an object is a list of keyframes in the order of their frames. Between two keyframes the box, or ' +
          'each corner of a surface, moves on a straight line by `frame`. Before the first keyframe and after the last ' +
          'there is nothing to draw.',
      ),
      paragraph(
        'A keyframe with `"hidden": true` begins a stretch in which the object was not seen: from its frame on there is ' +
          'nothing to draw, until the next keyframe without it. Its coordinates repeat those of the keyframe before, ' +
          'so that they hold until the stretch begins; nothing is interpolated out of it. A detected ' +
          'object is hidden where it was not seen for more than a second. `frameCount` counts from the first frame to ' +
          'the last, hidden ones included.',
      ),
    ],
  },
];

const markdownTable = ({ head, rows }: Extract<Block, { kind: 'table' }>): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function toMarkdown(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    case 'table':
      return markdownTable(block);
  }
}

/** The guide in CommonMark, for the description of the whole API. */
export const guideMarkdown = (): string =>
  GUIDE.map(({ title, blocks }) => [`## ${title}`, ...blocks.map(toMarkdown)].join('\n\n')).join('\n\n');
