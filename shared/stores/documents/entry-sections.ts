import type { Layer, Overlay } from '../../contract/schemas/metadata.ts';
import type { EntryAddress } from '../../domain/document/edit/narrow-edit.ts';
import type { EntryLines } from './entry-lines.ts';
import { isNamedPart, layerLine, OPEN_OVERLAYS } from './part-layout.ts';

/** A section with some of its entries only. @param entries in their order, each overlay after its layer */
export function sectionOfLines(
  section: string,
  entries: readonly Pick<EntryLines, 'name' | 'line'>[],
): unknown {
  if (isNamedPart(section))
    return Object.fromEntries(entries.map(({ name, line }) => [name, JSON.parse(line) as unknown]));
  const list: (Layer | Overlay)[] = [];
  let overlays = list;
  for (const { line } of entries) {
    if (!line.endsWith(OPEN_OVERLAYS)) overlays.push(JSON.parse(line));
    else {
      const layer = JSON.parse(`${line}]}`) as Layer;
      list.push(layer);
      ({ overlays } = layer);
    }
  }
  return list;
}

/** The address and the line of each entry in a section that has some of its entries only. */
export function linesOfSection(
  section: string,
  value: unknown,
): (readonly [address: EntryAddress<string>, line: string])[] {
  if (isNamedPart(section))
    return Object.entries(value as object).map(([name, member]) => [[name], JSON.stringify(member)]);
  if (section !== 'layers')
    return (value as { id: string }[]).map((entry) => [[entry.id], JSON.stringify(entry)]);
  return (value as Layer[]).flatMap((layer) => [
    [[layer.id], layerLine(layer)] as const,
    ...layer.overlays.map((overlay) => [[layer.id, overlay.id] as const, JSON.stringify(overlay)] as const),
  ]);
}
