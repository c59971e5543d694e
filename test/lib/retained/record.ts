/**
 * The record of what an update of a deployment may not replace. It holds what the newest release has deployed and what has changed
 * since: a plain line was released and is still so, `was` is a released one that is so no more, `new` is not released yet.
 */

/** A resource as it may not change: `AWS::S3::Bucket MediaA721A567 {…}`, with the settings where not all have it. */
interface Line {
  /** Type, logical id and settings. */
  readonly key: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface RecordOf {
  /** The newest release in CHANGELOG.md when the record was written; `none` before the first. */
  readonly release: string;
  readonly released: readonly Line[];
  readonly now: readonly Line[];
}

export const lineOf = (type: string, id: string, settings: string, properties: object): string =>
  [type, id, ...(settings === '' ? [] : [`(${settings})`]), JSON.stringify(properties)].join(' ');

function parseLine(text: string): Line {
  const [, key = '', id = '', json = '{}'] = /^(\S+ (\S+)(?: \([^)]*\))?) (\{.*\})$/.exec(text) ?? [];
  if (key === '') throw new Error(`No line of the record: ${text}`);
  return { key, id, properties: JSON.parse(json) as Line['properties'], text };
}

export function parseRecord(record: string): RecordOf {
  const [head = '', ...lines] = record.trimEnd().split('\n');
  const marked = lines.map((line) => {
    const [, mark = '', text = ''] = /^(new |was |)(.*)$/.exec(line) ?? [];
    return { mark, line: parseLine(text) };
  });
  return {
    release: head.replace(/^release /, ''),
    released: marked.filter(({ mark }) => mark !== 'new ').map(({ line }) => line),
    now: marked.filter(({ mark }) => mark !== 'was ').map(({ line }) => line),
  };
}

/**
 * The record after a change. What was released stays in it until there is another release, so that rules can compare.
 * @param record as it is; empty: there is none yet
 * @param current lines of `lineOf`
 * @param release the newest release in CHANGELOG.md
 */
export function nextRecord(record: string, current: readonly string[], release: string): string {
  const before = parseRecord(record === '' ? `release ${release}` : record);
  const isReleased = record === '' || before.release !== release;
  const released = new Set(isReleased ? current : before.released.map(({ text }) => text));
  const lines = [
    ...current.map((text) => (released.has(text) ? text : `new ${text}`)),
    ...[...released].filter((text) => !current.includes(text)).map((text) => `was ${text}`),
  ];
  // A resource's lines stand below each other.
  const place = (line: string): string => `${line.replace(/^(new|was) /, '')} ${line}`;
  return [`release ${release}`, ...lines.sort((one, other) => (place(one) < place(other) ? -1 : 1)), ''].join(
    '\n',
  );
}
