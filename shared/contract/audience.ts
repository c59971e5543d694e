import { CONSOLE_API } from './console-config.ts';
import type { Route, RowAudience } from './route.ts';
import { ROUTES } from './routes.ts';

/** Who calls an API. */
export type Audience = Exclude<RowAudience, 'both'>;

/** The path below which each audience has its rows. */
export const BASE_PATHS = { integrators: '/api', console: CONSOLE_API } as const satisfies Record<
  Audience,
  string
>;

const isFor =
  (audience: Audience) =>
  (row: Route): boolean =>
    row.audience === audience || row.audience === 'both';

/** The row as the console has it: what it shares with integrators lies below the console's own path. */
const onConsole = (row: Route): Route =>
  row.audience === 'both'
    ? { ...row, path: BASE_PATHS.console + row.path.slice(BASE_PATHS.integrators.length) }
    : row;

/** The rows of an audience, with the paths that they have there. */
export function rowsFor(audience: Audience): readonly Route[] {
  const rows = ROUTES.filter(isFor(audience));
  return audience === 'console' ? rows.map(onConsole) : rows;
}
