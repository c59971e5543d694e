/** Prints what a deployment would change: `npm run diff:templates -- BEFORE AFTER`, output folders of `cdk synth`. */
import { compareTemplates } from './deploying/compare-templates.ts';

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('Compare what? npm run diff:templates -- BEFORE AFTER');
  process.exitCode = 2;
} else console.log(await compareTemplates(before, after));
