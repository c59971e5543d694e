/** An instruction of a Dockerfile: `['COPY', 'models ./models']`. */
type Instruction = readonly [name: string, rest: string];

/** A stage of a Dockerfile, from one `FROM` to the next. */
export interface Stage {
  /** The image or the stage that it begins with, its variables not yet put in. */
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/**
 * Parses a Dockerfile; of its syntax what Dockerfiles without here-documents use.
 * Source: "Dockerfile reference", https://docs.docker.com/reference/dockerfile/
 * @returns the arguments before the first stage, and the stages
 */
export function parseDockerfile(text: string): { args: readonly string[]; stages: readonly Stage[] } {
  const args: string[] = [];
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  for (const [name, rest] of instructionsIn(text)) {
    if (name === 'FROM') {
      const [base = '', , stage = String(stages.length)] = rest
        .split(/\s+/)
        .filter((word) => !word.startsWith('--'));
      stages.push({ base, name: stage, instructions: [] });
    } else if (stages.length === 0 && name === 'ARG') args.push(rest);
    else stages.at(-1)?.instructions.push([name, rest]);
  }
  return { args, stages };
}

/** Lines that end in a backslash go on; comments between them are left out. */
const instructionsIn = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
      return [name.toUpperCase(), rest];
    });
