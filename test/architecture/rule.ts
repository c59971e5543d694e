/** What a part of the tree may import besides itself: other parts, npm packages, and which of Node's modules. */
export interface Allowance {
  readonly parts: readonly string[];
  readonly packages?: readonly string[];
  /** None where the part runs in browsers. */
  readonly node?: false;
}

const KERNEL = [
  'shared/kernel/bytes',
  'shared/kernel/checksums',
  'shared/kernel/geometry',
  'shared/kernel/logging',
  'shared/kernel/random',
  'shared/kernel/runtime',
];
/** What every part behind the contract may import, whether it does or not. */
export const CORE = [...KERNEL, 'shared/contract', 'shared/domain'];
const SDK = ['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@aws-sdk/client-sqs'];

/**
 * The dependency rule, in the direction in which data flows: a part may import what stands before it, and no part may
 * import what is not named here. The parts of the kernel know nothing of each other.
 */
export const RULE: Readonly<Record<string, Allowance>> = {
  'shared/kernel/bytes': { parts: [], node: false },
  'shared/kernel/checksums': { parts: [], node: false },
  'shared/kernel/geometry': { parts: [], node: false },
  'shared/kernel/logging': { parts: [] },
  'shared/kernel/random': { parts: [], node: false },
  'shared/kernel/runtime': { parts: [] },
  'shared/contract': { parts: [], packages: ['zod'], node: false },
  'shared/reference': { parts: ['shared/contract'] },
  'shared/domain': { parts: [...KERNEL, 'shared/contract'], packages: ['re2js', 'zod'] },
  'shared/stores': {
    parts: CORE,
    packages: [
      ...SDK,
      '@aws-sdk/lib-dynamodb',
      '@aws-sdk/util-dynamodb',
      '@aws-sdk/client-sts',
      '@aws-sdk/s3-request-presigner',
    ],
  },
  'shared/vision': { parts: ['shared/kernel/geometry', 'shared/kernel/random'], node: false },
  // What a file is by its first bytes, and by its header: also for those who are about to send it.
  'shared/media/headers': { parts: ['shared/contract'], node: false },
  'shared/media/container': {
    parts: ['shared/kernel/bytes', 'shared/contract', 'shared/media/headers'],
    node: false,
  },
  'shared/media': {
    parts: [...KERNEL, 'shared/contract', 'shared/vision', 'shared/media/headers', 'shared/media/container'],
    packages: ['koffi', 'mediabunny', 'node-av'],
  },
  'shared/webhooks': { parts: ['shared/kernel/runtime'], packages: ['ipaddr.js'] },
  'shared/inference': {
    parts: [...KERNEL, 'shared/vision', 'models'],
    packages: ['@huggingface/tokenizers', 'onnxruntime-node', 'zod'],
  },
  'shared/service': {
    parts: [
      ...CORE,
      'shared/stores',
      'shared/vision',
      'shared/media/headers',
      'shared/media/container',
      'shared/media',
      'shared/inference',
      'shared/webhooks',
    ],
    packages: ['jose', 'zod'],
  },
  'shared/http': {
    parts: [...CORE, 'shared/stores'],
    packages: ['@middy/core', 'aws-lambda', 'zod'],
  },
  'shared/worker': {
    parts: [...CORE, 'shared/stores'],
    packages: ['aws-lambda', 'zod'],
  },
  functions: {
    parts: [...CORE, 'shared/stores', 'shared/service', 'shared/http', 'shared/worker', 'shared/reference'],
  },
  models: { parts: [] },
  client: {
    parts: ['shared/contract', 'shared/kernel/checksums', 'shared/kernel/geometry'],
    packages: ['zod'],
    node: false,
  },
  'client/files': { parts: ['shared/contract', 'client'] },
  // Makes the package of both.
  'client/build': {
    parts: ['shared/contract', 'client'],
    packages: ['esbuild', 'rolldown', 'rolldown-plugin-dts'],
  },
  console: {
    parts: [
      'shared/kernel/bytes',
      'shared/kernel/checksums',
      'shared/kernel/geometry',
      'shared/contract',
      'shared/domain',
      'shared/media/headers',
      'shared/media/container',
      'client',
      'console/viewer',
    ],
    packages: [
      '@base-ui/react',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/merge',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@vitejs/plugin-react',
      'jsonc-parser',
      'lucide-react',
      'oauth4webapi',
      'react',
      'react-dom',
      'vite',
      'zod',
    ],
    node: false,
  },
  // Stands alone, without React: it will become a player for other pages. Of the client it has what lays pictures onto surfaces.
  'console/viewer': { parts: ['shared/kernel/geometry', 'client'], node: false },
  // Of inference only what finds models: no function is loaded.
  lib: {
    parts: ['shared/contract', 'shared/inference'],
    packages: ['@aws-sdk/credential-provider-env', 'aws-cdk-lib', 'cdk-nag', 'constructs', 'zod'],
  },
  // Of local what builds the console, of the contract what a deployment is probed by.
  bin: {
    parts: ['lib', 'local', 'shared/contract'],
    packages: ['@aws-sdk/client-cloudformation', 'aws-cdk-lib'],
  },
  synthetic: { parts: [...KERNEL, 'shared/contract', 'shared/media'], packages: ['node-av'] },
  // Functions are loaded by their keys, not imported.
  local: {
    parts: [...CORE, 'shared/stores', 'shared/service', 'shared/inference'],
    packages: [
      ...SDK,
      '@aws-sdk/client-dynamodb-streams',
      'aws-lambda',
      'dynalite',
      'oidc-provider',
      'vite',
      'zod',
    ],
  },
  cli: {
    parts: [
      ...CORE,
      'shared/service',
      'shared/media/headers',
      'shared/media/container',
      'shared/media',
      'shared/inference',
      'synthetic',
      'client',
      'client/files',
      'local',
    ],
    packages: [
      '@aws-sdk/client-cloudformation',
      '@aws-sdk/client-cognito-identity-provider',
      '@aws-sdk/client-lambda',
      '@modelcontextprotocol/node',
      '@modelcontextprotocol/server',
      'zod',
    ],
  },
};

/** The parts whose folders form no circle, either: data passes through each folder once. */
export const LAYERED = ['shared/media', 'shared/vision', 'shared/inference', 'local', 'rehearsal'];

/** The parts that only measure and test, and packages in other languages: they may import everything. */
export const UNRULED = ['bench', 'rehearsal', 'research', 'sdk', 'test'];

/** Parts of a folder that is a part itself. */
const PARTS_WITHIN = [
  'client/build',
  'client/files',
  'console/viewer',
  'shared/media/headers',
  'shared/media/container',
];

/** The part of the tree that a file belongs to. */
export function partOf(file: string): string {
  const within = PARTS_WITHIN.find((part) => file.startsWith(`${part}/`));
  if (within !== undefined) return within;
  const [first = '', second = '', third = ''] = file.split('/');
  if (first !== 'shared') return first;
  return second === 'kernel' ? `${first}/${second}/${third}` : `${first}/${second}`;
}
