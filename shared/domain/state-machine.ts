interface StateMachine<State extends string> {
  /** The states from which `next` may be entered. */
  sourcesOf(next: State): State[];
  /** Whether no other state follows. */
  isTerminal(state: State): boolean;
  readonly terminal: readonly State[];
}

/** The states of something that is stored. @param transitions the states that may follow each */
export function stateMachine<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
): StateMachine<State> {
  const states = Object.keys(transitions) as State[];
  const isTerminal = (state: State): boolean => transitions[state].length === 0;
  return {
    sourcesOf: (next) => states.filter((state) => transitions[state].includes(next)),
    isTerminal,
    terminal: states.filter(isTerminal),
  };
}
