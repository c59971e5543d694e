import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { Terminal } from '../../cli/terminal.ts';

const CLEAR = '\r\x1b[2K';

class Recorder extends Writable {
  isTTY: boolean;
  columns: number | undefined;
  text = '';
  constructor(isTTY: boolean, columns?: number) {
    super();
    this.isTTY = isTTY;
    this.columns = columns;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

test('without a terminal, progress is plain lines, not more than one a quarter', () => {
  const [stdout, stderr] = [new Recorder(false), new Recorder(false)];
  const progress = new Terminal(stdout, stderr).progress('Uploading');
  for (let percent = 0; percent <= 100; percent++) progress.update(percent / 100, `${percent} kB`);
  progress.done('Uploaded');
  expect(stderr.text).toBe(
    'Uploading 0 %, 0 kB\nUploading 25 %, 25 kB\nUploading 50 %, 50 kB\n' +
      'Uploading 75 %, 75 kB\nUploading 100 %, 100 kB\n✓ Uploaded\n',
  );
  expect(stdout.text).toBe('');
});

test('on a terminal the bar is redrawn in place, fits the line, and makes room for printed text', () => {
  const [stdout, stderr] = [new Recorder(true), new Recorder(true, 60)];
  const terminal = new Terminal(stdout, stderr);
  const progress = terminal.progress('Uploading');
  progress.update(0.5, 'a note that is much longer than the line has room for');
  const drawn = stderr.text.split(CLEAR).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing escape sequences is the point
  expect(drawn.replaceAll(/\x1b\[\d+m/g, '').length).toBeLessThan(60);
  expect(stderr.text).not.toContain('\n');
  terminal.print('result');
  expect(stderr.text.endsWith(CLEAR)).toBe(true);
  expect(stdout.text).toBe('result\n');
});

test('tables fit the terminal; what is piped has lines of any length', () => {
  const tableOn = (stdout: Recorder) =>
    new Terminal(stdout, new Recorder(false)).table(
      ['x'.repeat(100)],
      [{ title: 'NAME', cell: (name) => name, narrow: 'cut' }],
    );
  expect(tableOn(new Recorder(true, 60))).toBe(`NAME\n${'x'.repeat(59)}…`);
  expect(tableOn(new Recorder(false, 60))).toBe(`NAME\n${'x'.repeat(100)}`);
});

test('the same state is drawn once', () => {
  const stderr = new Recorder(true, 80);
  const progress = new Terminal(new Recorder(true), stderr).progress('Working');
  progress.update(0.31);
  const drawn = stderr.text;
  progress.update(0.312);
  expect(stderr.text).toBe(drawn);
});

test('progress that ends without a result leaves no trace on a terminal', () => {
  const stderr = new Recorder(true, 80);
  const progress = new Terminal(new Recorder(true), stderr).progress('Working');
  progress.update(0.5);
  progress.stop();
  expect(stderr.text.endsWith(CLEAR)).toBe(true);
});

test('nothing that is said commands the terminal, whichever way it is said', () => {
  const [stdout, stderr] = [new Recorder(false), new Recorder(false)];
  const terminal = new Terminal(stdout, stderr);
  const evil = 'a\x1b[2J\x9b\u202e';
  terminal.print(evil);
  terminal.heading(evil);
  terminal.note(evil);
  const progress = terminal.progress(evil);
  progress.update(1, evil);
  progress.done(evil);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  for (const { text } of [stdout, stderr]) expect(text).not.toMatch(/[\x1b\x9b\u202e]/);
  expect(stdout.text).toBe('a\\u001b[2J\\u009b\\u202e\n'.repeat(2));
});
