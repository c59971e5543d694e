import path from 'node:path';

/** How esbuild makes one file of a function: for CDK, and for what tests and measures bundles. */
export const BUNDLING = {
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  // CommonJS packages inside an ES module bundle call `require`.
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  alias: {
    '@aws-sdk/credential-provider-node': path.join(import.meta.dirname, 'environment-credentials.ts'),
  },
} as const;
