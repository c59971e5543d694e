import { type Node, nameOf, operands } from '../support/syntax-tree.ts';

/** The kind of guard that a mutant removes. */
export type Guard = 'condition' | 'identity' | 'object unchanged' | 'tombstone' | 'authorization';

/** A node of a guard, and its replacement in the mutant. */
export interface Find {
  guard: Guard;
  node: Node;
  replacement: string;
}

/** Finds the guards of one kind at a node, given its ancestors, outermost first, and the source of any node. */
type Rule = (node: Node, ancestors: readonly Node[], text: (node: Node) => string) => Find[];

/** True for every item; keeps all names and values in use, as DynamoDB requires. */
const WEAKENED = ' OR attribute_not_exists(mutant)';
/** Request members that S3 compares. */
const S3_CONDITIONS = ['IfMatch', 'IfNoneMatch', 'CopySourceIfMatch', 'MpuObjectSize', 'ContentMD5'];
const WRITE_IDS = /^(writeId|standingId|claimId|jobId)$/;
/** Predicates of authorization. */
const PREDICATES = [
  'isActive',
  'mayAccess',
  'isWellFormedSecret',
  'isEnabled',
  'isSessionOpen',
  'isInAudience',
];
/** Calls that only refuse. */
const REQUIREMENTS = /^(find\w*Video|requireAccess|requireBase)$/;
const REFUSALS = /'(RATE_LIMITED|INSUFFICIENT_SCOPE|PROJECT_NOT_ALLOWED)'|unauthorized\(/;

/** A property, by the name of its key. */
const keyOf = (node: Node): string => (node.type === 'Property' ? nameOf(node.key) : '');

/** Neutralizes each operand of a chain of `&&` or `||`; any other test becomes false. */
const withoutEach = (guard: Guard, test: Node): Find[] =>
  operands(test).map((node) => ({
    guard,
    node,
    replacement: String(test.type === 'LogicalExpression' && test.operator === '&&'),
  }));

/** The same for nested chains. */
const withoutEachNested = (guard: Guard, test: Node): Find[] =>
  withoutEach(guard, test).flatMap((find) =>
    operands(find.node).length > 1 ? [find, ...withoutEachNested(guard, find.node)] : [find],
  );

/** Conditions of writes, also those that are parts of others. */
const conditions: Rule = (node, _, text) =>
  node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'condition'
    ? [{ guard: 'condition', node, replacement: `condition\`\${${text(node)}}${WEAKENED}\`` }]
    : [];

/** A write whose reply was lost is no longer recognised by its id, and another job's data passes for this job's. */
const identities: Rule = (node) => {
  const isComparison = node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator));
  const isId = isComparison && WRITE_IDS.test(nameOf(node.left)) && WRITE_IDS.test(nameOf(node.right));
  return isId ? [{ guard: 'identity', node, replacement: 'false' }] : [];
};

const objectConditions: Rule = (node) =>
  S3_CONDITIONS.includes(keyOf(node))
    ? [{ guard: 'object unchanged', node: node.value as Node, replacement: 'undefined' }]
    : [];

const tombstones: Rule = (node) => {
  const isLook = node.type === 'CallExpression' && nameOf(node) === 'isTombstone';
  const isRemoval = node.type === 'AwaitExpression' && nameOf(node.argument) === 'isDeleted';
  return isLook || isRemoval ? [{ guard: 'tombstone', node, replacement: 'false' }] : [];
};

/** The tests that decide whether a caller is refused. */
const refusals: Rule = (node, _, text) => {
  if (node.type === 'IfStatement' && REFUSALS.test(text(node.consequent as Node))) {
    return withoutEach('authorization', node.test as Node);
  }
  const isOwnerCheck = node.type === 'ConditionalExpression' && text(node).includes("'NOT_OWNER'");
  return isOwnerCheck ? [{ guard: 'authorization', node: node.test as Node, replacement: 'true' }] : [];
};

const requirements: Rule = (node) => {
  if (node.type !== 'ExpressionStatement') return [];
  const expression = node.expression as Node;
  const name = nameOf(expression.type === 'AwaitExpression' ? expression.argument : expression);
  return REQUIREMENTS.test(name) ? [{ guard: 'authorization', node, replacement: '{}' }] : [];
};

const heldScopes: Rule = (node, _, text) =>
  node.type === 'CallExpression' && /scopes\.includes$/.test(text(node.callee as Node))
    ? [{ guard: 'authorization', node, replacement: 'true' }]
    : [];

/** Treats a key that is restricted to certain videos as unrestricted. */
const restrictions: Rule = (node, ancestors, text) => {
  const parent = ancestors.at(-1);
  const isNullComparison = node.type === 'BinaryExpression' && (node.right as Node).value === null;
  const isElsewhere =
    parent?.type === 'LogicalExpression' || (parent?.type === 'IfStatement' && REFUSALS.test(text(parent)));
  if (isNullComparison && nameOf(node.left) === 'projectIds' && !isElsewhere) {
    return [{ guard: 'authorization', node, replacement: String(node.operator === '===') }];
  }
  const isHashed = keyOf(node) === 'projectIds' && ancestors.some((around) => nameOf(around) === 'canonical');
  return isHashed ? [{ guard: 'authorization', node, replacement: 'projectIds: null' }] : [];
};

const predicates: Rule = (node, ancestors, text) => {
  const isInPredicate = ancestors.some(
    ({ type, id }) =>
      /^(FunctionDeclaration|VariableDeclarator)$/.test(type) && PREDICATES.includes(nameOf(id)),
  );
  if (!isInPredicate) return [];
  if (node.type === 'LogicalExpression' && ancestors.at(-1)?.type !== 'LogicalExpression') {
    return withoutEachNested('authorization', node);
  }
  if (node.type === 'ReturnStatement' && text(node.argument as Node) !== 'false') {
    return [{ guard: 'authorization', node: node.argument as Node, replacement: 'true' }];
  }
  return node.type === 'IfStatement' && (node.test as Node).type !== 'LogicalExpression'
    ? withoutEach('authorization', node.test as Node)
    : [];
};

export const RULES: readonly Rule[] = [
  conditions,
  identities,
  objectConditions,
  tombstones,
  refusals,
  requirements,
  heldScopes,
  restrictions,
  predicates,
];
