import { expect, test } from 'vitest';
import { contentDisposition } from '../../shared/domain/content-disposition.ts';

test('an export is named after its video and version, not like the file that was uploaded', () => {
  expect(contentDisposition('Harbour.mov', 3, 'mp4')).toBe(
    `attachment; filename="Harbour v3.mp4"; filename*=UTF-8''Harbour%20v3.mp4`,
  );
});

test('no name ends the header or its quotes; each comes back whole from the encoded one', () => {
  for (const name of ['"; filename="x', 'a\r\nSet-Cookie: x', "O'Neill (1*)", 'שלום 🎬', '\ud800']) {
    const header = contentDisposition(name, 12, 'json');
    const [, plain = '', encoded = ''] =
      /^attachment; filename="([\w .-]+)"; filename\*=UTF-8''([^\s"';()*]+)$/.exec(header) ?? [];
    expect(plain).toMatch(/ v12\.json$/);
    expect(decodeURIComponent(encoded)).toBe(`${name.toWellFormed()} v12.json`);
  }
});
