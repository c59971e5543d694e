import { LIMITS } from '../../shared/contract/limits.ts';
import { listObjects } from '../../shared/contract/routes/object-queries.ts';
import { DEFAULT_OBJECT_SORT, type ObjectSort } from '../../shared/contract/schemas/object-query.ts';
import { MAX_COUNTER } from '../../shared/contract/schemas/primitives.ts';
import { value } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { explainNoObjects } from '../no-objects.ts';
import { objectsTable } from '../objects-table.ts';
import { withApi } from '../service.ts';
import { integer, listOf, number, oneOf, text } from '../values.ts';

const confidence = number(LIMITS.confidence.min, LIMITS.confidence.max);
const frame = integer(0, MAX_COUNTER);
const seconds = number(0, 1e12);

export const objects = defineCommand({
  operands: { required: ['id'] },
  description:
    'ID is the id of the video. The tracks are in the metadata document: "vms metadata get ID".\n' +
    'TRACKING shows whether a surface is still being tracked. Only objects that meet all options are listed.',
  options: {
    label: value('LABEL,…', 'Of one of these classes', listOf(text)),
    name: value('TEXT', 'With this in the name that a user gave', text),
    kind: value('KIND', 'box or surface', oneOf(['box', 'surface'])),
    'min-confidence': value('P', 'At least so certain, from 0 to 1', confidence),
    'max-confidence': value('P', 'At most so certain', confidence),
    'custom-data': value(
      'NAME=VALUE',
      'With this member of the custom data; NAME alone: with any value',
      text,
    ),
    'from-frame': value('N', 'Seen in this frame or, up to --to-frame, after it', frame),
    'to-frame': value('N', 'Seen in this frame or before it', frame),
    'from-time': value('S', 'The same by a time in seconds', seconds),
    'to-time': value('S', 'The same by a time in seconds', seconds),
    region: value('X,Y,W,H', 'Touching this part of the frame then; fractions of the frame', text),
    hidden: value('BOOLEAN', 'true: hidden in a frame then; false: in none', oneOf(['true', 'false'])),
    sort: value('MEMBER', 'Sorted by this; with "-" before it the highest first (default: firstFrame)', text),
    limit: value('N', 'So many at most', integer(1, LIMITS.listedEntries)),
  },
  run: (context, { operands: { id }, options }) =>
    withApi(context, async ({ client }) => {
      const { label, name, kind, hidden, sort, 'custom-data': data, ...others } = options;
      const filter = {
        ...(label && { label }),
        ...(name !== undefined && { userLabel: [name] }),
        ...(kind && { kind: [kind] }),
        ...(data !== undefined && { customData: [data] }),
        ...(hidden && { hidden: hidden === 'true' }),
        minConfidence: others['min-confidence'],
        maxConfidence: others['max-confidence'],
        fromFrame: others['from-frame'],
        toFrame: others['to-frame'],
        fromTime: others['from-time'],
        toTime: others['to-time'],
        region: others.region,
      };
      // The service says what lists are sorted by.
      const query = { ...filter, limit: others.limit, sort: (sort ?? DEFAULT_OBJECT_SORT) as ObjectSort };
      const found = await client.call(listObjects, { params: { id }, query, signal: context.signal });
      // Programs get the list alone: what there is to say about none costs a call.
      if (context.json) return { json: found, text: '' };
      const isFiltered = Object.values(filter).some((given) => given !== undefined);
      const none = found.objects.length === 0;
      if (none && isFiltered) return { json: found, text: 'No object meets all options.' };
      return {
        json: found,
        text: none
          ? await explainNoObjects(context, client, id)
          : objectsTable(context.terminal, found.objects),
      };
    }),
});
