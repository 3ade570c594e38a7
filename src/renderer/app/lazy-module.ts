/** Loads a module on first use. */

/** A module that is loaded on first use; after that it is returned at once, without a promise. */
export type Lazy<Module> = () => Module | Promise<Module>

export function lazily<Module>(load: () => Promise<Module>): Lazy<Module> {
  let loaded: Module | null = null
  return () => loaded ?? load().then((module) => (loaded = module))
}
