/**
 * Preloaded (`node --import`): confines the program that follows once it and its imports are loaded, before its
 * first line runs.
 *
 * A module's imports are all loaded first, then run in order, and the module itself runs last (ECMA-262,
 * InnerModuleEvaluation). An import added at the end therefore runs when native libraries have been opened and no
 * line of the program has run.
 */
import { registerHooks } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { siblingModule } from '../../../kernel/runtime/sibling-module.ts';

const confine = JSON.stringify(siblingModule(import.meta.url, 'confine').href);
/** Whether the next module is the program: nothing else is loaded in between. */
let isNext = true;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!isNext) return loaded;
    isNext = false;
    if (!loaded.format?.startsWith('module')) throw new TypeError(`${url} is no ES module`);
    return { ...loaded, source: `${loaded.source}\nimport ${confine};\n` };
  },
});

// libuv registers the event loop's interests with io_uring, which is refused once confined.
await setImmediate();
