import { open, rename } from 'node:fs/promises';

/** Writes a file that only its owner can read; after a crash it has either the old content or the new. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
