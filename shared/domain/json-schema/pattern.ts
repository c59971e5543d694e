import { RE2JS, RE2JSException } from 're2js';
import { LIMITS } from '../../contract/limits.ts';
import { invalidAt, type Path } from '../json/path.ts';
import type { StepBudget } from './step-budget.ts';

/** A regular expression that is searched for in time proportional to the length of the text. */
export interface Pattern {
  source: string;
  isIn(text: string, budget: StepBudget): boolean;
}

/** Escapes and character classes, which are skipped, or what begins a group that ECMA-262 does not have. */
const FLAGS_OR_LOOKAROUND = /\\.|\[(?:\\.|[^\]\\])*\]|(\(\?(?!:|<[A-Za-z_]))/gsu;

const UNICODE_CLASS = /\\p/gi;

/** What reading costs in steps, measured: the letters of Unicode come in some 650 ranges. */
const STEPS_PER_CHARACTER = 20;
const STEPS_PER_UNICODE_CLASS = 4000;
const STEPS_PER_INSTRUCTION = 20;
const STEPS_PER_UNICODE_INSTRUCTION = 1500;
/** Instructions times characters that a search gets through in a step. */
const SEARCHED_IN_A_STEP = 16;

/**
 * Reads a pattern of ECMA-262 with the engine of RE2 (https://swtch.com/~rsc/regexp/): without back references and
 * look-around, which no engine can search for in linear time, and without flags.
 *
 * @throws ApiError `INVALID_PARAMETER`: no such pattern; longer than 500 characters; a program of more than 1,000
 *   instructions; out of steps
 */
export function readPattern(source: string, path: Path, budget: StepBudget): Pattern {
  const max = LIMITS.patternLength;
  if (source.length > max) {
    throw invalidAt(path, 'is too long a pattern', { max, provided: source.length });
  }
  for (const [, group] of source.matchAll(FLAGS_OR_LOOKAROUND)) {
    if (group !== undefined) throw invalidAt(path, 'must be a pattern without flags and look-around');
  }
  const unicodeClasses = [...source.matchAll(UNICODE_CLASS)].length;
  budget.spend(source.length * STEPS_PER_CHARACTER + unicodeClasses * STEPS_PER_UNICODE_CLASS);
  const engine = compile(source, path);
  const instructions = engine.programSize();
  if (instructions > LIMITS.patternInstructions) {
    throw invalidAt(path, 'is too large a pattern', {
      max: LIMITS.patternInstructions,
      provided: instructions,
    });
  }
  budget.spend(instructions * (unicodeClasses === 0 ? STEPS_PER_INSTRUCTION : STEPS_PER_UNICODE_INSTRUCTION));
  return {
    source,
    isIn(text, spender) {
      spender.spend(1 + Math.ceil((text.length * instructions) / SEARCHED_IN_A_STEP));
      return engine.test(text);
    },
  };
}

function compile(source: string, path: Path): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw invalidAt(path, 'must be a regular expression without back references and look-around');
  }
}
