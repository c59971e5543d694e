import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { defineApp } from '../../lib/app.ts';
import type { DeployedModels } from '../../lib/deployed-models.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
}

export interface Synthesized {
  app: App;
  /** What the synth prints besides warnings. */
  notes: readonly string[];
  data: Template;
  service: Template;
  console: Template;
}

/** What stands for the built console where its content does not matter. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../support/console/built');

/** What the settings are by themselves, so that stacks for which they are given are not synthesized again. */
const DEFAULTS = { stage: 'dev', profile: 'personal' };

/** By the settings: files of one process share what was synthesized. */
const kept = new Map<string, Synthesized>();

/** The stacks under these settings; nobody may change them. */
export function synthesize(context: Record<string, unknown> = {}): Synthesized {
  const settings = JSON.stringify(Object.entries({ ...DEFAULTS, ...context }).sort());
  const stacks = kept.get(settings) ?? synthesizeAnother(context);
  kept.set(settings, stacks);
  return stacks;
}

/**
 * The stacks, without bundling the functions: the templates do not show the difference. CloudFormation's own
 * validation, which takes seconds, is left to `npm run synth`.
 */
export function synthesizeAnother(
  context: Record<string, unknown> = {},
  models?: DeployedModels,
): Synthesized {
  const app = new App({
    context: { ...cdkJson.context, 'aws:cdk:bundling-stacks': [], ...context },
    builtinCloudFormationValidation: false,
  });
  const { data, service, console } = defineApp(app, {
    ...(models && { models }),
    consoleFolder: CONSOLE_FOLDER,
  });
  return {
    app,
    notes: service.notes,
    data: Template.fromStack(data),
    service: Template.fromStack(service),
    console: Template.fromStack(console),
  };
}

/** What the synth warns of. */
export const warningsOf = ({ app }: Synthesized): string[] =>
  app
    .synth()
    .stacks.flatMap(({ messages }) => messages)
    .map(({ entry }) => String(entry.data));

/** The only resource of its type. */
export function only(template: Template, type: string): Resource {
  const [resource, ...more] = resourcesOf(template, type).values();
  if (resource === undefined || more.length > 0) throw new Error(`not exactly one ${type}`);
  return resource;
}

/** The properties of a resource, by type and logical id. */
export function propertiesOf(template: Template, type: string, id: string | null): Record<string, unknown> {
  const resource = resourcesOf(template, type).get(id ?? '');
  if (resource === undefined) throw new Error(`no ${type} ${id}`);
  return resource.Properties;
}

export const resourcesOf = (template: Template, type: string): Map<string, Resource> =>
  new Map(Object.entries(template.findResources(type) as Record<string, Resource>));

/** Every policy of the roles of a template, in the roles and beside them, with the logical ids of the roles that have it. */
export function rolePolicies<Document>(
  template: Template,
  context: Pick<Synthesized, 'data'>,
): { roles: (string | null)[]; document: Document }[] {
  const inline = [...resourcesOf(template, 'AWS::IAM::Role')].flatMap(([id, { Properties }]) =>
    ((Properties.Policies ?? []) as { PolicyDocument: Document }[]).map(({ PolicyDocument: document }) => ({
      roles: [id],
      document,
    })),
  );
  const beside = [...resourcesOf(template, 'AWS::IAM::Policy').values()].map(({ Properties }) => ({
    roles: (Properties.Roles as unknown[]).map((role) => logicalId(role, context)),
    document: Properties.PolicyDocument as Document,
  }));
  return [...inline, ...beside];
}

/** Follows a reference to the logical id it names, across stacks too; null for anything else. */
export function logicalId(reference: unknown, { data }: Pick<Synthesized, 'data'>): string | null {
  if (typeof reference !== 'object' || reference === null) return null;
  if ('Ref' in reference) return String(reference.Ref);
  if ('Fn::GetAtt' in reference && Array.isArray(reference['Fn::GetAtt'])) {
    return String(reference['Fn::GetAtt'][0]);
  }
  if ('Fn::GetStackOutput' in reference) {
    const { OutputName } = reference['Fn::GetStackOutput'] as { OutputName: string };
    const outputs = data.toJSON().Outputs as Record<string, { Value: unknown }>;
    const output = outputs[OutputName];
    return output === undefined ? null : logicalId(output.Value, { data });
  }
  return null;
}

/** What a template reads of other stacks: stack and output, each once. */
export function outputsRead(template: Template): [stack: string, output: string][] {
  const read = new Map<string, [string, string]>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'Fn::GetStackOutput') {
        const { StackName, OutputName } = member as { StackName: string; OutputName: string };
        read.set(`${StackName}.${OutputName}`, [StackName, OutputName]);
      } else look(member);
    }
  };
  look(template.toJSON());
  return [...read.values()];
}

/** The one resource whose logical id starts with a construct's id. */
export function idOf(template: Template, type: string, constructId: string): string {
  const found = [...resourcesOf(template, type).keys()].filter((id) =>
    new RegExp(`^${constructId}[0-9A-F]{8}$`).test(id),
  );
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} × ${type} ${constructId}`);
  return found[0];
}
