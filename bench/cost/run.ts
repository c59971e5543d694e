/** Writes `docs/cost.md`: `npm run cost`. */
import { writeFile } from 'node:fs/promises';
import { costDocument } from './document.ts';
import { measureUse } from './measure-use.ts';

await writeFile(new URL('../../docs/cost.md', import.meta.url), costDocument(await measureUse()));
// The detector's threads would keep the process alive for the next segment.
process.exit();
