import { expect, test } from 'vitest';
import { provideEnvironment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openOnce } from '../../../shared/kernel/runtime/store-factories.ts';

const environmentNamed = (name: string) => ({ variables: { name }, runtime: systemRuntime });

const open = openOnce({ store: ({ variables }) => ({ name: variables.name }) });

test('an entry point opens its stores once in an environment', () => {
  provideEnvironment(environmentNamed('first'));
  expect(open().store).toBe(open().store);
});

test('an entry point opens its stores in each environment that the process provides, and keeps them', () => {
  const first = environmentNamed('first');
  const second = environmentNamed('second');
  provideEnvironment(first);
  const opened = open();
  provideEnvironment(second);
  expect(open()).toMatchObject({ store: { name: 'second' }, environment: second });
  provideEnvironment(first);
  expect(open()).toBe(opened);
  expect(opened.store).toEqual({ name: 'first' });
});
