import { serveCalls } from '../shared/inference/threads/serve-calls.ts';
import { type BareLoopSetup, toTensors } from './bare-inference.ts';

await serveCalls((session, { feeds, next }: BareLoopSetup) => {
  const inputs = feeds.map((feed) => toTensors(session.inputNames, feed));
  return {
    ready: null,
    async answer(): Promise<null> {
      for (let i = Atomics.add(next, 0, 1); i < inputs.length; i = Atomics.add(next, 0, 1)) {
        await session.run(inputs[i] ?? {});
      }
      return null;
    },
  };
});
