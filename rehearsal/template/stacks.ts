import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A resource of a CloudFormation template; its properties may hold functions such as `Ref`. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources: Record<string, TemplateResource>;
  readonly Outputs?: Record<string, { Value: unknown }>;
  readonly Parameters?: Record<string, { Default?: unknown }>;
}

/** A stack as `cdk synth` leaves it. */
export interface SynthesizedStack {
  readonly name: string;
  readonly template: Template;
}

interface Manifest {
  artifacts: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
}

/** The stacks in the output folder of `cdk synth`. */
export async function readStacks(folder: string): Promise<SynthesizedStack[]> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const { artifacts } = (await read('manifest.json')) as Manifest;
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  return Promise.all(
    stacks.map(async ([id, { properties }]) => ({
      name: properties?.stackName ?? id,
      template: (await read(properties?.templateFile ?? `${id}.template.json`)) as Template,
    })),
  );
}
