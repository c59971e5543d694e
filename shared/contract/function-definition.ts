import type { Need } from './needs/need.ts';
import type { StoreName } from './needs/store-needs.ts';

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
