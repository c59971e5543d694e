import { MEMORY } from '../../lib/memory.ts';
import { PROFILES, type ProfileName } from '../../lib/profiles.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { IMAGE_GB, type RestCost, restCost } from './at-rest.ts';
import { CONSOLE_USE } from './console-month.ts';
import type { EndpointUse, MeasuredUse } from './measure-use.ts';
import { MONTHS, type MonthCost, monthCost, VIDEO } from './month.ts';
import { PRICES } from './prices.ts';
import { DURATIONS, durationOf, LOG_BYTES, requestCost, sum } from './request-cost.ts';
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

const storeCells = ({
  dynamodbCalls,
  readUnits,
  writeUnits,
  s3Writes,
  s3Reads,
  s3Deletes,
  sqsRequests,
}: Use) => [dynamodbCalls, readUnits, writeUnits, s3Writes, s3Reads, s3Deletes, sqsRequests];

function callTable({
  endpoints,
  firstOfMinute,
  firstRequest,
  ingest,
  segment,
  finish,
  sweep,
  surface,
  relay,
}: MeasuredUse): string {
  const headings = ['', 'DynamoDB calls', 'read units', 'write units', 'S3 PUT/LIST', 'GET', 'DELETE', 'SQS'];
  const [integrators] = endpoints;
  const people = endpoints.find(({ route }) => routeOf(route).audience === 'console');
  if (integrators === undefined || people === undefined) throw new Error('Nothing was measured');
  return table(headings, [
    ['authorizer', ...storeCells(integrators.authorizer)],
    ['authorizer, once a minute for each key', ...storeCells(firstOfMinute)],
    ['authorizer of the console', ...storeCells(people.authorizer)],
    ['authorizer of the console, at the first request of a person', ...storeCells(firstRequest)],
    ...endpoints.map((call) => [nameOf(call), ...storeCells(call.function)]),
    ['ingest of an upload', ...storeCells(ingest)],
    ['segment of a detection job', ...storeCells(segment)],
    ['finish of a detection job of two segments that finds nothing', ...storeCells(finish)],
    ['the only unit of a surface, with the finish', ...storeCells(surface)],
    ['a run of the sweeper that finds nothing', ...storeCells(sweep)],
    ['relay of what a worker puts into the outbox', ...storeCells(relay)],
  ]);
}

function costTable({ endpoints }: MeasuredUse): string {
  const headings = ['$ per million', 'gateway', 'Lambda', 'DynamoDB', 'S3', 'SQS', 'logs', 'all', 'MB', 'ms'];
  return table(
    headings,
    endpoints.map((call) => {
      const route = routeOf(call.route);
      const { gateway, lambda, dynamodb, s3, sqs, logs, total } = requestCost(route, call);
      return [
        nameOf(call),
        ...[gateway, lambda, dynamodb, s3, sqs, logs, total].map(dollars),
        route.memory ?? MEMORY.endpoint,
        durationOf(call.function),
      ];
    }),
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

\`polling\`: Lambda asks every queue all the time, with five pollers where the concurrency is limited (the workers' queues), with two
where it is not (dead letters). \`sweeper\`: a run every five minutes that finds nothing. \`image\`: ${IMAGE_GB} GB in the registry; every deployment that
changes packages or code adds what it changed. \`web ACL\`: with its rules, and the secret by which it knows CloudFront. \`network\`: interface endpoints, by the hour and zone. Tables, queues and functions cost nothing
while they are not used, but for what is stored.`;
}

function monthText(measured: MeasuredUse): string {
  const costs = MONTHS.map((month) => monthCost(measured, month, deployedResources(month.profile)));
  const { width, height, fps, bitsPerSecond, sampledFps, ingestSeconds, finishSeconds } = VIDEO;
  const { visitsPerPerson, files, fileBytes, calls, callBytes } = CONSOLE_USE;
  const [longest] = costs.slice(-1);
  const parts = Object.keys(costs[0]?.parts ?? {}) as (keyof MonthCost['parts'])[];
  return `Videos (${width}×${height}, ${fps} frames/s, ${bitsPerSecond / 1e6} Mbit/s) are uploaded in parts, looked through once at ${sampledFps} frames/s, fetched once from
outside AWS, and kept. Of the requests nine in ten read metadata and one edits it. A job of an hour has ${longest?.segmentsPerVideo} segments by its plan, which takes
them for ${Math.round(longest?.workerSecondsPerVideo ?? 0)} s of work at ${MEMORY.worker} MB; ingest is taken for ${ingestSeconds} s, the finish for ${finishSeconds} s.

${table(
  ['', ...MONTHS.map(({ name }) => name)],
  [
    ['profile', ...MONTHS.map(({ profile }) => profile)],
    ['videos', ...MONTHS.map(({ videos, seconds }) => `${videos} of ${seconds / 60} min`)],
    ['people in the console', ...MONTHS.map(({ people }) => people)],
    ['requests', ...MONTHS.map(({ requests }) => requests.toLocaleString('en'))],
    ...parts.map((part) => [`${part}, $`, ...costs.map((cost) => dollars(cost.parts[part]))]),
    ['all, $', ...costs.map(({ total }) => dollars(total))],
  ],
)}

\`relay\` sends to SQS for the workers, whose network has no way there but the outbox.
A person opens the console ${visitsPerPerson} times, each for ${files} files (${fileBytes / 1e6} MB) and ${calls} calls (${callBytes / 1e6} MB of answers) through CloudFront; the calls are among the requests.
Not in it: backups of the tables, and what the start of functions takes.`;
}

function surfaceText(measured: MeasuredUse): string {
  const { units, worker, stores } = surfaceCost(measured);
  const { seconds, fps, trackedFps } = SURFACE;
  return `A surface that is followed through ${seconds} seconds at ${fps} frames/s, taken for ${trackedFps} frames a second at ${MEMORY.worker} MB: $${worker.toFixed(4)} for the
worker and $${stores.toFixed(5)} for the stores, in ${units} units. It grows with the length of the video and with nothing else; ten minutes cost ten times as
much. The request that marks it waits for the answer, for up to 20 s, which is most of what a request costs above.`;
}

/** The text of \`docs/cost.md\`. */
export function costDocument(measured: MeasuredUse): string {
  return `# Cost

Written by \`npm run cost\`, from calls counted at the SDK clients while every endpoint is called once on the whole service in one
process; a test makes it anew and compares. Prices are AWS's published list prices in ${PRICES.region} as of ${PRICES.asOf}, written down by
hand in \`bench/cost/prices.ts\`; free tiers are left out.

## What a request calls
Read and write units are those DynamoDB (dynalite) reports, secondary indexes added by the rules of the developer guide. The
account has few videos and keys, the document lies in its version item; there are no other writers. The counts of an authorizer come on top of
every endpoint's but the open ones. What the console shares with integrators costs it the same.

${callTable(measured)}

What grows:
- A POST under an \`Idempotency-Key\`, which \`client/\` always sends, makes two writes more, that of a surface three.
- Reads and writes of a document take a read of S3 for every section above 4 KiB, and a PATCH a write for each that it changes.
- \`GET /api/videos\` reads its page and the account's counts, however many videos there are; page N reads the N − 1 pages
  before it, too (2 to 3 read units for 20 videos). A creation or deletion under way, or one that broke off, adds one read.
- \`GET /api/v1/projects\` reads all videos of the account, 1 MB a call.
- \`GET /console/api/search\` reads the names of the account's newest 10,000 videos, 1 MB a call, on every page again.
- \`GET /console/api/keys\`, as all that is about one key, reads an entry of every key that the account ever had; the list reads the keys that work
  and those among the newest 1,000, and which of their videos exist.
- \`GET /console/api/account\` reads what there is: the sizes of the account's videos, 1 MB a call (of up to 10,000), and its active jobs, surfaces and keys.
- \`GET …/versions\` reads the items of the versions it lists, with what lies in them.
- \`DELETE /api/videos/{id}\` deletes the versions one by one.
- \`POST …/objects/surface\` looks every second whether the surface is tracked and still there, for up to 20 s; the table shows that most.
- An upload that a quota refuses counts anew what the account has: all its videos are read.

## What a million requests cost
Functions mostly wait, so they are taken to run ${DURATIONS.base} ms and, one after the other, ${DURATIONS.dynamodbCall} ms for a call of DynamoDB, ${DURATIONS.s3Call} ms of S3,
${DURATIONS.sqsCall} ms of SQS; the pipeline's own processor time is below 0.1 ms (\`npm run bench -- pipeline\`). What it sleeps is added. Memory (MB) is that of \`lib/\`
and the contract's rows, the processor arm64. Logs are taken for ${LOG_BYTES} bytes a request. Start-up of functions and data transfer are left out.

${costTable(measured)}

## What a surface costs
${surfaceText(measured)}

## What it costs at rest
Counted in the synthesized templates of both profiles:

${restText(measured)}

## What a month costs
${monthText(measured)}
`;
}
