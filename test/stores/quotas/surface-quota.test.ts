import { expect, test } from 'vitest';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import { uuidv7 } from '../../../shared/domain/ids.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openSurfaceQuota, openSurfaceSlots } from '../../../shared/stores/quotas/surface-quota.ts';
import { openSurfaces } from '../../../shared/stores/surfaces.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { runningSurface } from '../../support/surfaces/running-surface.ts';

const { environment: inService, advance } = await startWorkbench();
const environment = {
  ...inService,
  variables: { ...process.env, [SETTINGS.quotas]: JSON.stringify({ free: { activeSurfaces: 2 } }) },
};
const surfaces = openSurfaces(environment);
const quota = openSurfaceQuota(environment);

const newId = () => uuidv7(systemRuntime);
const full = { quota: 'activeSurfaces', max: 2, current: 2 };

/** Surfaces of one account that have places, and whose tracking has begun. */
async function account(count: number) {
  const accountId = newId();
  const made = Array.from({ length: count }, () =>
    runningSurface({ accountId, videoId: newId(), objectId: newId() }),
  );
  for (const tracking of made) {
    expect(await quota.admit(tracking)).toBeNull();
    await surfaces.begin(tracking);
  }
  return { another: () => runningSurface({ accountId, videoId: newId(), objectId: newId() }), made };
}

test('at most as many surfaces are tracked at a time as the quota says; one that ends makes room', async () => {
  const { made, another } = await account(2);
  expect(await quota.admit(another())).toEqual(full);
  for (const ended of made) {
    await surfaces.advance(ended, 'failed');
    expect(await quota.admit(another())).toBeNull();
  }
});

test('a place that is given back is free at once', async () => {
  const { made, another } = await account(2);
  for (const tracking of made) await openSurfaceSlots(environment).release(tracking);
  expect(await quota.admit(another())).toBeNull();
});

test('a place whose tracking was never stored, or was removed, is free again after a minute', async () => {
  const { made, another } = await account(2);
  for (const tracking of made) await surfaces.delete(tracking);
  expect(await quota.admit(another())).toEqual(full);
  advance(61_000);
  expect(await quota.admit(another())).toBeNull();
});
