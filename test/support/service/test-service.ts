import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '../../../local/service.ts';
import { findAddedModels } from '../../../shared/inference/models/extended-manifest.ts';
import { modelManifest } from '../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';
import { afterFile } from './after-file.ts';
import { external, resourcePrefix } from './external-stores.ts';

export interface TestService extends RunningService {
  dataDir: string;
}

/** Creates a folder that is removed after the tests of this file. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `vms-${name}-`));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts the whole service in this process for the tests of this file, with the detector of the made clips unless
 * `modelsDirs` add another. Where nothing is uploaded that has to be processed it needs no `worker`.
 */
export async function startTestService({
  modelsDirs = [],
  worker = true,
}: {
  modelsDirs?: readonly string[];
  worker?: boolean;
} = {}): Promise<TestService> {
  const dataDir = await temporaryFolder('service');
  const errors: unknown[] = [];
  const addsNone = (await findAddedModels(modelsDirs)) === '';
  const service = await startService({
    dataDir,
    worker,
    external,
    prefix: resourcePrefix(dataDir),
    // Tests intercept the store clients of this process and set its clock.
    functionThread: false,
    modelsDirs: [...modelsDirs, BUILT_IN_MODELS_DIR],
    // No trained model knows what made clips show.
    ...(addsNone && { detector: modelManifest.fallback }),
    onError: (error) => errors.push(error),
  });
  afterFile(async () => {
    await service.close();
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported errors');
  });
  return { ...service, dataDir };
}
