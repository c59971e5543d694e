import type { Environment } from '../../kernel/runtime/environment.ts';

/** What is opened from the models by its id. */
export interface Kept<Resource> {
  /** What was opened last where it has this id; else that is closed and another opened. */
  get(environment: Environment, id: string): Promise<Resource>;
  /** Lets the next message open it anew. */
  forget(resource: Promise<Resource>): void;
}

/** Keeps what takes long to open from one message to the next. */
export function keepLast<Resource>(
  open: (environment: Environment, id: string) => Promise<Resource>,
  close: (resource: Resource) => PromiseLike<void>,
): Kept<Resource> {
  let last: { id: string; resource: Promise<Resource> } | undefined;
  const forget = (resource: Promise<Resource>): void => {
    if (last?.resource === resource) last = undefined;
  };
  return {
    get(environment, id) {
      if (last?.id === id) return last.resource;
      const previous = last?.resource;
      const resource = Promise.resolve(previous)
        .then((old) => old && close(old))
        .then(() => open(environment, id));
      last = { id, resource };
      // What can't be opened, or breaks, must not stay.
      resource.catch(() => forget(resource));
      return resource;
    },
    forget,
  };
}
