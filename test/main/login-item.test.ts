import type { Settings } from 'electron'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { autostartEntry, autostartFile, loginItem, startsAtLogin } from '#main/login-item.ts'
import { ownFolder } from '../core/folders.ts'

const isThere = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined

/** Everything that a path may have and that `Exec` gives a meaning. */
const awkward = 'My "$HOME" `id` 100% \\ \'é'

/** Electron's login items as macOS and Windows keep them. */
function systemItems() {
  let isOn = false
  return {
    getLoginItemSettings: () => ({
      openAtLogin: isOn,
      wasOpenedAtLogin: false,
      status: 'enabled' as const,
      executableWillLaunchAtLogin: isOn,
      launchItems: [],
    }),
    setLoginItemSettings: (settings: Settings) => void (isOn = settings.openAtLogin ?? false),
  }
}

const never = {
  getLoginItemSettings: () => expect.unreachable(),
  setLoginItemSettings: () => expect.unreachable(),
}

describe('opening at login', () => {
  test.each(['darwin', 'win32'] as const)('is a login item on %s, off at first', (platform) => {
    const app = systemItems()
    const item = loginItem({ platform, app, environment: {}, home: '/home/me', program: '/opt/Tearsheet/tearsheet' })
    expect(item.read()).toBe(false)
    item.change(true)
    expect(item.read()).toBe(true)
    item.change(false)
    expect(item.read()).toBe(false)
  })

  test('is a file on Linux, which turning it off removes', () => {
    const home = ownFolder()
    const program = '/opt/Tearsheet/tearsheet'
    const item = loginItem({ platform: 'linux', app: never, environment: {}, home, program })
    const file = join(home, '.config/autostart/tearsheet.desktop')
    expect(item.read()).toBe(false)
    item.change(false)
    item.change(true)
    expect([item.read(), readFileSync(file, 'utf8')]).toEqual([true, autostartEntry(program)])
    item.change(true)
    item.change(false)
    expect([item.read(), existsSync(file), existsSync(`${file}.new`)]).toEqual([false, false, false])
  })

  test('lies where the user’s configuration does', () => {
    expect(autostartFile({ XDG_CONFIG_HOME: '/data/config' }, '/home/me')).toBe(
      '/data/config/autostart/tearsheet.desktop',
    )
    expect(autostartFile({ XDG_CONFIG_HOME: 'config' }, '/home/me')).toBe(
      '/home/me/.config/autostart/tearsheet.desktop',
    )
  })

  test.each([
    ['Hidden=true', false],
    ['X-GNOME-Autostart-enabled=false', false],
    ['X-GNOME-Autostart-enabled=true', true],
    ['Comment=Hidden=true', true],
  ])('is what a desktop’s own settings left in the file: %s', (line, isOn) => {
    expect(startsAtLogin(`[Desktop Entry]\nExec=tearsheet\n${line}\n`)).toBe(isOn)
  })

  test.skipIf(!isThere('desktop-file-validate'))(
    'has a file as freedesktop.org wants it (needs desktop-file-validate)',
    () => {
      const file = join(ownFolder(), 'tearsheet.desktop')
      writeFileSync(file, autostartEntry(`/opt/${awkward}/tearsheet`))
      expect(execFileSync('desktop-file-validate', [file], { encoding: 'utf8' })).toBe('')
    },
  )

  test.skipIf(!isThere('gio'))('starts the program wherever it lies (needs gio)', async () => {
    // GLib looks for the program before it reads `%%`, and finds none with that sign.
    const folder = join(ownFolder(), awkward.replace('%', ''))
    mkdirSync(folder)
    const program = join(folder, 'tearsheet')
    const started = join(folder, 'started')
    // It tells by a pipe that it ran, which the test waits for.
    execFileSync('mkfifo', [started])
    writeFileSync(program, '#!/bin/sh\necho "$#" > "$(dirname "$0")/started"\n', { mode: 0o755 })
    const file = join(folder, 'tearsheet.desktop')
    writeFileSync(file, autostartEntry(program))
    const told = new Promise<string>((resolve, reject) => {
      const reader = execFile('cat', [started], (error, text) =>
        error === null ? resolve(text) : reject(new Error(error.message)),
      )
      onTestFinished(() => void reader.kill())
    })
    execFileSync('gio', ['launch', file])
    expect(await told).toBe('0\n')
  })
})
