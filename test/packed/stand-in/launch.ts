import { pathToFileURL } from 'node:url'

/** Starts the packed main process with the arguments that a packaged Electron gives: the program, then what the user typed. */
const [program = '', , script = '', ...args] = process.argv
process.argv = [program, ...args]
await import(pathToFileURL(script).href)
