import { expect, test } from 'vitest';
import { GRANTS } from '../../lib/grants.ts';
import { permissionsOf } from '../support/service/permissions.ts';

/** What each function is granted, in alphabetical order. */
const record = Object.entries(GRANTS)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([key, grant]) => {
    const permissions = [...permissionsOf(grant), ...(grant.signsUrls ? ['signs URLs'] : [])];
    return [key, ...(permissions.length > 0 ? permissions : ['nothing']).map((line) => `  ${line}`), ''];
  });

test('the record of grants is what the definitions give, so that a change of permissions is seen in review', async () => {
  const text = record.flat().join('\n');
  await expect(
    text,
    'review the permissions, then run: npx vitest run test/lib/recorded-grants.test.ts -u',
  ).toMatchFileSnapshot('recorded-grants.txt');
});
