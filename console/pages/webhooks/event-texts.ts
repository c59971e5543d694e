import { EVENT_TYPES, type EventType } from '../../../shared/contract/events.ts';

type Subject = EventType extends `${infer S}.${string}` ? S : never;

/** What events are about, in the order in which it is offered. */
const TITLES: Readonly<Record<Subject, string>> = {
  video: 'Videos',
  job: 'Detection jobs',
  surface: 'Surfaces',
  version: 'Versions',
  key: 'API keys',
};

/** What has happened, as a sentence. */
const SENTENCES: Readonly<Record<EventType, string>> = {
  'video.created': 'A video was created; its upload may not be complete.',
  'video.processed': 'A video can be played, and its metadata edited.',
  'video.failed': 'A video’s file cannot be used.',
  'video.deleted': 'A video was deleted.',
  'job.queued': 'Detection was asked for.',
  'job.started': 'Detection has begun.',
  'job.completed': 'Detection has found what there is; the objects are in the metadata.',
  'job.failed': 'Detection has failed.',
  'job.cancelled': 'Detection was cancelled.',
  'surface.tracked': 'A surface was tracked through the video.',
  'surface.failed': 'A surface could not be tracked.',
  'version.created': 'The metadata has a new version, whoever made it.',
  'key.created': 'An API key was created.',
  'key.revoked': 'An API key was revoked.',
};

const isOf = (subject: string, type: EventType): boolean => type.startsWith(`${subject}.`);

/** The types of events as people choose them. */
export const EVENT_GROUPS = Object.entries(TITLES).map(([subject, title]) => ({
  title,
  types: EVENT_TYPES.filter((type) => isOf(subject, type)).map((type) => ({
    type,
    sentence: SENTENCES[type],
  })),
}));

/** Types that this release knows, in the order in which they are offered. */
export const knownTypes = (types: readonly string[]): EventType[] =>
  EVENT_TYPES.filter((type) => types.includes(type));

/** How many types of events a webhook is sent. */
export function typesText(types: readonly string[] | null): string {
  if (types === null) return 'All';
  return types.length === 1 ? '1 type' : `${types.length} types`;
}
