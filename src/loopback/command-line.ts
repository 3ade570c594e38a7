/** The command line of the browser shell. */

import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface ShellOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** Null: the default place. */
  readonly profile: string | null
  readonly keyFile: string | null
  readonly sample: boolean
  readonly open: boolean
  readonly exitWithParent: boolean
}

type CommandLine =
  | { readonly kind: 'run'; readonly options: ShellOptions }
  | { readonly kind: 'help' }
  /** One sentence for the terminal; nothing was started. */
  | { readonly kind: 'mistake'; readonly says: string }

export const help = `Tearsheet in your browser

  --profile DIR       use this profile folder instead of the default
  --port N            listen on this port of 127.0.0.1 (1024 to 65535); default: any free port
  --no-open           print the address without opening a browser
  --key-file FILE     read API keys for this run from a file that only you can read
                      (mode 0600); one line per key: origin, space, key
                      (https://service.example THE-KEY)
  --no-sample         do not start the sample service
  --exit-with-parent  quit when the parent process quits (needs an IPC channel)
  --help              show this help

The printed address opens one tab, once, within a minute. Press Enter for another address, Ctrl-C to quit.
Tearsheet quits automatically after ten minutes without an open tab.`

/** Reads the arguments after the program's name; a relative path is meant from `folder`. */
export function readCommandLine(argv: readonly string[], folder: string): CommandLine {
  let values
  try {
    values = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        profile: { type: 'string' },
        'key-file': { type: 'string' },
        'no-open': { type: 'boolean' },
        'no-sample': { type: 'boolean' },
        'exit-with-parent': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const says = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''
    return { kind: 'mistake', says: `${says.replace(/\. To specify.*$/, '')}. See --help for the options.` }
  }
  if (values.help) return { kind: 'help' }
  if (values.host !== undefined && values.host !== '127.0.0.1') {
    return { kind: 'mistake', says: 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.' }
  }
  const port = Number(values.port ?? 0)
  if (values.port !== undefined && (!/^\d{1,5}$/.test(values.port) || (port !== 0 && (port < 1024 || port > 65_535)))) {
    return {
      kind: 'mistake',
      says: `--port ${values.port}: enter a number from 1024 to 65535, or 0 for any free port.`,
    }
  }
  if (values.profile === '') return { kind: 'mistake', says: '--profile: enter a folder.' }
  const profile = values.profile === undefined ? null : resolve(folder, values.profile)
  if (profile !== null && basename(profile).toLowerCase() === 'databases') {
    // Electron removes a folder of that name from its data (electron/electron#45396).
    return { kind: 'mistake', says: '--profile: "databases" is reserved by Electron. Choose another folder.' }
  }
  return {
    kind: 'run',
    options: {
      port,
      profile,
      keyFile: values['key-file'] === undefined ? null : resolve(folder, values['key-file']),
      sample: !values['no-sample'],
      open: !values['no-open'],
      exitWithParent: values['exit-with-parent'] ?? false,
    },
  }
}
