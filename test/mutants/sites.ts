import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, nameOf, operands, parse, walk } from './syntax-tree.ts';

/** What a mutant takes away. */
export type Guard = 'condition' | 'identity' | 'object unchanged' | 'tombstone' | 'authorization';

/** A place in the source where a guard stands, and what stands there in the mutant. */
export interface Site {
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly guard: Guard;
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly replacement: string;
}

type Find = Pick<Site, 'guard' | 'replacement'> & { node: Node };

/** Always true, whatever the item, and it leaves all names and values in use, as DynamoDB demands. */
const WEAKENED = ' OR attribute_not_exists(mutant)';
/** What S3 compares for us when it is asked to. */
const S3_CONDITIONS = ['IfMatch', 'IfNoneMatch', 'CopySourceIfMatch', 'MpuObjectSize', 'ChecksumCRC64NVME'];
/** Functions that say whether somebody may. */
const PREDICATES = ['isActive', 'mayAccess', 'isWellFormedSecret'];
/** Calls that do nothing but refuse. */
const REQUIREMENTS = /^(find\w*Video|requireAccess|requireBase)$/;
const REFUSALS = /'(RATE_LIMITED|INSUFFICIENT_SCOPE|PROJECT_NOT_ALLOWED)'|unauthorized\(/;
const WRITE_IDS = /^(writeId|standingId|claimId|jobId)$/;

const isNullComparison = ({ type, right }: Node): boolean =>
  type === 'BinaryExpression' && (right as Node).type === 'Literal' && (right as Node).value === null;

/** A property, by the name of its key. */
const keyOf = (node: Node): string => (node.type === 'Property' ? nameOf(node.key) : '');

/** `&&` and `||` without one of their operands. */
const withoutEach = (test: Node, guard: Guard): Find[] =>
  operands(test).map((node) => ({
    guard,
    node,
    replacement: String(test.type === 'LogicalExpression' ? test.operator === '&&' : false),
  }));

function conditions(node: Node, ancestors: readonly Node[], text: (node: Node) => string): Find[] {
  const value = node.value as Node;
  if (keyOf(node) === 'ConditionExpression') {
    return [{ guard: 'condition', node: value, replacement: `(${text(value)}) + '${WEAKENED}'` }];
  }
  // A clause of its own: it is put together with others elsewhere.
  const isText =
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
  const isClause = isText && /attribute_(not_)?exists\(| (<|<=) [:$]|IN \(/.test(text(node));
  const isPartOfProperty = ancestors.some((ancestor) => /Expression$/.test(keyOf(ancestor)));
  if (!isClause || isPartOfProperty || ancestors.some(({ type }) => type === 'TemplateLiteral')) return [];
  const inList = ancestors.at(-1)?.type === 'ArrayExpression';
  const replacement = inList ? `('(' + ${text(node)} + '${WEAKENED})')` : `(${text(node)} + '${WEAKENED}')`;
  return [{ guard: 'condition', node, replacement }];
}

/** Our own earlier write is not known by its id after its reply was lost; what is of another job is taken for this one's. */
function identities(node: Node): Find[] {
  const isComparison = node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator));
  const isId = isComparison && WRITE_IDS.test(nameOf(node.left)) && WRITE_IDS.test(nameOf(node.right));
  return isId ? [{ guard: 'identity', node, replacement: 'false' }] : [];
}

const objectConditions = (node: Node): Find[] =>
  S3_CONDITIONS.includes(keyOf(node))
    ? [{ guard: 'object unchanged', node: node.value as Node, replacement: 'undefined' }]
    : [];

function tombstones(node: Node): Find[] {
  const find: Find = { guard: 'tombstone', node, replacement: 'false' };
  if (node.type === 'CallExpression' && nameOf(node) === 'isTombstone') return [find];
  const isAwaited = node.type === 'AwaitExpression' && nameOf(node.argument) === 'removeIfDeleted';
  return isAwaited ? [find] : [];
}

function authorizations(node: Node, ancestors: readonly Node[], text: (node: Node) => string): Find[] {
  const guard = 'authorization';
  if (node.type === 'IfStatement' && REFUSALS.test(text(node.consequent as Node))) {
    return withoutEach(node.test as Node, guard);
  }
  if (node.type === 'ConditionalExpression' && text(node).includes("'NOT_OWNER'")) {
    return [{ guard, node: node.test as Node, replacement: 'true' }];
  }
  if (node.type === 'ExpressionStatement') {
    const { type, argument } = node.expression as Node;
    const isRequirement = REQUIREMENTS.test(nameOf(type === 'AwaitExpression' ? argument : node.expression));
    return isRequirement ? [{ guard, node, replacement: '{}' }] : [];
  }
  const parent = ancestors.at(-1);
  if (node.type === 'CallExpression' && /scopes\.includes$/.test(text(node.callee as Node))) {
    return [{ guard, node, replacement: 'true' }];
  }
  const isRestriction = isNullComparison(node) && nameOf(node.left) === 'projectIds';
  if (isRestriction && parent?.type !== 'LogicalExpression' && !REFUSALS.test(text(parent ?? node))) {
    return [{ guard, node, replacement: String(node.operator === '===') }];
  }
  if (
    keyOf(node) === 'projectIds' &&
    node.shorthand === true &&
    nameOf(parent) === '' &&
    parent?.type === 'ObjectExpression'
  ) {
    const hashed = ancestors.some((ancestor) => nameOf(ancestor) === 'canonical');
    return hashed ? [{ guard, node, replacement: 'projectIds: null' }] : [];
  }
  if (!isInPredicate(ancestors)) return [];
  if (node.type === 'LogicalExpression' && parent?.type !== 'LogicalExpression')
    return everyOperand(node, guard);
  if (node.type === 'ReturnStatement' && text(node.argument as Node) !== 'false') {
    return [{ guard, node: node.argument as Node, replacement: 'true' }];
  }
  return node.type === 'IfStatement' && (node.test as Node).type !== 'LogicalExpression'
    ? [{ guard, node: node.test as Node, replacement: 'false' }]
    : [];
}

const isInPredicate = (ancestors: readonly Node[]): boolean =>
  ancestors.some(
    ({ type, id }) =>
      (type === 'FunctionDeclaration' || type === 'VariableDeclarator') && PREDICATES.includes(nameOf(id)),
  );

/** Down through nested chains: each operand that is no chain itself, without its say. */
const everyOperand = (test: Node, guard: Guard): Find[] =>
  withoutEach(test, guard).flatMap((find) =>
    operands(find.node).length > 1 ? [find, ...everyOperand(find.node, guard)] : [find],
  );

/** Where a guard stands for the compiler alone, with why it can't be missed. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'shared/http/version-conflict.ts isTombstone(named)':
    'it is older than a version that is no tombstone, and nothing is committed above a tombstone',
};

/** The sites of one file. */
export function sitesOf(file: string, source: string): Site[] {
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const finds: Find[] = [];
  walk(parse(source), (node, ancestors) => {
    finds.push(
      ...conditions(node, ancestors, text),
      ...identities(node),
      ...objectConditions(node),
      ...tombstones(node),
      ...authorizations(node, ancestors, text),
    );
  });
  return finds
    .filter(({ node }) => !Object.hasOwn(UNREACHABLE, `${file} ${text(node)}`))
    .map(({ guard, node, replacement }) => ({
      file,
      line: source.slice(0, node.start).split('\n').length,
      guard,
      start: node.start,
      end: node.end,
      source: text(node).replaceAll(/\s+/g, ' '),
      replacement,
    }));
}

/** All sites below a root folder, in the order of files and lines. */
export function findSites(root: string): Site[] {
  return ['shared/domain', 'shared/stores', 'shared/http', 'functions']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => sitesOf(file, readFileSync(path.join(root, file), 'utf8')));
}
