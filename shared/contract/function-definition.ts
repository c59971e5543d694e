import type { Need } from './needs/need.ts';
import type { StoreName } from './needs/store-needs.ts';
import type { TableName } from './resources.ts';

/** What code may touch: the stores that it opens, and what it names itself. Permissions are derived from it. */
export interface Access<Stores extends readonly StoreName[] = readonly StoreName[]>
  extends Pick<Need, 'objects' | 'listsObjects' | 'listsUploads' | 'settings'> {
  /** The stores that it opens, exactly these. Absent: none. */
  stores?: Stores;
}

/** What every function has: its name, and what it may touch. */
export interface FunctionDefinition<Stores extends readonly StoreName[] = readonly StoreName[]>
  extends Access<Stores> {
  /** The path of its file under `functions/`, without extension; also its name. */
  key: string;
}

/** The definition of a function that is fed from the streams of tables. */
export interface StreamConsumer extends FunctionDefinition {
  /** The tables whose streams it is fed from. */
  streams: readonly TableName[];
  /** The changes that it is fed with. */
  eventNames: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[];
}
