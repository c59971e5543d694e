import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { type Interruption, interruption } from '../../cli/interruption.ts';

class FakeProcess extends EventEmitter {
  exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

let time: number;
let process: FakeProcess;
let interrupted: Interruption;

beforeEach(() => {
  time = 0;
  process = new FakeProcess();
  interrupted = interruption(process, () => time);
});

test('the first signal asks for an end and does not force one', () => {
  expect(interrupted.signal.aborted).toBe(false);
  process.emit('SIGTERM');
  expect(interrupted.signal.aborted).toBe(true);
  expect(interrupted.exitCode()).toBe(143);
  expect(process.exits).toEqual([]);
});

test('a Ctrl-C that npm passes on once more counts once', () => {
  process.emit('SIGINT');
  time = 20;
  process.emit('SIGINT');
  expect(process.exits).toEqual([]);
});

test('a later second signal ends the process at once', () => {
  process.emit('SIGINT');
  time = 2000;
  process.emit('SIGTERM');
  expect(process.exits).toEqual([143]);
});
