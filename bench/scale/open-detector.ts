import { detectors } from '../../shared/service/detection/loaded-models.ts';
import '../../functions/detector/detector.ts';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';

/** What a worker does before its first segment: loads its code and the model whose id is given. */
const detector = await detectors.get(processEnvironment(), process.argv[2] ?? '');
await detector.close();
