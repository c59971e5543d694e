/** Prints what `record-times.ts` has recorded, added up by folder: `npm run test:times -- FILE [DEPTH]`. */
import { readFileSync } from 'node:fs';

const [, , file = '', depth = '2'] = process.argv;

interface Row {
  files: number;
  processor: number;
  wall: number;
}

const rows = new Map<string, Row>();
const add = (name: string, processor: number, wall: number): void => {
  const row = rows.get(name) ?? { files: 0, processor: 0, wall: 0 };
  row.files++;
  row.processor += processor;
  row.wall += wall;
  rows.set(name, row);
};

for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
  const [processor, wall, path = ''] = line.split('\t');
  add(path.split('/').slice(0, Number(depth)).join('/'), Number(processor), Number(wall));
  add('all', Number(processor), Number(wall));
}

console.log('| folder | files | processor, s | clock, s |\n|---|---:|---:|---:|');
for (const [name, { files, processor, wall }] of [...rows].sort(
  ([, a], [, b]) => b.processor - a.processor,
)) {
  console.log(`| ${name} | ${files} | ${processor.toFixed(1)} | ${wall.toFixed(1)} |`);
}
