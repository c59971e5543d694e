/** What a client is made of, and where. */
export interface Task {
  /** The file with the description. */
  description: string;
  /** Where the service answers. */
  url: string;
  /** An empty folder for the client and the program of its user. */
  folder: string;
}

/** A program that makes a client of a description, and the program of a user of that client. */
export interface Generator {
  /** As in the table. */
  name: string;
  version: string;
  /** Commands without which it does not run. */
  needs: readonly string[];
  /** Makes the client, after bringing the generator into the cache at the first run. */
  generate(task: Task): Promise<void>;
  /** Compiles the client and the program of its user, or checks their types. */
  compile(task: Task): Promise<void>;
  /** The command that runs the program of its user. */
  program(task: Task): Promise<Command>;
}

export interface Command {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}
