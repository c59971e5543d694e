import { buildah } from './buildah.ts';

const IMAGE = 'localhost/vms-image';
const ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;

/** An image whose files can be reached. */
export interface MountedImage extends AsyncDisposable {
  /** Folder with its files. */
  readonly root: string;
  /** What it sets for its processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** `uid:gid` that they run as. */
  readonly user: string;
}

interface Configuration {
  OCIv1: { config: { Env?: string[]; User?: string } };
}

/**
 * Builds the image of a Dockerfile for this machine, with all its stages, and mounts it.
 * @param context folder that `docker build` would get
 * @throws Error with what the build has printed when it fails
 */
export async function builtImage(context: string, dockerfile: string, base: string): Promise<MountedImage> {
  const args = {
    BASE_IMAGE: base,
    BUILDARCH: ARCHITECTURE,
    TARGETARCH: ARCHITECTURE,
    BUILDPLATFORM: `linux/${ARCHITECTURE}`,
  };
  await buildah([
    'build',
    '--layers',
    ...Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    // buildah does not know the two architectures in the last FROM.
    ...['--target', `built-on-${ARCHITECTURE}-for-${ARCHITECTURE}`],
    ...['--tag', IMAGE, '--file', dockerfile, context],
  ]);
  const container = await buildah(['from', IMAGE]);
  const root = await buildah(['mount', container]);
  const { OCIv1 } = JSON.parse(await buildah(['inspect', '--type', 'image', IMAGE])) as Configuration;
  const { Env = [], User = '' } = OCIv1.config;
  return {
    root,
    environment: Object.fromEntries(
      Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    user: User,
    async [Symbol.asyncDispose]() {
      await buildah(['rm', container]);
    },
  };
}
