import type { Generator } from './generator.ts';
import { go } from './generators/go.ts';
import { java } from './generators/java.ts';
import { ownPackage } from './generators/own-package.ts';
import { openapiPythonClient, python } from './generators/python.ts';
import { heyApi, openapiFetch, orval, typescriptFetch } from './generators/typescript.ts';

/** The package of the repository, and the generators that integrators use most. */
export const GENERATORS: readonly Generator[] = [
  ...ownPackage,
  openapiFetch,
  heyApi,
  orval,
  typescriptFetch,
  python,
  openapiPythonClient,
  go,
  java,
];
