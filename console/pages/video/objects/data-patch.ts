type Data = Readonly<Record<string, unknown>>;

/** The JSON object that a text is; null for anything else. */
export function parseData(text: string): Data | null {
  try {
    const value: unknown = JSON.parse(text);
    return isData(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The merge patch (RFC 7396) from one JSON object to another: without what stays, and null for what goes. A member that is
 * null in `to` cannot be distinguished from a removed member; it is removed.
 */
export function dataPatch(from: Data, to: Data): Record<string, unknown> {
  const patch = new Map<string, unknown>();
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) patch.set(name, null);
  for (const [name, value] of Object.entries(to)) {
    const before = Object.hasOwn(from, name) ? from[name] : undefined;
    if (isData(before) && isData(value)) {
      const inner = dataPatch(before, value);
      if (Object.keys(inner).length > 0) patch.set(name, inner);
    } else if (JSON.stringify(before) !== JSON.stringify(value)) patch.set(name, value);
  }
  // A member may have any name, that of the prototype included.
  return Object.fromEntries(patch);
}

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
