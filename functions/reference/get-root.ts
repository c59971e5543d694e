import { getDocs, getRoot } from '../../shared/contract/routes/reference.ts';
import { openEndpoint } from '../../shared/http/open-endpoint.ts';

/** Relative, so that it holds below a stage's name too, whether the address ends with a slash (`/prod/`) or not. */
const locationFrom = (path: string): string => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return `${last === '' ? '' : `${last}/`}${getDocs.path.slice(1)}`;
};

export const handler = openEndpoint(getRoot, ({ path }) => {
  const Location = locationFrom(path);
  return { body: `See ${Location}.`, headers: { Location } };
});
