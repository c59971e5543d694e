import { describe, expect, test } from 'vitest';
import { Interruption } from '../../../shared/inference/detectors/open-detector.ts';

const never = new Promise<never>(() => {});

describe('a wait', () => {
  test('ends with its work', async () => {
    const interruption = new Interruption();
    expect(await interruption.wait(Promise.resolve(7))).toBe(7);
    await expect(interruption.wait(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  test('is cut short by an interruption', async () => {
    const interruption = new Interruption();
    const waiting = interruption.wait(never);
    interruption.interrupt(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
  });

  test('after an interruption rejects with the first reason', async () => {
    const interruption = new Interruption();
    interruption.interrupt(new Error('first'));
    interruption.interrupt(new Error('second'));
    await expect(interruption.wait(Promise.resolve(7))).rejects.toThrow('first');
  });
});
