import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What makes a test one of `npm run test:long`. */
const MARKS = /tags: '(?:long|sampled)'|\bsampledRows\(|\blongFrom\(|@module-tag long/g;

const marksIn = (file: string): number => readFileSync(file, 'utf8').match(MARKS)?.length ?? 0;

/**
 * Deals the files out like cards, those of each project by themselves and the ones with most long tests first, so that
 * `--shard k/7` takes about the same for each k. Vitest's own order is that of hashes, by which all browser tests may
 * meet in one.
 */
export class EvenShards extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return files
      .map((file) => ({ file, project: file.project.name, marks: marksIn(file.moduleId) }))
      .sort(
        (a, b) =>
          a.project.localeCompare(b.project) ||
          b.marks - a.marks ||
          a.file.moduleId.localeCompare(b.file.moduleId),
      )
      .filter((_, i) => {
        const place = i % count;
        // Back and forth, since the first of each round has the most.
        return index - 1 === (Math.floor(i / count) % 2 === 0 ? place : count - 1 - place);
      })
      .map(({ file }) => file);
  }
}
