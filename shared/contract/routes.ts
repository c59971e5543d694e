import type { Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { consoleAccountRoutes } from './routes/console/account.ts';
import { consoleKeyRoutes } from './routes/console/keys.ts';
import { consoleSessionRoutes } from './routes/console/sessions.ts';
import { consoleVideoRoutes } from './routes/console/videos.ts';
import { eventRoutes } from './routes/events.ts';
import { metadataRoutes } from './routes/metadata.ts';
import { objectQueryRoutes } from './routes/object-queries.ts';
import { objectRoutes } from './routes/objects.ts';
import { processingRoutes } from './routes/processing.ts';
import { projectRoutes } from './routes/projects.ts';
import { referenceRoutes } from './routes/reference.ts';
import { videoRoutes } from './routes/videos.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...videoRoutes,
  ...metadataRoutes,
  ...objectQueryRoutes,
  ...objectRoutes,
  ...processingRoutes,
  ...projectRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...referenceRoutes,
  ...consoleAccountRoutes,
  ...consoleKeyRoutes,
  ...consoleSessionRoutes,
  ...consoleVideoRoutes,
];
