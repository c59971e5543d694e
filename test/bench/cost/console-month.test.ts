import { expect, test } from 'vitest';
import { CONSOLE_USE, consoleCost } from '../../../bench/cost/console-month.ts';

test('the console costs for people who sign in, and for what CloudFront answers them: nothing without them', () => {
  const { visitsPerPerson, files, fileBytes, calls, callBytes } = CONSOLE_USE;
  const webAcl = false;
  const cost = consoleCost(1000, { webAcl });
  // $0.015 a person; $1 a million requests, $0.10 a million runs of the function before files, $0.085 a GB.
  expect(cost['console: users']).toBeCloseTo(15);
  expect(cost['console: CloudFront']).toBeCloseTo(
    1000 * visitsPerPerson * (((files + calls) * 1 + files * 0.1) / 1e6 + (fileBytes + callBytes) * 0.085e-9),
  );
  expect(consoleCost(0, { webAcl })).toEqual({ 'console: CloudFront': 0, 'console: users': 0 });
});

test('where there is a web ACL, a function runs before each call of the API, too', () => {
  const [without, withAcl] = [false, true].map(
    (webAcl) => consoleCost(1000, { webAcl })['console: CloudFront'],
  );
  const calls = 1000 * CONSOLE_USE.visitsPerPerson * CONSOLE_USE.calls;
  expect((withAcl ?? 0) - (without ?? 0)).toBeCloseTo((calls * 0.1) / 1e6);
});
