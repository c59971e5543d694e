declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Folder of the LevelDB store; in memory when absent. */
    path?: string;
    /** How long tables stay in their transitional states, milliseconds. */
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }

  /** A server that does not listen yet. Closing it closes the store too. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
