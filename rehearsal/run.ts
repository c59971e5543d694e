/** Deploys the synthesized stacks on this machine and uses them: `npm run rehearse [-- folder of cdk synth]`. */
import { runRehearsal } from './run-rehearsal.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = (await runRehearsal({ assembly: process.argv[2] })) ? 0 : 1;
