import path from 'node:path';
import { installed } from '../../installed.ts';
import { pythonCommand } from '../../python.ts';
import { quietly } from '../command-output.ts';
import type { Generator, Task } from '../generator.ts';
import { OPENAPI_GENERATOR_VERSION, openapiGenerator } from './openapi-generator.ts';

const DRIVERS = path.join(import.meta.dirname, '../drivers');

/** The folder of the commands of a Python with these packages (PyPI) and no other. */
async function pythonWith(name: string, packages: readonly string[]): Promise<string> {
  const folder = await installed(name, async (empty) => {
    await quietly(pythonCommand(), ['-m', 'venv', empty]);
    await quietly(path.join(empty, 'bin/pip'), ['install', '-q', ...packages]);
  });
  return path.join(folder, 'bin');
}

/** A generator whose client runs on the Python with these packages. */
const pythonClient = (
  { name, version, needs }: Pick<Generator, 'name' | 'version' | 'needs'>,
  driver: string,
  python: () => Promise<string>,
  generate: (task: Task) => Promise<void>,
): Generator => ({
  name,
  version,
  needs: [pythonCommand(), ...needs],
  generate,
  async compile({ folder }) {
    await quietly(path.join(await python(), 'python'), ['-m', 'compileall', '-q', folder]);
  },
  program: async ({ folder }) => ({
    command: path.join(await python(), 'python'),
    args: [path.join(DRIVERS, driver)],
    env: { PYTHONPATH: folder },
  }),
});

export const python = pythonClient(
  { name: 'openapi-generator, python', version: OPENAPI_GENERATOR_VERSION, needs: ['java', 'mvn'] },
  'python.py',
  () =>
    pythonWith('python-client-libraries-1', [
      'pydantic==2.14.4',
      'python-dateutil==4.0.0',
      'typing-extensions==4.16.0',
      'urllib3==2.8.0',
    ]),
  ({ description, folder }) => openapiGenerator('python', description, folder),
);

const OPENAPI_PYTHON_CLIENT_VERSION = '0.29.1';

const openapiPythonClientCommands = (): Promise<string> =>
  pythonWith(`openapi-python-client-${OPENAPI_PYTHON_CLIENT_VERSION}`, [
    `openapi-python-client==${OPENAPI_PYTHON_CLIENT_VERSION}`,
    'attrs==26.1.0',
    'httpx==0.28.1',
  ]);

export const openapiPythonClient = pythonClient(
  { name: 'openapi-python-client', version: OPENAPI_PYTHON_CLIENT_VERSION, needs: [] },
  'openapi-python-client.py',
  openapiPythonClientCommands,
  async ({ description, folder }) => {
    const commands = await openapiPythonClientCommands();
    const output = path.join(folder, 'video_metadata_service_client');
    const options = ['--path', description, '--output-path', output, '--meta', 'none', '--fail-on-warning'];
    // It formats what it has written by ruff, where its command is.
    const env = { ...process.env, PATH: [commands, process.env.PATH].join(path.delimiter) };
    await quietly(path.join(commands, 'openapi-python-client'), ['generate', ...options], { env });
  },
);
