import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands for `@aws-sdk/credential-provider-node` in bundles: Lambda gives a function its credentials in environment
 * variables, so the rest of the SDK's chain (files, SSO, instance metadata, web identity) is never asked.
 */
export const defaultProvider = () => fromEnv();
