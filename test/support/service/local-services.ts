import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Region and credentials of the local services under test and of their clients. */
export const identity = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' },
};

/** A new empty folder that is removed when disposed of. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vms-'));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
