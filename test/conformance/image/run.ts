/**
 * The rehearsal with the image that is deployed in place of the repository's files: built by buildah, all its stages, over a stand-in
 * for AWS's base image, and run by AWS's emulator as the image's user on a root that nothing can be written to:
 * `npm run conformance:image`. Needs root, buildah, debootstrap, and what `conformance:rie` needs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { handlerInImage } from '../../../rehearsal/deployment/function-code.ts';
import { runRehearsal } from '../../../rehearsal/run-rehearsal.ts';
import { synthesize } from '../../../rehearsal/template/synthesize.ts';
import { emulatedFunctions, NOT_EMULATED } from '../rie/emulated-functions.ts';
import { installRie } from '../rie/install-rie.ts';
import { builtImage } from './built-image.ts';
import { imageAsset } from './image-asset.ts';
import { insideOf } from './inside-of.ts';
import { IN_BASE, standInBase } from './stand-in-base.ts';

/** What this machine lacks of all that is needed; empty where it lacks nothing. */
function lacking(): string[] {
  const commands = ['buildah', 'debootstrap', 'unshare', 'chroot', 'mount'].filter((command) => {
    try {
      execFileSync('sh', ['-c', `command -v ${command}`]);
      return false;
    } catch {
      return true;
    }
  });
  return process.getuid?.() === 0 ? commands : [...commands, 'the rights of root'];
}

const missing = lacking();
if (missing.length > 0) console.log(`Skipped: this machine lacks ${missing.join(', ')}.`);
else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-image-'));
  try {
    const rie = await installRie();
    const base = await standInBase(rie);
    const assembly = await synthesize(path.join(folder, 'assembly'));
    const { context, dockerfile } = await imageAsset(assembly);
    const began = Date.now();
    await using image = await builtImage(context, dockerfile, base);
    console.log(`Image built in ${Math.round((Date.now() - began) / 1000)} s, user ${image.user}`);
    const { environment } = image;
    const taskRoot = environment.LAMBDA_TASK_ROOT ?? '';
    const [onHost, inImage] = [emulatedFunctions(rie), emulatedFunctions(IN_BASE, insideOf(image))];
    const isClean = await runRehearsal({
      assembly,
      images: async (fn) => ({ taskRoot, environment, handler: handlerInImage(fn) }),
      startFunction: (spec, log) => (spec.taskRoot === taskRoot ? inImage : onHost)(spec, log),
      skipped: NOT_EMULATED,
    });
    process.exitCode = isClean ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
