/**
 * Deploys the synthesized stacks on this machine and uses them: `npm run rehearse [-- folder of cdk synth]`; or deploys them over those
 * of an older release: `npm run rehearse -- upgrade FROM`, a revision of git or the folder of a checkout.
 */
import { runRehearsal } from './run-rehearsal.ts';
import { runUpgrade } from './upgrade/run-upgrade.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [first, from] = process.argv.slice(2);
if (first === 'upgrade' && from === undefined) {
  console.error('Upgrade from what? npm run rehearse -- upgrade REVISION or FOLDER');
  process.exitCode = 2;
} else {
  const isClean =
    first === 'upgrade' && from !== undefined
      ? await runUpgrade(from)
      : await runRehearsal({ assembly: first });
  process.exitCode = isClean ? 0 : 1;
}
