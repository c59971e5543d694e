import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installed } from '../../installed.ts';
import { quietly } from '../command-output.ts';
import type { Generator, Task } from '../generator.ts';
import { OPENAPI_GENERATOR_VERSION, openapiGenerator } from './openapi-generator.ts';

const DRIVER = path.join(import.meta.dirname, '../drivers/Driver.java');

/** The libraries that the client's own project names, from Maven Central. */
const libraries = (client: string): Promise<string> =>
  installed(`java-client-libraries-${OPENAPI_GENERATOR_VERSION}`, async (empty) => {
    await quietly('mvn', [
      '-q',
      '-B',
      '-f',
      client,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${empty}`,
    ]);
  });

const clientOf = ({ folder }: Task): string => path.join(folder, 'client');
const classesOf = ({ folder }: Task): string => path.join(folder, 'classes');

const classPath = async (task: Task): Promise<string> =>
  [classesOf(task), path.join(await libraries(clientOf(task)), '*')].join(path.delimiter);

export const java: Generator = {
  name: 'openapi-generator, java',
  version: OPENAPI_GENERATOR_VERSION,
  needs: ['java', 'javac', 'mvn'],
  generate: (task) => openapiGenerator('java', task.description, clientOf(task)),
  async compile(task) {
    const sources = path.join(clientOf(task), 'src/main/java');
    const names = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.java'));
    const list = path.join(task.folder, 'sources.txt');
    await writeFile(list, [DRIVER, ...names.map((name) => path.join(sources, name))].join('\n'));
    await mkdir(classesOf(task));
    const options = ['-nowarn', '-proc:none', '-d', classesOf(task), '-cp', await classPath(task)];
    await quietly('javac', [...options, `@${list}`]);
  },
  program: async (task) => ({ command: 'java', args: ['-cp', await classPath(task), 'Driver'] }),
};
