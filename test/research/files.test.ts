import { constants } from 'node:buffer';
import { truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CommandFailure } from '../../cli/failures.ts';
import { readInput } from '../../research/files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a file that is longer than a string can be is refused by name, in one line', async () => {
  using folder = temporaryFolder();
  const file = `${folder.path}/long.txt`;
  await writeFile(file, '');
  await truncate(file, constants.MAX_STRING_LENGTH + 1);
  const reading = readInput(file);
  await expect(reading).rejects.toBeInstanceOf(CommandFailure);
  await expect(reading).rejects.toThrow(/long\.txt cannot be read: [^\n]+$/);
});
