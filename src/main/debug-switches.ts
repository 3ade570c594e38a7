/**
 * Finds switches and environment variables that let other programs see API keys or memory
 * (docs/promises.md, When something fails). Also removes such variables from the environment of
 * child processes.
 */

/**
 * Switches that would show addresses (with the key in them), memory or the window itself to other programs. Fuses do not cover
 * these (docs/promises.md, When something fails).
 */
const debugSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'log-net-log',
  'net-log-capture-mode',
  'enable-logging',
  'log-file',
  'ssl-key-log-file',
  'auto-open-devtools-for-tabs',
  'load-extension',
] as const

const debugVariables = ['ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE', 'SSLKEYLOGFILE'] as const

/**
 * Names of the switches and variables that are on, as the user would type them. A developer's run is exposed by nature, and its
 * key is a developer's: empty when the program is not packaged.
 */
export function findDebugSwitches(
  packaged: boolean,
  hasSwitch: (name: string) => boolean,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (!packaged) return []
  return [
    ...debugSwitches.filter(hasSwitch).map((name) => `--${name}`),
    ...debugVariables.filter((name) => environment[name] !== undefined && environment[name] !== ''),
  ]
}

/**
 * Variables that make Node print addresses, run other code or hand out TLS keys. `NODE_DEBUG=fetch` was measured to print the
 * key (docs/promises.md, L1).
 */
const leaking = /^(NODE_OPTIONS|NODE_DEBUG|NODE_DEBUG_NATIVE|NODE_REPL_.*|NODE_V8_COVERAGE|SSLKEYLOGFILE|ELECTRON_.*)$/i

/** The environment that the core and the sample service inherit. Proxy settings and certificates stay: the network needs them. */
export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const safe = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || leaking.test(name) ? [] : [[name, value] as const],
  )
  return Object.fromEntries(safe)
}
