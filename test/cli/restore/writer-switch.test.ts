import { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { openWriterSwitch } from '../../../cli/restore/writer-switch.ts';

/** Stands for Lambda: mappings take two looks to change their state, and no change meanwhile. */
function lambda() {
  const reserved = new Map<string, number>([
    ['authorizer', 100],
    ['sweeper', -1],
  ]);
  const mappings = new Map([
    ['a', { state: 'Enabled', looks: 0 }],
    ['b', { state: 'Enabling', looks: 1 }],
  ]);
  const calls: string[] = [];
  const client = new LambdaClient({ region: 'us-east-1' });
  const answer = async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    const name = command.constructor.name.replace(/Command$/, '');
    const { FunctionName, ReservedConcurrentExecutions, UUID, Enabled } = command.input;
    calls.push(name);
    if (name === 'PutFunctionConcurrency')
      reserved.set(String(FunctionName), Number(ReservedConcurrentExecutions));
    if (name === 'DeleteFunctionConcurrency') reserved.set(String(FunctionName), -1);
    const mapping = mappings.get(String(UUID));
    if (name === 'UpdateEventSourceMapping' && mapping) {
      if (mapping.state.endsWith('ing')) throw new Error('ResourceInUseException');
      Object.assign(mapping, { state: Enabled ? 'Enabling' : 'Disabling', looks: 2 });
    }
    if (name === 'GetEventSourceMapping' && mapping) {
      if (mapping.looks-- <= 0) mapping.state = mapping.state.replace(/ing$/, 'ed');
      return { State: mapping.state };
    }
    return {};
  };
  Object.assign(client, { send: answer });
  return { client, calls, reserved, states: () => [...mappings.values()].map(({ state }) => state) };
}

const WRITERS = { functions: { authorizer: 100, sweeper: null }, sources: ['a', 'b'], longestRunSeconds: 1 };

test('stopped, no function begins; started, all is as it was deployed; each can be repeated', async () => {
  const { client, calls, reserved, states } = lambda();
  let pauses = 0;
  using service = openWriterSwitch(WRITERS, async () => void pauses++, client);
  await service.stop();
  expect([Object.fromEntries(reserved), states()]).toEqual([
    { authorizer: 0, sweeper: 0 },
    ['Disabled', 'Disabled'],
  ]);
  expect(pauses).toBeGreaterThan(0);
  calls.length = 0;
  await service.stop();
  expect(calls).not.toContain('UpdateEventSourceMapping');

  for (const _ of [1, 2]) {
    await service.start();
    expect([Object.fromEntries(reserved), states()]).toEqual([
      { authorizer: 100, sweeper: -1 },
      ['Enabled', 'Enabled'],
    ]);
  }
});
