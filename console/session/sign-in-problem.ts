import * as oauth from 'oauth4webapi';

/** A sentence for people about a sign-in that failed. */
export function signInProblem(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? 'The sign-in was cancelled.'
      : `The identity provider refused the sign-in (${error.error}).`;
  }
  if (error instanceof oauth.ResponseBodyError) {
    return 'The sign-in took too long, or its answer was used already.';
  }
  if (error instanceof oauth.OperationProcessingError) {
    return error.code === oauth.JWT_TIMESTAMP_CHECK
      ? "This computer's clock seems to be wrong; set it, and sign in again."
      : 'The answer does not belong to a sign-in that was begun here.';
  }
  if (error instanceof TypeError) {
    return navigator.onLine ? 'The identity provider cannot be reached.' : 'You are offline.';
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
}
