/** Writes `docs/cost.md` and `docs/capacity.md`: `npm run cost`. */
import { writeFile } from 'node:fs/promises';
import { capacityDocument } from '../hot/capacity-document.ts';
import { costDocument } from './document.ts';
import { measureUse } from './measure-use.ts';

const measured = await measureUse();
await writeFile(new URL('../../docs/cost.md', import.meta.url), costDocument(measured));
await writeFile(new URL('../../docs/capacity.md', import.meta.url), capacityDocument(measured.keys));
// The detector's threads would keep the process alive for the next segment.
process.exit();
