import { expect, test } from 'vitest';
import { ApiFailure, ConnectionFailure } from '../../../../client/failure.ts';
import { isMissing, mayBeTriedAgain } from '../../../../console/pages/video/missing-video.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../../shared/contract/errors.ts';

const failure = (code: ErrorCode) =>
  new ApiFailure({ error: { code, message: code } }, { status: ERROR_STATUS[code], headers: new Headers() });

test("another account's video is missing like one that does not exist; nothing else is", () => {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  expect(codes.filter((code) => isMissing(failure(code)))).toEqual(['NOT_OWNER', 'VIDEO_NOT_FOUND']);
  expect(isMissing(null)).toBe(false);
});

test('what is wrong, refused or missing is not tried again; what is in trouble is', () => {
  for (const code of ['INVALID_PARAMETER', 'NOT_OWNER', 'INSUFFICIENT_SCOPE', 'VIDEO_NOT_FOUND'] as const)
    expect(mayBeTriedAgain(failure(code))).toBe(false);
  for (const trouble of [failure('RATE_LIMITED'), failure('INTERNAL_ERROR'), new ConnectionFailure('none')])
    expect(mayBeTriedAgain(trouble)).toBe(true);
});
