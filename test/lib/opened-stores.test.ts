import { expect, test } from 'vitest';
import { FUNCTION_NEEDS } from '../../lib/grants.ts';
import { provideLambdaRuntime } from '../../local/gateway/lambda-runtime.ts';
import type { StoreOpener } from '../../shared/stores/opener.ts';

// Functions that stream their answers ask for it when they are loaded.
provideLambdaRuntime();

interface FunctionModule {
  STORES?: Readonly<Record<string, StoreOpener<unknown>>>;
}

test.each(Object.entries(FUNCTION_NEEDS))(
  '%s opens the stores that its grant is derived from',
  async (key, { opens }) => {
    const { STORES = {} } = (await import(
      new URL(`../../functions/${key}.ts`, import.meta.url).href
    )) as FunctionModule;
    expect(
      Object.values(STORES)
        .map(({ store }) => store)
        .sort(),
    ).toEqual([...opens].sort());
  },
);
