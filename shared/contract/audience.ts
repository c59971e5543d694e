import { CONSOLE_API } from './console-config.ts';
import type { Route, RowAudience } from './route.ts';
import { ROUTES } from './routes.ts';

/** Who calls an API. */
export type Audience = Exclude<RowAudience, 'both'>;

/** The path below which each audience has its endpoints. */
export const BASE_PATHS = { integrators: '/api', console: CONSOLE_API } as const satisfies Record<
  Audience,
  string
>;

const isFor =
  (audience: Audience) =>
  (definition: Route): boolean =>
    definition.audience === audience || definition.audience === 'both';

/** The endpoint as the console has it: what it shares with integrators lies below the console's own path. */
const onConsole = (definition: Route): Route =>
  definition.audience === 'both'
    ? { ...definition, path: BASE_PATHS.console + definition.path.slice(BASE_PATHS.integrators.length) }
    : definition;

/** The endpoints of an audience, with the paths that they have there. */
export function endpointsFor(audience: Audience): readonly Route[] {
  const definitions = ROUTES.filter(isFor(audience));
  return audience === 'console' ? definitions.map(onConsole) : definitions;
}
