/**
 * Runs the whole service with the moving-object detector until killed or interrupted: `node run-service.ts DATA_DIR`.
 * Prints how to reach it. Ends when its stdin is closed.
 */
import { startService } from '../../../local/service.ts';
import { modelManifest } from '../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';
import { external, resourcePrefix } from './external-stores.ts';

const [, , dataDir = ''] = process.argv;
const { apiUrl, apiKey, close } = await startService({
  dataDir,
  external,
  prefix: resourcePrefix(dataDir),
  modelsDirs: [BUILT_IN_MODELS_DIR],
  // No trained model knows what made clips show.
  detector: modelManifest.fallback,
});
process.once('SIGINT', () => close().then(() => process.exit(0)));
process.stdin.on('end', () => process.exit(1)).resume();
console.log(JSON.stringify({ apiUrl, apiKey, pid: process.pid }));
