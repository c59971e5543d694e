import { ApiFailure, isApiFailure } from '../../../client/failure.ts';

/** There is no such video, for who asks: another account's video looks the same as one that does not exist. */
export const isMissing = (failure: unknown): boolean => isApiFailure(failure, 'VIDEO_NOT_FOUND', 'NOT_OWNER');

/** Whether the same call may be answered if it is made again. */
export const mayBeTriedAgain = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure && [400, 403, 404].includes(failure.status));
