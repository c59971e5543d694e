import { type Runtime, systemRuntime } from './runtime.ts';

/** What a store needs from outside: the names of things in environment variables, time and randomness. */
export interface Environment {
  variables: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  /**
   * Aborts when the process is about to end: what only waits does so no longer, and answers with what there is. Absent where
   * nothing says so, as on Lambda, where no request is in progress then.
   */
  stopping?: AbortSignal;
}

/** A variable that a deployment must set; its absence is a mistake of the deployment and fails loudly. */
export function requireVariable(environment: Environment, name: string): string {
  const value = environment.variables[name];
  if (value === undefined || value === '') throw new Error(`Environment variable ${name} is not set`);
  return value;
}

let current: Environment = { variables: process.env, runtime: systemRuntime };

/** The environment of this process. */
export const processEnvironment = (): Environment => current;

/** Replaces the environment of this process, before any entry point is used: tests bring a clock of their own. */
export function provideEnvironment(environment: Environment): void {
  current = environment;
}
