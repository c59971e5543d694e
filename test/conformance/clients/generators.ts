import type { Generator } from './generator.ts';
import { go } from './generators/go.ts';
import { java } from './generators/java.ts';
import { openapiPythonClient, python } from './generators/python.ts';
import { heyApi, openapiFetch, orval, typescriptFetch } from './generators/typescript.ts';

/** The generators that integrators use most. */
export const GENERATORS: readonly Generator[] = [
  openapiFetch,
  heyApi,
  orval,
  typescriptFetch,
  python,
  openapiPythonClient,
  go,
  java,
];
