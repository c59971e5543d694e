import { parseAst } from 'vitest/node';

/** A node of an ESTree with TypeScript's additions, and its position in the source. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` for every node with its ancestors, outermost first. */
export function walk(root: Node, visit: (node: Node, ancestors: readonly Node[]) => void): void {
  const ancestors: Node[] = [];
  const step = (node: Node): void => {
    visit(node, ancestors);
    ancestors.push(node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) step(child);
    }
    ancestors.pop();
  };
  step(root);
}

/** @param lang `tsx` where the source has elements of JSX */
export const parse = (source: string, lang: 'ts' | 'tsx' = 'ts'): Node =>
  parseAst(source, { lang }) as unknown as Node;

/** The name of an identifier, of the last member of `a.b.c`, or of the called function; else ''. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return nameOf(node.callee);
  return node.type === 'ChainExpression' ? nameOf(node.expression) : '';
}

/** The operands of a chain of one logical operator, else the expression itself. */
export function operands(node: Node, operator = node.operator): Node[] {
  if (node.type === 'ParenthesizedExpression') return operands(node.expression as Node);
  if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node];
  return [...operands(node.left as Node, operator), ...operands(node.right as Node, operator)];
}
