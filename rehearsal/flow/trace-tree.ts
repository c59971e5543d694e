import type { Segment, Traces } from '../runtime/traces.ts';

type Document = Traces['documents'][number];

/** A segment or a call, and what is below it: in its trace, and in those that are linked to it. */
export interface Branch {
  readonly document: Document;
  readonly branches: readonly Branch[];
}

const linksOf = (document: Document): Segment['links'] => ('links' in document ? document.links : []);

/** What a segment has led to. */
export function treeOf(root: Document, documents: readonly Document[]): Branch {
  const below = documents.filter(
    (one) =>
      (one.trace_id === root.trace_id && one.parent_id === root.id) ||
      linksOf(one).some(({ trace_id, id }) => trace_id === root.trace_id && id === root.id),
  );
  const branches = below
    .sort((one, other) => one.start_time - other.start_time)
    .map((one) => treeOf(one, documents));
  return { document: root, branches };
}

/** All of a tree, from its root on. */
export const nodesOf = ({ document, branches }: Branch): Document[] => [
  document,
  ...branches.flatMap(nodesOf),
];

const withoutPrefix = (name: string | undefined): string | undefined => name?.replace(/^.*[/-]/, '');

/** What is called, its outcome and retries; for a segment its name. */
function titleOf({ name, aws, http, error, fault, throttle, cause }: Document): string {
  const { operation, table_name, table_names, queue_url, bucket_name, retries = 0 } = aws ?? {};
  const called = table_name ?? table_names?.join(' ') ?? queue_url ?? bucket_name;
  const flags = [error && 'error', throttle && 'throttle', fault && 'fault'].filter(Boolean);
  return [
    name,
    operation,
    withoutPrefix(called),
    http?.response.status,
    retries > 0 && `${retries} retries`,
    ...flags,
    cause?.exceptions[0]?.type,
  ]
    .filter(Boolean)
    .join(' ');
}

const milliseconds = ({ start_time, end_time }: Document): string =>
  end_time === undefined ? '' : `, ${((end_time - start_time) * 1000).toFixed(0)} ms`;

/** The lines of a tree, indented; equal calls one after the other are one line. */
export function linesOf({ document, branches }: Branch, depth = 0): string[] {
  const linked = linksOf(document).length > 0 ? ' (linked)' : '';
  const lines = [`${'  '.repeat(depth)}${titleOf(document)}${milliseconds(document)}${linked}`];
  for (let at = 0; at < branches.length; ) {
    const [first] = branches.slice(at, at + 1);
    if (first === undefined) break;
    const alike = branches
      .slice(at)
      .findIndex((one) => one.branches.length > 0 || titleOf(one.document) !== titleOf(first.document));
    const count = Math.max(1, alike === -1 ? branches.length - at : alike);
    const [head = '', ...rest] = linesOf(first, depth + 1);
    lines.push(count > 1 ? `${head}, and ${count - 1} more` : head, ...rest);
    at += count;
  }
  return lines;
}
