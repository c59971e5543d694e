import { access, chmod, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { installed } from '../installed.ts';
import { pythonCommand } from '../python.ts';
import { run } from '../references/command.ts';

/** The package that brings the emulator's binary, which is in no registry itself but as a Go module, and the client for Node. */
export const RIE_VERSIONS = { 'aws-sam-cli': '1.170.0', 'aws-lambda-ric': '4.0.2' } as const;

const { 'aws-sam-cli': SAM_VERSION, 'aws-lambda-ric': CLIENT_VERSION } = RIE_VERSIONS;

const ARCHITECTURE = process.arch === 'x64' ? 'x86_64' : process.arch;

/** AWS's Lambda runtime interface emulator, and what Lambda's Node runtime takes invocations with. */
export interface Rie {
  readonly emulator: string;
  /** Module that loads a handler and serves it. */
  readonly client: string;
}

/**
 * Brings the emulator, from the Python package of SAM's command line, and the runtime interface client for Node, from npm, which
 * builds a part of itself: that takes CMake, a C++ compiler and some minutes.
 */
export async function installRie(): Promise<Rie> {
  const folder = await installed(`rie-${SAM_VERSION}-ric-${CLIENT_VERSION}`, async (empty) => {
    const python = pythonCommand();
    const sam = path.join(empty, 'sam');
    const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--dest', sam];
    await run(python, ['-m', 'pip', 'download', ...options, `aws-sam-cli==${SAM_VERSION}`]);
    const [wheel = ''] = await readdir(sam);
    await run(python, ['-m', 'zipfile', '--extract', path.join(sam, wheel), sam]);
    const emulator = path.join(empty, 'aws-lambda-rie');
    await rename(path.join(sam, `samcli/local/rapid/aws-lambda-rie-${ARCHITECTURE}`), emulator);
    await chmod(emulator, 0o755);
    await rm(sam, { recursive: true });
    await run('npm', [
      'install',
      '--prefix',
      empty,
      '--no-fund',
      '--no-audit',
      // The client builds its part; scripts of npm hand on this repository's setting, which forbids that.
      '--ignore-scripts=false',
      `aws-lambda-ric@${CLIENT_VERSION}`,
    ]);
    await access(path.join(empty, 'node_modules/aws-lambda-ric/rapid-client.node'));
  });
  return {
    emulator: path.join(folder, 'aws-lambda-rie'),
    client: path.join(folder, 'node_modules/aws-lambda-ric/index.mjs'),
  };
}
