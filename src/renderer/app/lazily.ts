/** A module that is loaded when it is first asked for; from then on it is there at once, without a step through a promise. */
export type Lazy<Module> = () => Module | Promise<Module>

export function lazily<Module>(load: () => Promise<Module>): Lazy<Module> {
  let loaded: Module | null = null
  return () => loaded ?? load().then((module) => (loaded = module))
}
