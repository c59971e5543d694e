import { accountDocumentation, referenceDocumentation } from './account.ts';
import { consoleDocumentation } from './console.ts';
import type { Documentation } from './documented.ts';
import { eventDocumentation } from './events.ts';
import { metadataDocumentation } from './metadata.ts';
import { objectDocumentation } from './objects.ts';
import { processingDocumentation } from './processing.ts';
import { projectDocumentation } from './projects.ts';
import { videoDocumentation } from './videos.ts';
import { webhookDocumentation } from './webhooks.ts';

/** The documentation of every endpoint, by its key. */
export const DOCUMENTATION: ReadonlyMap<string, Documentation> = new Map([
  ...accountDocumentation,
  ...projectDocumentation,
  ...videoDocumentation,
  ...metadataDocumentation,
  ...objectDocumentation,
  ...processingDocumentation,
  ...eventDocumentation,
  ...webhookDocumentation,
  ...referenceDocumentation,
  ...consoleDocumentation,
]);
