import type { LambdaHandler } from '../gateway/invoke.ts';
import { withBody } from '../gateway/proxy-event.ts';

const functionsFolder = new URL('../../functions/', import.meta.url);

const loaded = new Map<string, Promise<LambdaHandler>>();

async function importHandler(key: string): Promise<LambdaHandler> {
  const module = (await import(new URL(`${key}.ts`, functionsFolder).href)) as { handler?: LambdaHandler };
  if (module.handler === undefined) throw new Error(`functions/${key}.ts has no handler`);
  const { handler } = module;
  return async (event, ...rest) => handler(await withBody(event), ...rest);
}

/** The handler of a function by its path under `functions/`, imported at its first use. */
export function loadFunction(key: string): Promise<LambdaHandler> {
  const handler = loaded.get(key) ?? importHandler(key);
  loaded.set(key, handler);
  return handler;
}
