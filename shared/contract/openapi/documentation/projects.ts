import { applyChanges, getProject, listProjects } from '../../routes/projects.ts';
import { documented } from './documented.ts';
import { UPDATED_AT, VIDEO, VIDEO_ID } from './samples.ts';

export const projectDocumentation = [
  documented(listProjects, {
    description: 'Only processed videos; of a key that is restricted, only those it may use.',
    response: { projects: [{ videoId: VIDEO_ID, title: VIDEO.name, revision: 7, updatedAt: UPDATED_AT }] },
  }),
  documented(getProject, {
    description: '`revision` is the version of the metadata.',
    params: { videoId: VIDEO_ID },
    response: {
      videoId: VIDEO_ID,
      title: VIDEO.name,
      revision: 7,
      video: { title: VIDEO.name, fps: 25, width: 1920, height: 1080, duration: VIDEO.duration },
      summary: { overlays: 1, variables: 1, rules: 0 },
    },
  }),
  documented(applyChanges, {
    description:
      'The operations of RFC 6902 are applied in their order, all of them or none, to the revision they are made for.',
    params: { videoId: VIDEO_ID },
    body: {
      baseRevision: 7,
      description: 'Slower ferry',
      changes: [
        { op: 'test', path: '/variables/0/id', value: 'speed' },
        { op: 'replace', path: '/variables/0/value', value: 3.8 },
      ],
    },
    response: { success: true, revision: 8, updatedAt: UPDATED_AT },
  }),
];
