/** Code that is loaded when it is needed did not come: the browser is offline, or the console was renewed meanwhile. */
export class CodeNotLoaded extends Error {
  constructor(options?: ErrorOptions) {
    super('A part of the console could not be loaded', options);
    this.name = 'CodeNotLoaded';
  }
}

/** @throws CodeNotLoaded */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new CodeNotLoaded({ cause });
  }
}
