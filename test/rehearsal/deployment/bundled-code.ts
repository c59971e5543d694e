import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleFunction } from '../../../bench/bundles/bundle.ts';
import { bundledFunctions } from '../../../bench/bundles/bundled-functions.ts';
import { type CodeOf, imageLayouts } from '../../../rehearsal/deployment/function-code.ts';

/**
 * The code of functions that are synthesized without being bundled: each is bundled, with the settings of the stacks, when it
 * starts.
 * @param assembly output folder of the synth, which has the context of the images
 */
export function bundledCode(assembly: string, folder: string): CodeOf {
  const images = imageLayouts(assembly, path.join(folder, 'images'));
  return async (fn) => {
    if (fn.properties.PackageType === 'Image') return images(fn);
    const key = bundledFunctions().find((one) => fn.ref.endsWith(`-${one.replaceAll('/', '-')}`));
    if (key === undefined) throw new Error(`No file is the entry point of ${fn.ref}`);
    const taskRoot = path.join(folder, 'bundles', key);
    await mkdir(taskRoot, { recursive: true });
    await writeFile(path.join(taskRoot, 'index.mjs'), (await bundleFunction(key)).code);
    return { taskRoot, handler: String(fn.properties.Handler), environment: {} };
  };
}
