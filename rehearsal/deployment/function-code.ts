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
 * The code as `cdk synth` has bundled it.
 * @param assembly output folder of `cdk synth`
 * @param images the code of functions that have an image
 */
export function synthesizedCode(assembly: string, images: CodeOf): CodeOf {
  return async (fn) => {
    if (fn.properties.PackageType === 'Image') return images(fn);
    return {
      taskRoot: path.join(assembly, String(fn.metadata['aws:asset:path'])),
      handler: String(fn.properties.Handler),
      environment: {},
    };
  };
}

/**
 * Lays out each image that would be built once, for all functions that run in it, below a folder.
 * @param modules installed packages, for the image
 */
export function imageLayouts(assembly: string, folder: string, modules = nodeModules): CodeOf {
  const images = new Map<string, ReturnType<typeof layOutImage>>();
  return async (fn) => {
    const { metadata } = fn;
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
    return { ...(await image), handler: handlerInImage(fn) };
  };
}

/** What a function calls of its image. */
export function handlerInImage({ properties }: Resource): string {
  const { Command = [] } = (properties.ImageConfig ?? {}) as { Command?: string[] };
  return Command[0] ?? '';
}
