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

  test('attempts for many names at once are bounded, too', async () => {
    const { attempts } = attemptsUnderClock();
    const open = Promise.withResolvers<null>();
    const made = Array.from({ length: 32 }, (_, i) =>
      attempts.make(stranger(`user${i}`), () => open.promise),
    );
    await expect(attempts.make(stranger('another'), () => open.promise)).rejects.toThrow(TooManyAttempts);
    open.resolve(null);
    await Promise.all(made);
  });

  test('a browser that is known for a name waits for no guesses from elsewhere, and slows down by its own', async () => {
    const { attempts, fail, slept } = attemptsUnderClock();
    const known = { name: 'ada', knownBrowser: 'browser' };
    const open = Promise.withResolvers<null>();
    for (let i = 0; i < 9; i++) await fail();
    slept.length = 0;
    const guesses = Array.from({ length: 32 }, (_, i) =>
      attempts.make(stranger(`${i % 11}`), () => open.promise),
    );
    expect(await attempts.make(known, async () => 'ada')).toBe('ada');
    expect(slept).toEqual([]);
    for (let i = 0; i < 3; i++) await attempts.make(known, async () => null);
    await attempts.make(known, async () => 'ada');
    expect(slept).toEqual([500]);
    open.resolve(null);
    await Promise.all(guesses);
  });

  test('an attempt that throws does not hold up the next one', async () => {
    const { attempts, succeed } = attemptsUnderClock();
    const failing = attempts.make(stranger('ada'), () => Promise.reject(new Error('disk')));
    await expect(failing).rejects.toThrow('disk');
    expect(await succeed()).toBe('ada');
  });
});
