import { expect, test } from 'vitest';
import { decoderStatus, describeReach } from '../../cli/commands/serve.ts';
import { examineConfinement } from '../../shared/media/decode/examine-confinement.ts';

test('a decoder that can reach something is told from one that cannot, and what it is', () => {
  expect(describeReach([])).toMatch(/^confined: /);
  expect(describeReach(['files', 'network'])).toMatch(/^NOT confined .*: reaches files, network /);
});

test('what is told is what was found out on this machine', async () => {
  expect(await decoderStatus()).toBe(describeReach(await examineConfinement()));
});
