import { VIEWER_ADDRESS_HEADER } from './edge-secret.ts';

/**
 * Code of the function that passes the caller's address to the API in a header (JavaScript runtime 2.0). What a
 * caller wrote there is overwritten.
 */
export const viewerAddressCode = (): string => `'use strict';
function handler(event) {
  const request = event.request;
  request.headers[${JSON.stringify(VIEWER_ADDRESS_HEADER)}] = { value: event.viewer.ip };
  return request;
}
`;
