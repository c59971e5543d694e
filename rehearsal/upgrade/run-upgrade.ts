import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { openTestIssuer } from '../../test/support/identity/open-issuer.ts';
import { rehearseUpgrade } from './rehearse-upgrade.ts';
import { checkoutOf, ROOT, releaseOf } from './release.ts';
import { openJournal } from './state.ts';

/**
 * Rehearses the upgrade of a deployment to this checkout.
 * @param from a revision of git, or the folder of an older checkout
 * @returns whether there was no problem
 */
export async function runUpgrade(from: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-upgrade-'));
  const say = (line: string): void => console.log(line);
  const issuer = await openTestIssuer();
  try {
    const checkout = await checkoutOf(from, path.join(folder, 'checkout'));
    const before = await releaseOf(from, checkout, path.join(folder, 'before'));
    const after = await releaseOf('this checkout', ROOT, path.join(folder, 'after'));
    const clip = path.join(folder, 'clip.mp4');
    await synthesizeClip(clip, { seconds: 2, width: 160, height: 90, fps: 5 });
    const journal = openJournal(say);
    await rehearseUpgrade({
      before,
      after,
      journal,
      say,
      folder,
      clip: new Uint8Array(await readFile(clip)),
      issuer,
    });
    say(`\nProblems: ${journal.problems.length}`);
    for (const problem of journal.problems) say(`  ${problem}`);
    return journal.problems.length === 0;
  } finally {
    await issuer.close();
    await rm(folder, { recursive: true, force: true });
  }
}
