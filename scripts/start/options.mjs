import { parseArgs } from 'node:util'

/**
 * @typedef {object} StartOptions
 * @property {'electron' | 'browser' | null} shell null: whichever is available
 * @property {number | null} port
 * @property {string | null} profile as the user wrote it
 * @property {string | null} keyFile as the user wrote it
 * @property {boolean} sample false: browser shell: do not start the sample service
 * @property {boolean} open false: the browser shell prints its address and opens nothing
 * @property {boolean} help
 */

export const startHelp = `Tearsheet, an offline-first research desktop for equity analysts

  npm start                          install, build and open; in Electron if a runtime is available
  npm start -- --shell electron      require Electron
  npm start -- --shell browser       open in your browser, served on 127.0.0.1
  npm start -- --port 8123           port for the browser shell (default: any free port)
  npm start -- --no-open             browser shell: print the address without opening a browser
  npm start -- --key-file FILE       browser shell: read API keys for this run from a file only you can read
  npm start -- --no-sample           browser shell: do not start the sample service
  npm start -- --profile DIR         store library, settings and recordings in DIR
  npm start -- --help                show this help`

/**
 * @param {readonly string[]} args
 * @returns {{ options: StartOptions } | { mistake: string }} the mistake is a sentence for the user
 */
export function parseStartOptions(args) {
  const values = readOptions(args)
  if (typeof values === 'string') return { mistake: values }
  const { shell = null, port: portText = null, profile = null, help = false } = values
  const { 'key-file': keyFile = null, 'no-open': noOpen = false, 'no-sample': noSample = false } = values
  if (shell !== null && shell !== 'electron' && shell !== 'browser') {
    return { mistake: `--shell must be electron or browser, not “${shell}”.` }
  }
  const port = portText === null ? null : Number(portText)
  if (portText !== null && !/^\d{1,5}$/.test(portText))
    return { mistake: `--port must be a number, not “${portText}”.` }
  if (port !== null && port > 65_535) return { mistake: `--port must be at most 65535, not ${port}.` }
  if (profile === '') return { mistake: '--profile needs the path of a folder.' }
  if (keyFile === '') return { mistake: '--key-file needs the path of a file.' }
  const onlyBrowserHasThem = port !== null || keyFile !== null || noOpen || noSample
  if (onlyBrowserHasThem && shell === 'electron') {
    return {
      mistake: '--port, --key-file, --no-open and --no-sample apply to the browser shell only: omit --shell electron.',
    }
  }
  const chosen = onlyBrowserHasThem ? 'browser' : shell
  return { options: { shell: chosen, port, profile, keyFile, sample: !noSample, open: !noOpen, help } }
}

/** @param {readonly string[]} args */
function readOptions(args) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        shell: { type: 'string' },
        port: { type: 'string' },
        profile: { type: 'string' },
        'key-file': { type: 'string' },
        'no-open': { type: 'boolean' },
        'no-sample': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    return `${reason}. See \`npm start -- --help\`.`
  }
}
