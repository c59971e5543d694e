/** Path of the provider: its issuer is the service's address with this path. */
export const ISSUER_PATH = '/oidc';
/** Where the provider publishes its keys (JWKS). */
export const JWKS_PATH = `${ISSUER_PATH}/jwks`;
/** The one client that there is, the console. */
export const CLIENT_ID = 'console';
