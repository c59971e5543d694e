import path from 'node:path';
import { readStacks } from '../../../rehearsal/template/stacks.ts';

/** What the deployment would build its one image from. @throws Error where the stacks have none, or several */
export async function imageAsset(assembly: string): Promise<{ context: string; dockerfile: string }> {
  const stacks = await readStacks(assembly);
  const functions = stacks
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter(({ Properties }) => Properties?.PackageType === 'Image');
  const [asset, ...others] = new Set(functions.map(({ Metadata }) => String(Metadata?.['aws:asset:path'])));
  if (asset === undefined || others.length > 0) throw new Error('Not one image');
  const context = path.join(assembly, asset);
  return {
    context,
    dockerfile: path.join(context, String(functions[0]?.Metadata?.['aws:asset:dockerfile-path'])),
  };
}
