import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logger } from '../../../shared/kernel/logging/logging.ts';

let written: string[];
/** Where each line went. */
let streams: ('stdout' | 'stderr')[];

beforeEach(() => {
  written = [];
  streams = [];
  vi.stubEnv('VMS_LOG_LEVEL', undefined);
  vi.stubEnv('_X_AMZN_TRACE_ID', undefined);
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      streams.push(stream);
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const lines = (): Record<string, unknown>[] => written.map((text) => JSON.parse(text));

test('a line is one JSON object on a line of its own, with level, message, time and service', () => {
  logger.warn('two\nlines', { videoId: 'v' });
  expect(written).toEqual([expect.stringMatching(/^[^\n]*\n$/)]);
  expect(lines()).toEqual([
    {
      level: 'WARN',
      message: 'two\nlines',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'video-metadata',
      videoId: 'v',
    },
  ]);
});

test.each([
  [undefined, ['INFO', 'WARN', 'ERROR']],
  ['DEBUG', ['INFO', 'WARN', 'ERROR']],
  ['WARN', ['WARN', 'ERROR']],
  ['ERROR', ['ERROR']],
  ['SILENT', []],
  ['no such level', ['INFO', 'WARN', 'ERROR']],
])('with VMS_LOG_LEVEL %s the levels %j are written', (level, expected) => {
  vi.stubEnv('VMS_LOG_LEVEL', level);
  for (const write of [logger.info, logger.warn, logger.error]) write('message');
  expect(lines().map((line) => line.level)).toEqual(expected);
});

test('what went wrong goes to standard error, apart from what a command prints', () => {
  for (const write of [logger.info, logger.warn, logger.error]) write('message');
  expect(streams).toEqual(['stdout', 'stderr', 'stderr']);
});

test('an error is logged with its stack and its causes, at any place in the fields', () => {
  const error = new TypeError('outer', { cause: new Error('inner', { cause: 'a text' }) });
  logger.error('failed', { error, results: [{ reason: error }] });
  const reported = {
    name: 'TypeError',
    message: 'outer',
    stack: expect.stringContaining('logging.test.ts'),
    cause: expect.objectContaining({ name: 'Error', message: 'inner', cause: 'a text' }),
  };
  expect(lines()).toMatchObject([{ error: reported, results: [{ reason: reported }] }]);
});

test('an error that stands for several is logged with each of them', () => {
  const parts = [new Error('first'), new Error('second', { cause: new Error('inner') })];
  logger.error('failed', { error: new AggregateError(parts, 'both') });
  expect(lines()).toMatchObject([
    {
      error: {
        name: 'AggregateError',
        message: 'both',
        errors: [
          { message: 'first', stack: expect.stringContaining('logging.test.ts') },
          { message: 'second', cause: { message: 'inner' } },
        ],
      },
    },
  ]);
});

test('an error that holds itself ends', () => {
  const error = new AggregateError([], 'round');
  error.errors.push(error);
  logger.error('failed', { error });
  expect(lines()).toHaveLength(1);
});

test('an error that is its own cause ends', () => {
  const error = new Error('round');
  error.cause = error;
  logger.error('failed', { error });
  expect(lines()).toHaveLength(1);
});

test('the trace of the request is named, where there is one', () => {
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
  );
  logger.info('traced');
  expect(lines()).toMatchObject([{ xrayTraceId: '1-5759e988-bd862e3fe1be46a994272793' }]);
});

test('a big integer is logged by its digits', () => {
  logger.info('message', { size: 12n });
  expect(lines()[0]?.size).toBe('12');
});

test('an object within itself is named, and one that occurs twice is logged twice', () => {
  const twice = { id: 'v' };
  const outer: Record<string, unknown> = { first: twice, second: [twice] };
  outer.inner = { outer };
  logger.info('message', { outer });
  expect(lines()[0]?.outer).toEqual({ first: twice, second: [twice], inner: { outer: '[Circular]' } });
});

test('an error that is its own cause is logged, too', () => {
  const error = new Error('loop');
  error.cause = error;
  logger.error('failed', { error });
  expect(lines()[0]?.error).toMatchObject({ message: 'loop', cause: { message: 'loop' } });
});

test('what caused an error may lead back to it', () => {
  const error = new Error('refused');
  error.cause = { request: { error } };
  logger.error('failed', { error });
  expect(lines()[0]?.error).toMatchObject({ cause: { request: { error: { message: 'refused' } } } });
});
