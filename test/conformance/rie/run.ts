/** The rehearsal, its functions run by AWS's Lambda runtime interface emulator: `npm run conformance:rie [-- folder of cdk synth]`. */
import { runRehearsal } from '../../../rehearsal/run-rehearsal.ts';
import { emulatedFunctions, NOT_EMULATED } from './emulated-functions.ts';
import { installRie } from './install-rie.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startFunction = emulatedFunctions(await installRie());
const isClean = await runRehearsal({ assembly: process.argv[2], startFunction, skipped: NOT_EMULATED });
process.exitCode = isClean ? 0 : 1;
