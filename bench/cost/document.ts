import { MEMORY } from '../../lib/memory.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { KEPT } from '../sweep/simulate.ts';
import { REQUESTS } from '../sweep/virtual-time.ts';
import { IMAGE_GB, type RestCost, restCost } from './at-rest.ts';
import { blobWalk, blobWalksCost, LOOK_UP_UNITS } from './blob-walk.ts';
import { CONSOLE_USE } from './console-month.ts';
import type { EndpointUse, MeasuredUse } from './measure-use.ts';
import { keptAfterAYear, MONTHS, type MonthCost, monthCost, VIDEO } from './month.ts';
import { minutesOf, PEERS } from './peers.ts';
import { PRICES } from './prices.ts';
import { DURATIONS, LOG_BYTES, requestCost, sum } from './request-cost.ts';
import { SURFACE, surfaceCost } from './surface.ts';
import { deployedResources } from './template.ts';
import type { Use } from './use.ts';

const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

const dollars = (value: number): string => value.toFixed(2);

function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
}

const routeOf = (key: string) => {
  const route = ROUTES.find((row) => row.key === key);
  if (route === undefined) throw new Error(`The contract has no row ${key}`);
  return route;
};

const nameOf = ({ route: key, variant }: EndpointUse): string => {
  const { method, path } = routeOf(key);
  return `\`${method} ${path}\`${variant ? `, ${variant}` : ''}`;
};

const storeCells = (use: Use): (string | number)[] => [
  `${use.dynamodbCalls}/${use.readUnits}/${use.writeUnits}`,
  `${use.s3Writes}/${use.s3Reads}/${use.s3Deletes}`,
  use.sqsRequests,
];

/** What each request calls, and what a million of it cost; steps of work have no price of their own here. */
function requestTable({
  endpoints,
  firstOfMinute,
  firstRequest,
  announce,
  ingest,
  segment,
  finish,
  sweep,
  surface,
  relay,
}: MeasuredUse): string {
  const [integrators] = endpoints;
  const people = endpoints.find(({ route }) => routeOf(route).audience === 'console');
  if (integrators === undefined || people === undefined) throw new Error('Nothing was measured');
  const step = (name: string, use: Use) => [name, ...storeCells(use), ''];
  return table(
    ['', 'DynamoDB', 'S3', 'SQS', '$'],
    [
      step('authorizer', integrators.authorizer),
      step('authorizer, once a minute for each key', firstOfMinute),
      step('authorizer of the console', people.authorizer),
      step('authorizer of the console, first request of a person', firstRequest),
      ...endpoints.map((call) => [
        nameOf(call),
        ...storeCells(call.function),
        dollars(requestCost(routeOf(call.route), call).total),
      ]),
      step('announcement of an upload', announce),
      step('ingest of an upload', ingest),
      step('segment of a detection job', segment),
      step('finish of a detection job of two segments that finds nothing', finish),
      step('the only unit of a surface, with the finish', surface),
      step('a run of the sweeper that finds nothing', sweep),
      step('relay of a request in the outbox', relay),
    ],
  );
}

function restText(measured: MeasuredUse): string {
  const costs = PROFILE_NAMES.map((profile) => restCost(deployedResources(profile), measured));
  const parts = Object.keys(costs[0] ?? {}) as (keyof RestCost)[];
  return `${table(
    ['$ a month', ...PROFILE_NAMES],
    [
      ...parts.map((part) => [part, ...costs.map((cost) => dollars(cost[part]))]),
      ['all', ...costs.map((cost) => dollars(sum(cost)))],
    ],
  )}

\`polling\`: Lambda polls every queue, with five pollers where the concurrency is limited (the workers' queues), else with
two. \`sweeper\`: a run every five minutes. \`image\`: ${IMAGE_GB} GB in the registry; each deployment adds what it changed.
\`web ACL\`: with its rules and the secret by which it recognises CloudFront. \`network\`: interface endpoints, by the hour
and zone. Idle tables, queues and functions cost nothing but storage.`;
}

function monthText(measured: MeasuredUse): string {
  const costs = MONTHS.map((month) => monthCost(measured, month, deployedResources(month.profile)));
  const { width, height, fps, bitsPerSecond, sampledFps, ingestSeconds, finishSeconds } = VIDEO;
  const { visitsPerPerson, files, fileBytes, calls, callBytes } = CONSOLE_USE;
  const [longest] = costs.slice(-1);
  const parts = Object.keys(costs[0]?.parts ?? {}) as (keyof MonthCost['parts'])[];
  return `Videos (${width}×${height}, ${fps} frames/s, ${bitsPerSecond / 1e6} Mbit/s) are uploaded in parts, processed once at ${sampledFps} frames/s,
downloaded once from outside AWS, and kept. Nine of ten requests read metadata, one edits it. A job of an hour has
${longest?.segmentsPerVideo} segments of ${Math.round(longest?.workerSecondsPerVideo ?? 0)} s of work in all at ${MEMORY.worker} MB; ingest takes ${ingestSeconds} s, the finish ${finishSeconds} s.

${table(
  ['', ...MONTHS.map(({ name }) => name)],
  [
    ['profile', ...MONTHS.map(({ profile }) => profile)],
    ['videos', ...MONTHS.map(({ videos, seconds }) => `${videos} of ${seconds / 60} min`)],
    ['people in the console', ...MONTHS.map(({ people }) => people)],
    ['requests', ...MONTHS.map(({ requests }) => requests.toLocaleString('en'))],
    ...parts.map((part) => [`${part}, $`, ...costs.map((cost) => dollars(cost.parts[part]))]),
    ['all, $', ...costs.map(({ total }) => dollars(total))],
    ['files of a year, $ a month', ...MONTHS.map((month) => dollars(keptAfterAYear(month).files))],
    ['tables of a year, $ a month', ...MONTHS.map((month) => dollars(keptAfterAYear(month).tables))],
  ],
)}

\`relay\` sends to SQS for the workers. A person opens the console ${visitsPerPerson} times, each for ${files} files (${fileBytes / 1e6} MB) and
${calls} calls (${callBytes / 1e6} MB of answers) through CloudFront; the calls are among the requests. What is deleted is kept, and paid for,
for 36 days more. Tables of a year include point-in-time recovery. Not included: copies in another region and start-up
of functions.`;
}

/** The same videos at managed services, which do a part of it each. */
function peersText(measured: MeasuredUse): string {
  const own = MONTHS.map((month) => monthCost(measured, month, deployedResources(month.profile)).parts);
  const detection = own.map((parts) => parts.detection + parts['detection: stores'] + parts.relay);
  const keeping = own.map((parts) => parts.storage + parts['transfer out']);
  const peers = PEERS.map(({ name, dollars: of }) => [
    name,
    ...MONTHS.map((month) => dollars(of(minutesOf(month)))),
  ]);
  const sources = PEERS.map(({ name, address, confirmed }) => `- ${name}: <${address}>,\n  ${confirmed}`);
  return `Dollars for the videos of the same months. Each service does a part of what this one does, in its own way; none keeps
editable, versioned metadata. Rekognition finds labels and boxes, and tracks nothing.

${table(
  ['', ...MONTHS.map((month) => `${minutesOf(month).toLocaleString('en')} min`)],
  [
    ['here: detection and tracking', ...detection.map(dollars)],
    ['here: storage and transfer', ...keeping.map(dollars)],
    ...peers,
  ],
)}

Their prices, and how they were confirmed:
${sources.join('\n')}`;
}

function surfaceText(measured: MeasuredUse): string {
  const { units, worker, stores } = surfaceCost(measured);
  const { seconds, fps, trackedFps } = SURFACE;
  return `Tracking a surface through ${seconds} seconds at ${fps} frames/s, at ${trackedFps} frames a second with ${MEMORY.worker} MB, costs
$${worker.toFixed(4)} for the worker and $${stores.toFixed(5)} for the stores, in ${units} units. It grows with the length of the video alone.
The request that marks it waits for up to 20 s, which is most of its price above.`;
}

/** The walks of the sweeper, beside the runs that are counted at rest. */
function walksText(): string {
  const rows = [10_000, 100_000, 1_000_000].map((videos) => {
    const [first, daily] = [blobWalk(videos, 'first'), blobWalk(videos, 'daily')];
    const figures = [
      first.lookUps,
      Math.ceil(first.minutes),
      daily.lists,
      daily.lookUps,
      Math.ceil(daily.minutes),
    ];
    return [
      ...[videos, ...figures].map((figure) => figure.toLocaleString('en')),
      dollars(blobWalksCost(videos)),
    ];
  });
  const { blobsPerVideo, changedADay } = KEPT;
  return `The sweeper visits all blobs of documents every day, and looks up the versions of videos in which something was
modified since; once a month, and in its first walk, which waits for 20 minutes, those of all. Each video has ${blobsPerVideo} blobs
and versions of ${4 * LOOK_UP_UNITS} KB; ${100 * changedADay} % of the videos change in a day; S3 takes ${REQUESTS.list.wait} ms to list 1,000 keys.

${table(['videos', 'first: look-ups', 'minutes', 'daily: LISTs', 'look-ups', 'minutes', '$ a month'], rows)}

\`npm run bench -- sweep\` simulates them. What 10,000 deletions left is purged in less than five minutes.`;
}

/** The text of `docs/cost.md`. */
export function costDocument(measured: MeasuredUse): string {
  return `# Cost

Generated by \`npm run cost\` from the calls that the SDK clients make while every endpoint is called once; a test
generates it again and compares. Prices are AWS's list prices in ${PRICES.region} as of ${PRICES.asOf}
(\`bench/cost/prices.ts\`), without free tiers.

## What requests call and cost
DynamoDB: calls/read units/write units (secondary indexes included); S3: PUT or LIST/GET/DELETE requests; SQS: requests;
dollars for a million requests. An endpoint's calls come on top of its authorizer's, which its price includes; the
reference has none. The account has few videos and keys, the document is in its version item. A function takes ${DURATIONS.base} ms,
and ${DURATIONS.dynamodbCall} ms a call of DynamoDB, ${DURATIONS.s3Call} ms of S3, ${DURATIONS.sqsCall} ms of SQS, one after another, on arm64; logs take ${LOG_BYTES} bytes
a request. The price includes that S3 tells EventBridge of every object that is made or removed. Start-up of functions
and data transfer are left out.

${requestTable(measured)}

These grow:
- A POST under an \`Idempotency-Key\`, which \`client/\` always sends, makes two writes more, that of a surface three.
- A document takes a read of S3 for each section above 4 KiB, and a PATCH a write for each section that it changes.
- Page N of \`GET /api/videos\` reads the pages before it (2 to 3 read units for 20 videos).
- \`GET /api/v1/projects\` reads all videos of the account, \`GET /console/api/search\` the names of the newest 10,000,
  \`GET /console/api/account\` the sizes of up to 10,000, each 1 MB a call.
- \`GET /console/api/keys\` and requests about one key read an entry of every key that the account ever had.
- \`GET …/versions\` reads the versions it lists; \`DELETE /api/videos/{id}\` deletes the versions one by one.
- \`POST …/objects/surface\` checks every second, for up to 20 s, whether the surface is tracked; the table shows that.
- An upload that a quota refuses reads all videos of the account.

## What a surface costs
${surfaceText(measured)}

## What it costs at rest
Counted in the synthesized templates of both profiles:

${restText(measured)}

## What unused blobs cost
${walksText()}

## What a month costs
${monthText(measured)}

## Beside managed services
${peersText(measured)}
`;
}
