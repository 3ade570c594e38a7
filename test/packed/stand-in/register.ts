import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `node --import` this: whoever imports `electron` gets the stand-in beside this file. */
const standIn = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
