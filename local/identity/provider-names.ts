/** Path of the provider: its issuer is the service's address with this path. */
export const ISSUER_PATH = '/oidc';
/** The one client that there is, the console. */
export const CLIENT_ID = 'console';
