/**
 * Writes what of the Python package is generated: the models, from the description of the API, and the blocking client, from
 * the asynchronous one (`npm run sdk:python`); with `--check` only says whether that would change anything.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOf, modelsDescription } from './description.ts';
import { PACKAGE, type PythonTools, pythonTools } from './python-tools.ts';

const SOURCES = path.join(PACKAGE, 'src/video_metadata');

/** For readable models of snake case that take and give camel case (`_model.py`), with texts as docstrings. */
const OPTIONS = [
  '--input-file-type=openapi',
  '--output-model-type=pydantic_v2.BaseModel',
  '--base-class=video_metadata._model.Model',
  '--target-python-version=3.10',
  '--enum-field-as-literal=all',
  '--snake-case-field',
  '--no-alias',
  '--use-serialization-alias',
  '--aliases={"$delete":"delete_","from":"from_"}',
  '--use-schema-description',
  '--use-field-description',
  '--use-single-line-docstring',
  '--use-union-operator',
  '--use-annotated',
  '--use-standard-collections',
  '--use-type-alias',
  '--keep-model-order',
  '--output-datetime-class=AwareDatetime',
  '--formatters=builtin',
];

/** Writes it into a folder. */
async function generate({ run }: PythonTools, folder: string): Promise<void> {
  const description = modelsDescription();
  const input = path.join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(description));
  const header = path.join(folder, 'header.txt');
  await writeFile(
    header,
    `# Made of the description of the API by \`npm run sdk:python\`.\n# SHA-256 of that: ${digestOf(description)}\n`,
  );
  const models = path.join(folder, 'models.py');
  const files = ['--input', input, '--output', models, '--custom-file-header-path', header];
  await run('-m', 'datamodel_code_generator', ...files, ...OPTIONS);
  await rm(input);
  await rm(header);
  const blocking = path.join(folder, '_sync');
  await mkdir(blocking);
  const script = path.join(import.meta.dirname, 'write_sync.py');
  await run(script, path.join(SOURCES, '_async'), blocking);
  const settings = ['--config', path.join(PACKAGE, 'pyproject.toml'), '--no-cache', '--quiet'];
  await run('-m', 'ruff', 'check', '--fix', '--select=F401,F811,I', ...settings, folder);
  await run('-m', 'ruff', 'format', ...settings, folder);
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

const folder = await mkdtemp(path.join(tmpdir(), 'vms-python-'));
try {
  await generate(await pythonTools(), folder);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.py'));
  for (const file of files.sort()) {
    const made = await textOf(path.join(folder, file));
    if (made === (await textOf(path.join(SOURCES, file)))) continue;
    if (process.argv.includes('--check')) {
      console.error(`${file} is not what \`npm run sdk:python\` makes`);
      process.exitCode = 1;
    } else {
      await cp(path.join(folder, file), path.join(SOURCES, file));
      console.log(`Written: ${file}`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
