import { AUTHORIZERS } from './authorizers.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { announce, QUEUE_CONSUMERS } from './messages.ts';
import { notFound } from './routes/not-found.ts';
import { ROUTES } from './routes.ts';
import { STREAM_CONSUMERS } from './stream-consumers.ts';
import { sweeper } from './sweeper.ts';

/** The definition of every function. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  ...ROUTES,
  notFound,
  ...Object.values(AUTHORIZERS),
  announce,
  ...QUEUE_CONSUMERS,
  ...STREAM_CONSUMERS,
  sweeper,
];
