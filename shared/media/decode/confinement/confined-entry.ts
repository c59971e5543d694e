/**
 * Preloaded (`node --import`): the program that follows is confined as soon as it and what it imports are loaded, before
 * its own first line runs.
 *
 * A module's imports are all loaded first, and then run in their order, before the module itself (ECMA-262,
 * InnerModuleEvaluation). So one more import at the end runs when native libraries have been opened, and no line of the
 * program has.
 */
import { registerHooks } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { siblingModule } from '../../../kernel/runtime/sibling-module.ts';

const confine = JSON.stringify(siblingModule(import.meta.url, 'confine').href);
/** Whether the next module is the program: nothing else is loaded between this one and it. */
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

// libuv tells the kernel by io_uring what its event loop waits for, which it may do no longer when confined.
await setImmediate();
