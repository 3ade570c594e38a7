import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** For a module that `node --import` loads: whoever imports `electron` gets this file instead. */
export function replaceElectron(path: string): void {
  const standIn = pathToFileURL(path).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: standIn, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}
