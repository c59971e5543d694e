import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new empty folder that is removed when disposed of. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
