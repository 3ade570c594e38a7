/** The system's own About panel: the version of the program and of what it runs on. */

import type { AboutPanelOptionsOptions } from 'electron'

interface AboutPanelOptions {
  readonly version: string
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly sqlite: string
  readonly platform: string
}

/** Linux shows no credits: there the versions follow the license. */
export function aboutPanel({ version, versions, sqlite, platform }: AboutPanelOptions): AboutPanelOptionsOptions {
  const { electron = 'unknown', chrome = 'unknown', node = 'unknown' } = versions
  const parts = [`Electron ${electron}`, `Chromium ${chrome}`, `Node ${node}`, `SQLite ${sqlite}`].join('\n')
  const license = 'MIT License'
  return {
    applicationName: 'Tearsheet',
    applicationVersion: version,
    ...(platform === 'linux' ? { copyright: `${license}\n${parts}` } : { copyright: license, credits: parts }),
    // macOS would show the version of the bundle behind it in brackets.
    ...(platform === 'darwin' && { version: '' }),
  }
}
