/** Whether the system starts the program when the user logs in: a login item on macOS and Windows, an autostart file on Linux. */

import type { App } from 'electron'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { readFileIfThere, replaceFile, userDisk } from './atomic-file.ts'

/** The part of Electron's `App` that we use. */
type LoginHost = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>

export interface LoginItem {
  /** As the system has it now. */
  read(): boolean
  /** Throws when a file cannot be written or removed. */
  change(isOn: boolean): void
}

interface LoginOptions {
  readonly platform: NodeJS.Platform
  readonly app: LoginHost
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Absolute path of what the system is to start. */
  readonly program: string
}

export function loginItem({ platform, app, environment, home, program }: LoginOptions): LoginItem {
  if (platform === 'darwin' || platform === 'win32') {
    return {
      read: () => app.getLoginItemSettings().openAtLogin,
      change: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn }),
    }
  }
  const file = autostartFile(environment, home)
  return {
    read: () => startsAtLogin(readFileIfThere(file)),
    change: (isOn) => {
      if (!isOn) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      replaceFile(file, autostartEntry(program), userDisk)
    },
  }
}

/** Desktop Application Autostart Specification, and the XDG Base Directory Specification: a relative path is to be ignored. */
export function autostartFile(environment: LoginOptions['environment'], home: string): string {
  const configured = environment['XDG_CONFIG_HOME']
  const folder = configured?.startsWith('/') ? configured : posix.join(home, '.config')
  return posix.join(folder, 'autostart', 'tearsheet.desktop')
}

/** `TryExec` makes desktops ignore the file when the program was removed. */
export function autostartEntry(program: string): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tearsheet',
    'Comment=An offline-first research desktop for equity analysts',
    `TryExec=${entryString(program)}`,
    `Exec=${entryString(execArgument(program))}`,
    'Icon=tearsheet',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ]
  return `${lines.join('\n')}\n`
}

/** Desktops keep the file and mark it when a user turns an entry off in their settings. */
export function startsAtLogin(entry: string | null): boolean {
  if (entry === null) return false
  return !/^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(entry)
}

/** An argument of `Exec` in quotation marks (Desktop Entry Specification, The Exec key): `%` would begin a field code. */
function execArgument(text: string): string {
  return `"${text.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
}

/** A value of type string (Desktop Entry Specification, Possible value types). */
function entryString(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\t', String.raw`\t`)
}
