import { expect, test } from 'vitest';
import { decoderStatus, describeReach } from '../../cli/commands/serve.ts';
import { examineConfinement } from '../../shared/media/decode/examine-confinement.ts';

test('a decoder that can reach something is distinguished from one that cannot, with what it reaches', () => {
  expect(describeReach([])).toMatch(/^confined: /);
  expect(describeReach(['files', 'network'])).toMatch(/^NOT confined .*: reaches files, network /);
});

test('the report is what was measured on this machine', async () => {
  expect(await decoderStatus()).toBe(describeReach(await examineConfinement()));
});
