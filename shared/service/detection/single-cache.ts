import type { Environment } from '../../kernel/runtime/environment.ts';

/** A cache of one resource, which is opened by its id. */
interface SingleCache<Resource> {
  /** The cached resource when it has this id; otherwise it is closed, and another one opened. */
  get(environment: Environment, id: string): Promise<Resource>;
  /** Drops a resource that broke, so that the next message opens it again. */
  forget(resource: Promise<Resource>): void;
}

/** Keeps a resource that takes long to open from one message to the next. */
export function singleCache<Resource>(
  open: (environment: Environment, id: string) => Promise<Resource>,
  close: (resource: Resource) => PromiseLike<void>,
): SingleCache<Resource> {
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
      // A resource that could not be opened must not stay.
      resource.catch(() => forget(resource));
      return resource;
    },
    forget,
  };
}
