import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { objectsTable } from '../../cli/objects-table.ts';
import { Terminal } from '../../cli/terminal.ts';

const terminal = new Terminal(new PassThrough(), new PassThrough());

const box = {
  id: 'obj_1',
  kind: 'box' as const,
  label: 'boat',
  userLabel: null,
  confidence: 0.914,
  firstFrame: 0,
  lastFrame: 311,
  frameCount: 312,
  customData: {},
};
const surface = {
  ...box,
  id: 'surface_1',
  kind: 'surface' as const,
  label: 'surface',
  userLabel: 'Board',
};

test('objects are listed with kind, label, confidence and frames; columns without any value are left out', () => {
  expect(objectsTable(terminal, [box]).split('\n')).toEqual([
    'ID     KIND  LABEL  CONFIDENCE  FIRST FRAME  LAST  COUNT',
    'obj_1  box   boat         91 %            0   311    312',
  ]);
});

test('surfaces have their name, and how far their tracking has come or why it failed', () => {
  const failure = { code: 'DECODER_CRASHED', message: 'The decoder crashed.' };
  const lines = objectsTable(terminal, [
    box,
    { ...surface, tracking: 'running', trackingProgress: 40 },
    { ...surface, tracking: 'done' },
    { ...surface, tracking: 'failed', failure },
  ]).split('\n');
  expect(lines[0]).toMatch(/^ID +KIND +NAME +LABEL .* TRACKING$/);
  expect(lines[1]).toMatch(/^obj_1 +box +boat .* 312$/);
  expect(lines[2]).toMatch(/^surface_1 +surface +Board +surface .* running, 40 %$/);
  expect(lines[3]).toMatch(/ done$/);
  expect(lines[4]).toMatch(/ failed: The decoder crashed\. \(DECODER_CRASHED\)$/);
});
