import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface ShellOptions {
  /** 0 takes any port that is free. */
  readonly port: number
  /** Null: the default place. */
  readonly profile: string | null
  readonly keyFile: string | null
  readonly sample: boolean
  readonly open: boolean
  readonly exitWithParent: boolean
}

export type CommandLine =
  | { readonly kind: 'run'; readonly options: ShellOptions }
  | { readonly kind: 'help' }
  /** One sentence for the terminal; nothing was started. */
  | { readonly kind: 'mistake'; readonly says: string }

export const help = `Tearsheet in your browser

  --profile DIR       use this profile folder instead of the usual one
  --port N            listen on this port of 127.0.0.1 (1024 to 65535); any free one when left out
  --no-open           print the address and open no browser
  --key-file FILE     take keys from a file only you can read (mode 0600), for this run;
                      a line each: the service's origin, a blank, the key
                      (https://service.example THE-KEY)
  --no-sample         do not start the sample service
  --exit-with-parent  end when the program that started this one ends (needs an IPC channel)
  --help              print this

The printed address lets one tab in, once, within a minute. Press Enter for another, Ctrl-C to quit.
Without an open tab Tearsheet ends by itself after ten minutes.`

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
    return { kind: 'mistake', says: `${says.replace(/\. To specify.*$/, '')}. --help lists what there is.` }
  }
  if (values.help) return { kind: 'help' }
  if (values.host !== undefined && values.host !== '127.0.0.1') {
    return { kind: 'mistake', says: 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.' }
  }
  const port = Number(values.port ?? 0)
  if (values.port !== undefined && (!/^\d{1,5}$/.test(values.port) || (port !== 0 && (port < 1024 || port > 65_535)))) {
    return { kind: 'mistake', says: `--port ${values.port}: a number from 1024 to 65535 is wanted, or 0 for any.` }
  }
  if (values.profile === '') return { kind: 'mistake', says: '--profile: a folder is wanted.' }
  const profile = values.profile === undefined ? null : resolve(folder, values.profile)
  if (profile !== null && basename(profile).toLowerCase() === 'databases') {
    // Electron removes a folder of that name from its data (electron/electron#45396).
    return { kind: 'mistake', says: '--profile: a folder named "databases" is not safe from Electron; choose another.' }
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
