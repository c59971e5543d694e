import { describe, expect, test } from 'vitest';
import { crc32c, crc64nvme } from '../../../shared/kernel/checksums/crc.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each([
  // "check" of the catalogue of parametrised CRC algorithms, https://reveng.sourceforge.io/crc-catalogue/
  ['CRC-32C', crc32c, 'e3069283'],
  ['CRC-64/NVME', crc64nvme, 'ae8b14860a799888'],
] as const)('%s', (_, start, check) => {
  test('has the value of the catalogue', () => {
    const crc = start();
    crc.update(new TextEncoder().encode('123456789'));
    expect(hex(crc.digest())).toBe(check);
  });

  test('does not depend on how the bytes are cut', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 37) % 251);
    const whole = start();
    whole.update(bytes);
    for (const step of [1, 7, 8, 9, 333]) {
      const cut = start();
      for (let at = 0; at < bytes.length; at += step) cut.update(bytes.subarray(at, at + step));
      expect(hex(cut.digest())).toBe(hex(whole.digest()));
    }
  });
});
