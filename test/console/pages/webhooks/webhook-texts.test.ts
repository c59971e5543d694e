import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../console/pages/webhooks/attempt-view.tsx';
import { EVENT_GROUPS, typesText } from '../../../../console/pages/webhooks/event-texts.ts';
import { webhookName } from '../../../../console/pages/webhooks/webhook-name.ts';
import { pollAfter } from '../../../../console/queries/webhooks.ts';
import { EVENT_TYPES } from '../../../../shared/contract/events.ts';

test('every type of event can be chosen, once', () => {
  const offered = EVENT_GROUPS.flatMap(({ types }) => types.map(({ type }) => type));
  expect(offered.toSorted()).toEqual(EVENT_TYPES.toSorted());
});

test.each([
  [null, 'All'],
  [['job.failed'], '1 type'],
  [['job.failed', 'of.a.later.release'], '2 types'],
])('of %j a list says %j', (types, text) => {
  expect(typesText(types)).toBe(text);
});

test.each([
  ['https://example.com/', 'example.com'],
  ['https://example.com:8443/hooks/?token=secret', 'example.com:8443/hooks'],
  [`https://example.com/${'x'.repeat(100)}`, `example.com/${'x'.repeat(47)}…`],
])('a webhook at %s is called %s', (url, name) => {
  expect(webhookName({ url })).toBe(name);
});

const NOW = Date.UTC(2026, 10, 28);
const pendingIn = (milliseconds: number | null) => ({
  status: 'pending' as const,
  nextAttemptAt: milliseconds === null ? null : new Date(NOW + milliseconds).toISOString(),
});

test.each([
  [{ status: 503, answer: '' }, 'HTTP 503'],
  [{ failure: { code: 'timeout', message: 'The receiver did not answer in time' } }, 'Timed out'],
  [{ failure: { code: 'of-a-later-release', message: 'Something else' } }, 'No answer'],
])('of an attempt with %j a list says %s', (outcome, text) => {
  expect(outcomeOf({ at: new Date(NOW).toISOString(), durationMs: 1, ...outcome })).toBe(text);
});

test('deliveries are read more often while an attempt is due, or was just asked for', () => {
  const idle = pollAfter([pendingIn(3_600_000), { status: 'failed', nextAttemptAt: null }], NOW, 0);
  for (const due of [pendingIn(null), pendingIn(1000), pendingIn(-1000)])
    expect(pollAfter([due], NOW, 0)).toBeLessThan(idle);
  expect(pollAfter([], NOW, NOW - 1000)).toBeLessThan(idle);
});
