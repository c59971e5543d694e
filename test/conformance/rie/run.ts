/** The rehearsal, its functions run by AWS's Lambda runtime interface emulator: `npm run conformance:rie [-- folder of cdk synth]`. */
import { runRehearsal } from '../../../rehearsal/run-rehearsal.ts';
import { emulatedFunctions } from './emulated-functions.ts';
import { installRie } from './install-rie.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startFunction = emulatedFunctions(await installRie());
process.exitCode = (await runRehearsal({ assembly: process.argv[2], startFunction })) ? 0 : 1;
