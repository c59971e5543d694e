import { type Attributes, attributesOf, type Place } from './attributes.ts';
import type { SynthesizedStack, TemplateResource } from './stacks.ts';

/** A resource whose properties are plain values. */
export interface Resource {
  /** Its logical id. */
  readonly id: string;
  readonly stack: string;
  readonly type: string;
  readonly ref: string;
  readonly arn: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Resolves the functions of the templates as CloudFormation does at a deployment, between stacks too.
 * @throws Error for a function, or an output of another stack, that is not known
 */
export function resolveStacks(stacks: readonly SynthesizedStack[], place: Place): Resource[] {
  return stacks.flatMap((stack) => {
    const resolve = resolverFor(stack, stacks, place);
    return Object.entries(stack.template.Resources).map(([id, resource]) => {
      const { ref, attributes } = attributesOf(id, resource, { stack: stack.name, place });
      return {
        id,
        stack: stack.name,
        type: resource.Type,
        ref,
        arn: attributes.Arn ?? ref,
        properties: resolve(resource.Properties ?? {}) as Resource['properties'],
        metadata: resource.Metadata ?? {},
      };
    });
  });
}

/** The values of a stack's outputs, by name. */
export function resolveOutputs(
  stack: SynthesizedStack,
  stacks: readonly SynthesizedStack[],
  place: Place,
): Record<string, string> {
  const resolve = resolverFor(stack, stacks, place);
  return Object.fromEntries(
    Object.entries(stack.template.Outputs ?? {}).map(([name, { Value }]) => [name, String(resolve(Value))]),
  );
}

/** Stands for `AWS::NoValue`: the property is left out. */
const NO_VALUE = Symbol('AWS::NoValue');

function resolverFor(
  { name: stackName, template }: SynthesizedStack,
  stacks: readonly SynthesizedStack[],
  place: Place,
): (value: unknown) => unknown {
  const pseudo: Record<string, unknown> = {
    'AWS::Region': place.region,
    'AWS::AccountId': place.accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${place.region}:${place.accountId}:stack/${stackName}/1a2b3c4d-0000`,
    'AWS::NoValue': NO_VALUE,
  };
  const known = (id: string): Attributes => {
    const resource: TemplateResource | undefined = template.Resources[id];
    if (resource === undefined) throw new Error(`${stackName} has no resource ${id}`);
    return attributesOf(id, resource, { stack: stackName, place });
  };
  const ref = (id: string): unknown => pseudo[id] ?? template.Parameters?.[id]?.Default ?? known(id).ref;
  const attribute = (id: string, name: string): string =>
    known(id).attributes[name] ?? `${known(id).ref}.${name}`;
  const text = (value: unknown): string => String(resolve(value));

  const functions: Record<string, (argument: never) => unknown> = {
    Ref: (id: string) => ref(id),
    'Fn::GetAtt': (path: string | [string, string]) => {
      const [id = '', name = ''] = typeof path === 'string' ? path.split(/\.(.*)/s) : path;
      return attribute(id, name);
    },
    'Fn::Join': ([separator, parts]: [string, unknown[]]) => parts.map(text).join(separator),
    'Fn::Split': ([separator, value]: [string, unknown]) => text(value).split(separator),
    'Fn::Select': ([index, list]: [number, unknown]) => (resolve(list) as unknown[])[Number(index)],
    'Fn::GetAZs': () => ['a', 'b', 'c'].map((zone) => place.region + zone),
    'Fn::Sub': (argument: string | [string, Record<string, unknown>]) => {
      const [pattern, values] = typeof argument === 'string' ? [argument, {}] : argument;
      return pattern.replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
        if (name in values) return text(values[name as keyof typeof values]);
        const [id = '', member] = name.split(/\.(.*)/s);
        return member === undefined ? String(ref(id)) : attribute(id, member);
      });
    },
    'Fn::GetStackOutput': ({ StackName, OutputName }: Record<'StackName' | 'OutputName', unknown>) => {
      const [producer, output] = [text(StackName), text(OutputName)];
      const other = stacks.find(({ name }) => name === producer);
      const found = other?.template.Outputs?.[output];
      if (other === undefined || found === undefined) throw new Error(`${producer} has no output ${output}`);
      return resolverFor(other, stacks, place)(found.Value);
    },
  };

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== NO_VALUE);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name = '', argument] = entries[0] ?? [];
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const evaluate = functions[name];
      if (evaluate === undefined)
        throw new Error(`${stackName} uses ${name}, which the rehearsal does not know`);
      return evaluate(argument as never);
    }
    return Object.fromEntries(
      entries.map(([key, item]) => [key, resolve(item)]).filter(([, item]) => item !== NO_VALUE),
    );
  }
  return resolve;
}
