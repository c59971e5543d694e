/** Addresses that are no page of the console, locally and deployed. */
export const NO_PAGES = [
  '/nothing',
  '/api/nothing',
  '/console/api/nothing',
  '/console/api',
  '/videos/a/b',
  '/index.html',
  '/%76ideos',
  '/oidc/nothing',
  '/oidcx',
  '/signin/nothing',
  '/signin/',
  '/signin/../videos',
  '/assets/missing.js',
  '/assets/',
] as const;
