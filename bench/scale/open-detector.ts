import { detectors } from '../../shared/service/detection/loaded-models.ts';
import '../../functions/detector/detector.ts';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';

/** Loads the worker's code and a model, given by its id, as before a worker's first segment. */
const detector = await detectors.get(processEnvironment(), process.argv[2] ?? '');
await detector.close();
