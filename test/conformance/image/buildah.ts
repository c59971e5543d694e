import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Without a runtime for containers, which a build machine need not have. */
const ENVIRONMENT = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

/** Runs a command of buildah. @returns what it prints @throws Error with its messages when it fails */
export async function buildah(args: readonly string[]): Promise<string> {
  const options = { env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('buildah', args, options);
  return stdout.trim();
}
