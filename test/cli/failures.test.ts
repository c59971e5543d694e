import { expect, test } from 'vitest';
import { CommandFailure, describeFailure, UsageError } from '../../cli/failures.ts';
import { ApiFailure } from '../../client/failure.ts';

const answer = (
  error: object,
  headers: Record<string, string> = {},
  url = 'http://service.test/api/videos',
) => new ApiFailure({ error } as never, { status: 400, headers: new Headers(headers), url });

test('a usage error exits with 2 and points to the help of the command', () => {
  const { exitCode, text } = describeFailure(new UsageError('FILE is missing.'), 'upload');
  expect(exitCode).toBe(2);
  expect(text).toBe('FILE is missing.\nSee: vms upload --help');
});

test('an error of the API is shown with field, details and advice', () => {
  const details = { expected: 2, current: 3 };
  const error = { code: 'VERSION_CONFLICT', message: 'The newest version is 3.', field: 'If-Match', details };
  const { exitCode, text, error: forPrograms } = describeFailure(answer(error), 'metadata patch');
  expect(exitCode).toBe(1);
  expect(text).toContain('If-Match: The newest version is 3.');
  expect(text.split('\n')).toEqual(expect.arrayContaining(['  expected: 2', '  current: 3']));
  expect(text).toContain('vms metadata get ID');
  expect(forPrograms).toEqual(error);
});

test.each([
  ['VIDEO_NOT_READY', '/metadata', '"vms get v-1" shows its state.'],
  ['VERSION_NOT_FOUND', '/metadata?version=9', '"vms versions v-1" lists the versions.'],
  ['JOB_IN_PROGRESS', '/process', '"vms status v-1" shows the job; "vms cancel v-1" stops it.'],
])('the advice for %s is about the video that was asked for', (code, target, advice) => {
  const asked = `http://service.test/base/api/videos/v-1${target}`;
  const failure = answer({ code, message: 'No.' }, {}, asked);
  expect(describeFailure(failure, 'get').text).toBe(`No.\n${advice}`);
});

test('a field that the message names is not named twice', () => {
  const message = 'videoDetails.fps cannot be changed.';
  const failure = answer({ code: 'READ_ONLY_FIELD', message, field: 'videoDetails.fps' });
  expect(describeFailure(failure, 'metadata patch').text).toBe(message);
});

test('the field of the form that an upload is sent as is not named', () => {
  const message = 'Video in CineForm (CFHD) cannot be decoded.';
  const failure = answer({ code: 'UNSUPPORTED_FORMAT', message, field: 'file' });
  expect(describeFailure(failure, 'upload').text).toBe(message);
});

test('the labels of a model are listed as words, not as JSON', () => {
  const details = { provided: 'unicorn', labels: ['person', 'hair drier'], area: { x: 1 } };
  const { text } = describeFailure(answer({ code: 'INVALID_PARAMETER', message: 'No.', details }), 'process');
  expect(text).toBe('No.\n  provided: unicorn\n  labels: person, hair drier\n  area: {"x":1}');
});

test('an end of a range that stands for none is not shown to people, but to programs', () => {
  const details = { min: 16, max: Number.MAX_SAFE_INTEGER, provided: 9 };
  const failure = answer({ code: 'INVALID_PARAMETER', message: 'Too small.', details });
  const { text, error } = describeFailure(failure, 'surface');
  expect(text).toBe('Too small.\n  min: 16\n  provided: 9');
  expect(error.details).toEqual(details);
  const below = { min: -Number.MAX_VALUE, max: 3, provided: 4 };
  expect(
    describeFailure(answer({ code: 'INVALID_PARAMETER', message: 'Too large.', details: below }), 'surface')
      .text,
  ).toBe('Too large.\n  max: 3\n  provided: 4');
});

test('what the service says stays on its line', () => {
  const failure = answer({ code: 'OBJECT_NOT_FOUND', message: 'There is no object a\nb.', field: 'a\x1bb' });
  expect(describeFailure(failure, 'objects').text).toBe('a\\u001bb: There is no object a\\u000ab.');
});

test('a refusal for too many requests says when to try again', () => {
  const failure = answer({ code: 'RATE_LIMITED', message: 'Too many requests.' }, { 'Retry-After': '12' });
  expect(describeFailure(failure, 'list').text).toContain('Try again in 12 s.');
});

test('a fault of the service names the request for its operator', () => {
  const failure = answer({ code: 'INTERNAL_ERROR', message: 'Oops.' }, { 'X-Request-Id': 'r-9' });
  expect(describeFailure(failure, 'list').text).toContain('r-9');
});

test('an error of the file system is described in words, with the path', () => {
  const error = Object.assign(new Error('ENOENT: …'), { code: 'ENOENT', path: '/no/clip.mp4' });
  expect(describeFailure(error, 'upload').text).toBe('There is no such file or folder: /no/clip.mp4');
});

test('a failure of a command keeps its code for programs', () => {
  const { exitCode, error } = describeFailure(
    new CommandFailure('PORT_IN_USE', 'Port 1 is in use.'),
    'serve',
  );
  expect(exitCode).toBe(1);
  expect(error).toEqual({ code: 'PORT_IN_USE', message: 'Port 1 is in use.' });
});

test('an unexpected error is shown with its stack', () => {
  const bug = new TypeError('x is not a function');
  expect(describeFailure(bug, 'list').text).toBe(bug.stack);
  expect(describeFailure('thrown text', 'list').text).toBe('thrown text');
});
