/**
 * Tells whether a command-line option is meant for Chromium, V8 or Electron, and not for Tearsheet.
 */

/**
 * How the names of Chromium's, V8's and Electron's own switches begin that somebody may need on a desktop: display, graphics, scale,
 * keyring, proxy, tests and debugging. Chromium has more than a thousand, and most belong to one of these families.
 */
const families = [
  'allow-',
  'disable-',
  'enable-',
  'force-',
  'gtk-',
  'host-',
  'ignore-',
  'inspect',
  'js-flags',
  'lang',
  'log-',
  'net-log-',
  'no-sandbox',
  'no-zygote',
  'ozone-',
  'password-store',
  'proxy-',
  'no-proxy-',
  'remote-',
  'ssl-',
  'touch-',
  'trace-',
  'use-',
  'v',
  'vmodule',
  'wayland-',
  'auth-',
  'auto-',
  'load-extension',
  'original-process-start-time',
  'single-process',
  'test-type',
  'unsafely-',
] as const

/** Whether an option is meant for the runtime and not for us; macOS passes `-psn_…` to a program opened in the Finder. */
export function isChromiumSwitch(argument: string): boolean {
  if (/^-(psn_|NS|Apple)/.test(argument) || argument === '--') return true
  const [name = ''] = argument.replace(/^--/, '').split('=', 1)
  return (
    argument.startsWith('--') &&
    families.some((family) => (family.endsWith('-') ? name.startsWith(family) : name === family))
  )
}
