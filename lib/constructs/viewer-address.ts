import { VIEWER_ADDRESS_HEADER } from './edge-secret.ts';

/**
 * Code of the function that tells the API, in a header, from which address CloudFront was called (JavaScript runtime 2.0). What a
 * caller wrote there is overwritten.
 */
export const viewerAddressCode = (): string => `'use strict';
function handler(event) {
  const request = event.request;
  request.headers[${JSON.stringify(VIEWER_ADDRESS_HEADER)}] = { value: event.viewer.ip };
  return request;
}
`;
