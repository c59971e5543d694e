import { expect, test } from 'vitest';
import { answerCalls, callsTo } from '../../../../../../console/pages/video/editor/documents/worker-calls.ts';

class Adder {
  #sum = 0;
  add(number: number): number {
    this.#sum += number;
    return this.#sum;
  }
  length(bytes: ArrayBuffer): number {
    return bytes.byteLength;
  }
  refuse(): never {
    throw new RangeError('too much');
  }
}

/** An object behind a channel, as a worker's is. */
function remoteAdder() {
  const { port1, port2 } = new MessageChannel();
  answerCalls(port1, new Adder());
  return { adder: callsTo<Adder>(port2), close: () => port2.close() };
}

test('calls are answered in turn, with what each gives', async () => {
  const { adder, close } = remoteAdder();
  expect(await Promise.all([adder.add(1), adder.add(2), adder.add(3)])).toEqual([1, 3, 6]);
  close();
});

test('an error there is an error here, of the same name', async () => {
  const { adder, close } = remoteAdder();
  await expect(adder.refuse()).rejects.toMatchObject({ name: 'RangeError', message: 'too much' });
  expect(await adder.add(1)).toBe(1);
  close();
});

test('array buffers are handed over, not copied', async () => {
  const { adder, close } = remoteAdder();
  const bytes = new ArrayBuffer(16);
  expect(await adder.length(bytes)).toBe(16);
  expect(bytes.byteLength).toBe(0);
  close();
});
