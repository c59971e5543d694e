import path from 'node:path';
import { layOutImage } from '../runtime/image.ts';
import type { Resource } from '../template/resolve.ts';

/** Where the code of a function lies, and the variables that come with it. */
interface FunctionCode {
  readonly taskRoot: string;
  /** `folder/file.export`. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Makes the code of a function ready. */
export type CodeOf = (fn: Resource) => Promise<FunctionCode>;

const nodeModules = path.resolve(import.meta.dirname, '../../node_modules');

/**
 * The code as `cdk synth` has bundled it, and the images that it would build, laid out below a folder.
 * @param assembly output folder of `cdk synth`
 * @param modules installed packages, for the image
 */
export function synthesizedCode(assembly: string, folder: string, modules = nodeModules): CodeOf {
  const images = imageLayouts(assembly, folder, modules);
  return async (fn) => {
    if (fn.properties.PackageType === 'Image') return images(fn);
    return {
      taskRoot: path.join(assembly, String(fn.metadata['aws:asset:path'])),
      handler: String(fn.properties.Handler),
      environment: {},
    };
  };
}

/** Lays out each image once, for all functions that run in it. */
export function imageLayouts(assembly: string, folder: string, modules = nodeModules): CodeOf {
  const images = new Map<string, ReturnType<typeof layOutImage>>();
  return async ({ metadata, properties }) => {
    const asset = String(metadata['aws:asset:path']);
    const image =
      images.get(asset) ??
      layOutImage({
        context: path.join(assembly, asset),
        dockerfile: String(metadata['aws:asset:dockerfile-path']),
        folder: path.join(folder, asset),
        nodeModules: modules,
      });
    images.set(asset, image);
    const { Command = [] } = (properties.ImageConfig ?? {}) as { Command?: string[] };
    return { ...(await image), handler: Command[0] ?? '' };
  };
}
