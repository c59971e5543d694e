import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { BUNDLING } from '../../lib/bundling/bundling.ts';

const ROOT = path.join(import.meta.dirname, '../..');

export interface Bundle {
  /** Of the one file that Lambda loads. */
  bytes: number;
  code: string;
  /** What of it has a part in the file, relative to the project. */
  files: readonly string[];
  /** Bytes that each npm package has in the file, by name. */
  packages: ReadonlyMap<string, number>;
}

/** The npm package that a file belongs to; null: one of ours. */
function packageOf(file: string): string | null {
  const [, inside] = file.split(/.*node_modules\//);
  if (inside === undefined) return null;
  return inside.split('/', inside.startsWith('@') ? 2 : 1).join('/');
}

async function bundle(options: BuildOptions): Promise<Bundle> {
  const { banner, mainFields, ...settings } = BUNDLING;
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    ...settings,
    mainFields: [...mainFields],
    banner: { js: banner },
    bundle: true,
    platform: 'node',
    write: false,
    metafile: true,
    logLevel: 'error',
    ...options,
  });
  const [output] = Object.values(metafile?.outputs ?? {});
  const [file] = outputFiles ?? [];
  if (output === undefined || file === undefined) throw new Error('esbuild made no file');
  const parts = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const packages = new Map<string, number>();
  for (const [input, { bytesInOutput }] of parts) {
    const name = packageOf(input);
    if (name !== null) packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  return { bytes: output.bytes, code: file.text, files: parts.map(([input]) => input), packages };
}

/** The file that is deployed for a function. */
export const bundleFunction = (key: string): Promise<Bundle> =>
  bundle({ entryPoints: [path.join(ROOT, 'functions', `${key}.ts`)] });

/** The clients and commands of the SDK, a file each: `client-s3/dist-es/commands/GetObjectCommand.js`. */
const OF_SDK =
  /node_modules\/(@aws-sdk\/(?:client-\w+|lib-dynamodb|s3-request-presigner))\/dist-es\/(?:commands\/)?(\w+(?:Client|Command)|getSignedUrl)\.js$/;

/**
 * A handler that does nothing but hold the clients and commands that a function has, as the SDK comes: with its whole
 * chain of credential providers. Null: the function calls nothing.
 */
export async function bundleBare({ files }: Bundle): Promise<Bundle | null> {
  const held = files.flatMap((file) => {
    const [, from, name] = OF_SDK.exec(file) ?? [];
    return from === undefined ? [] : [{ from, name }];
  });
  if (held.length === 0) return null;
  const contents = [
    ...held.map(({ from, name }, index) => `import { ${name} as held${index} } from '${from}';`),
    `export const handler = async () => [${held.map((_, index) => `held${index}`)}].length;`,
  ].join('\n');
  return bundle({ stdin: { contents, resolveDir: ROOT }, alias: {} });
}
