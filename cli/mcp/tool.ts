import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { Route } from '../../shared/contract/route.ts';

/** What a tool works with. */
export interface ToolCall {
  readonly client: Client;
  /** Aborted when the caller gives the call up. */
  readonly signal: AbortSignal;
}

/** What a tool answers: a JSON value, and a picture where it has one. */
export interface ToolAnswer {
  readonly data: unknown;
  /** A JPEG. */
  readonly picture?: Uint8Array;
}

/** `undoable`: restoring an older version takes it back. */
type Effect = 'reads' | 'undoable' | 'replaces';

/** Something that an agent can ask for. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** What it calls: a key without their scopes does not see the tool. */
  readonly routes: readonly Route[];
  readonly input: z.ZodObject;
  run(input: unknown, call: ToolCall): Promise<ToolAnswer>;
}

const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  undoable: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  replaces: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'annotations' | 'input' | 'run'> {
  readonly effect: Effect;
  readonly input: Input;
  run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer>;
}

export function defineTool<Input extends z.ZodObject>({
  effect,
  input,
  run,
  ...described
}: ToolDefinition<Input>): Tool {
  return {
    ...described,
    annotations: { title: described.title, ...ANNOTATIONS[effect] },
    input,
    run: (given, call) => run(input.parse(given), call),
  };
}
