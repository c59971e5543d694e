import { describe, expect, test } from 'vitest';
import { SignInAttempts, TooManyAttempts } from '../../../local/identity/sign-in-attempts.ts';

/** Attempts under a clock that sleeping moves. */
function attemptsUnderClock() {
  let now = 0;
  const slept: number[] = [];
  const attempts = new SignInAttempts({
    now: () => now,
    async sleep(milliseconds) {
      slept.push(milliseconds);
      now += milliseconds;
    },
  });
  return {
    attempts,
    slept,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    fail: (name = 'ada') => attempts.make(stranger(name), async () => null),
    succeed: (name = 'ada') => attempts.make(stranger(name), async () => name),
  };
}

/** An attempt from a browser in which nobody has signed in. */
const stranger = (name: string) => ({ name, knownBrowser: null });

/** An attempt from a browser in which its user has signed in before. */
const known = (name: string) => ({ name, knownBrowser: 'browser' });

const refusedOf = (outcomes: readonly PromiseSettledResult<unknown>[]): number[] =>
  outcomes.flatMap((outcome, i) =>
    outcome.status === 'rejected' && outcome.reason instanceof TooManyAttempts ? [i] : [],
  );

describe('attempts to sign in', () => {
  test('each wrong password doubles what the next one waits, up to a bound', async () => {
    const { fail, slept } = attemptsUnderClock();
    for (let i = 0; i < 9; i++) await fail();
    expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  test('the right password waits as long after wrong ones, and ends their memory', async () => {
    const { fail, succeed, slept } = attemptsUnderClock();
    for (let i = 0; i < 3; i++) await fail();
    expect(await succeed()).toBe('ada');
    expect(slept).toEqual([500]);
    await fail();
    expect(slept).toEqual([500]);
  });

  test('one name does not slow another down', async () => {
    const { fail, succeed, slept } = attemptsUnderClock();
    for (let i = 0; i < 3; i++) await fail('ada');
    await succeed('bob');
    expect(slept).toEqual([]);
  });

  test('failures are forgotten after a quarter of an hour', async () => {
    const { fail, pass, slept } = attemptsUnderClock();
    for (let i = 0; i < 3; i++) await fail();
    pass(15 * 60 * 1000);
    await fail();
    expect(slept).toEqual([]);
  });

  test('attempts for one name are made one after the other, and no more than three wait', async () => {
    const { attempts } = attemptsUnderClock();
    let running = 0;
    let most = 0;
    const open = Promise.withResolvers<void>();
    const check = async (): Promise<null> => {
      running += 1;
      most = Math.max(most, running);
      await open.promise;
      running -= 1;
      return null;
    };
    const made = [1, 2, 3].map(() => attempts.make(stranger('ada'), check));
    await expect(attempts.make(stranger('ada'), check)).rejects.toThrow(TooManyAttempts);
    open.resolve();
    await Promise.all(made);
    expect(most).toBe(1);
    await expect(attempts.make(stranger('ada'), check)).resolves.toBeNull();
  });

  test('attempts for many names at once are bounded, too: the oldest gives way', async () => {
    const { attempts } = attemptsUnderClock();
    const open = Promise.withResolvers<string>();
    const made = Array.from({ length: 36 }, (_, i) =>
      attempts.make(stranger(`user${i}`), () => open.promise),
    );
    open.resolve('in');
    expect(refusedOf(await Promise.allSettled(made))).toEqual([1, 2, 3, 4]);
  });

  test('a browser that is known for a name waits for no guesses from elsewhere, and slows down by its own', async () => {
    const { attempts, fail, slept } = attemptsUnderClock();
    for (let i = 0; i < 9; i++) await fail();
    slept.length = 0;
    expect(await attempts.make(known('ada'), async () => 'ada')).toBe('ada');
    expect(slept).toEqual([]);
    for (let i = 0; i < 3; i++) await attempts.make(known('ada'), async () => null);
    await attempts.make(known('ada'), async () => 'ada');
    expect(slept).toEqual([500]);
  });

  test('passwords are checked one at a time, and known browsers have a turn before those who wait elsewhere', async () => {
    const { attempts } = attemptsUnderClock();
    const open = Promise.withResolvers<null>();
    const order: string[] = [];
    const noted = (label: string) => async () => {
      order.push(label);
      await open.promise;
      return label;
    };
    const made = Array.from({ length: 32 }, (_, i) => attempts.make(stranger(`${i}`), noted(`${i}`)));
    made.push(attempts.make(known('ada'), noted('ada')));
    await Promise.resolve();
    expect(order).toEqual(['0']);
    open.resolve(null);
    await Promise.all(made);
    expect(order.indexOf('ada')).toBeLessThanOrEqual(2);
  });

  test('guessers at many names keep nobody out whose name they do not guess at', async () => {
    const { attempts } = attemptsUnderClock();
    const open = Promise.withResolvers<null>();
    const guess = (i: number) => attempts.make(stranger(`guessed${i}`), () => open.promise);
    const flood = () => Promise.allSettled(Array.from({ length: 40 * 8 }, (_, i) => guess(i % 40)));
    const before = flood();
    const signedIn = attempts.make(stranger('bob'), async () => 'bob');
    const after = flood();
    open.resolve(null);
    expect(await signedIn).toBe('bob');
    await Promise.all([before, after]);
  });

  test('of a full lane, an attempt for the name that was tried most often gives way', async () => {
    const { attempts, fail } = attemptsUnderClock();
    for (let i = 0; i < 32; i++) for (let n = 0; n < (i === 7 ? 6 : 5); n++) await fail(`guessed${i}`);
    for (let n = 0; n < 5; n++) await fail('bob');
    const open = Promise.withResolvers<null>();
    const guesses = Array.from({ length: 32 }, (_, i) =>
      attempts.make(stranger(`guessed${i}`), () => open.promise),
    );
    const outcomes = Promise.allSettled(guesses);
    const signedIn = attempts.make(stranger('bob'), async () => 'bob');
    open.resolve(null);
    expect(await signedIn).toBe('bob');
    expect(refusedOf(await outcomes)).toEqual([7]);
  });

  test('a user who fails in many known browsers at once keeps no other user out', async () => {
    const { attempts } = attemptsUnderClock();
    const open = Promise.withResolvers<null>();
    const order: string[] = [];
    const guesses = Array.from({ length: 36 }, (_, i) =>
      attempts.make({ name: 'mallory', knownBrowser: `${i % 12}` }, () => {
        order.push('mallory');
        return open.promise;
      }),
    );
    const outcomes = Promise.allSettled(guesses);
    const signedIn = attempts.make(known('ada'), async () => order.push('ada'));
    open.resolve(null);
    await signedIn;
    expect(order.indexOf('ada')).toBeLessThanOrEqual(2);
    expect(refusedOf(await outcomes)).toHaveLength(5);
  });

  test('an attempt that throws does not hold up the next one', async () => {
    const { attempts, succeed } = attemptsUnderClock();
    const failing = attempts.make(stranger('ada'), () => Promise.reject(new Error('disk')));
    await expect(failing).rejects.toThrow('disk');
    expect(await succeed()).toBe('ada');
  });
});
