import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installed } from '../installed.ts';
import { run } from '../references/command.ts';
import { RIE_VERSIONS, type Rie } from '../rie/install-rie.ts';
import { buildah } from './buildah.ts';

const SUITE = 'bookworm';
const IMAGE = 'localhost/vms-stand-in-base';

/** Where AWS's emulator and its client for Node lie in the stand-in. */
export const IN_BASE: Rie = {
  emulator: '/usr/local/bin/aws-lambda-rie',
  client: '/var/runtime/node_modules/aws-lambda-ric/index.mjs',
};

/** As AWS's image has them, and the certificates that this machine trusts, by which packages come. */
const CONTAINERFILE = `FROM scratch
COPY . /
ENV PATH=/var/lang/bin:/usr/local/bin:/usr/bin:/bin LAMBDA_TASK_ROOT=/var/task
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
WORKDIR /var/task
`;

/**
 * An image in place of `public.ecr.aws/lambda/nodejs`, for machines that do not reach that registry: Debian, with the Node of this
 * project and AWS's emulator. Amazon Linux and its libraries are not tried by it.
 * @returns its name
 */
export async function standInBase(rie: Rie): Promise<string> {
  const name = `base-${SUITE}-${process.version}-${RIE_VERSIONS['aws-lambda-ric']}`;
  const folder = await installed(name, async (empty) => {
    const root = path.join(empty, 'root');
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root]);
    const certificates = 'etc/ssl/certs/ca-certificates.crt';
    await cp(path.join('/', certificates), path.join(root, certificates), { dereference: true, force: true });
    await cp(process.execPath, path.join(root, 'var/lang/bin/node'));
    const modules = 'var/lang/lib/node_modules';
    await mkdir(path.join(root, modules), { recursive: true });
    await run('npm', ['install', '--prefix', empty, '--no-audit', '--no-fund', 'npm@11']);
    await cp(path.join(empty, 'node_modules/npm'), path.join(root, modules, 'npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'var/lang/bin/npm'));
    await cp(rie.emulator, path.join(root, IN_BASE.emulator));
    await chmod(path.join(root, IN_BASE.emulator), 0o755);
    const runtime = path.dirname(path.dirname(path.dirname(IN_BASE.client)));
    await cp(path.join(path.dirname(rie.client), '..'), path.join(root, runtime, 'node_modules'), {
      recursive: true,
    });
    await writeFile(path.join(empty, 'Containerfile'), CONTAINERFILE);
  });
  await buildah([
    'build',
    '--quiet',
    '--layers',
    '--tag',
    IMAGE,
    '--file',
    path.join(folder, 'Containerfile'),
    path.join(folder, 'root'),
  ]);
  return IMAGE;
}
