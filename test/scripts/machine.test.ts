import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint } from '../../scripts/built-application.mjs'
import { findElectron, whyNoWindow } from '../../scripts/electron-runtime.mjs'
import { findBrowser, findOrInstallBrowser } from '../../scripts/find-browser.mjs'
import { findOffice, whyNoOffice } from '../../scripts/find-office.mjs'
import { isRecentEnough, tooOld } from '../../scripts/node-version.cjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tearsheet-machine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text = ''): string {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
  return join(folder, path)
}

describe('Node', () => {
  test('one that cannot run the program is refused in one sentence that says what to do', () => {
    const versions = ['20.20.2', '22.12.0', '22.18.0', '24.21.0', '26.0.0']
    expect(versions.map(isRecentEnough)).toEqual([false, false, true, true, true])
    expect(tooOld('20.20.2', 'linux', 'x64')).toContain('npm start')
    expect(tooOld('20.20.2', 'win32', 'arm64')).toContain('nodejs.org')
  })
})

describe('a second start builds nothing', () => {
  test('unless a source is changed, added, renamed or removed', () => {
    const file = write('src/a.ts', 'one')
    write('package.json', '{}')
    const print = () => fingerprint(folder, ['src', 'resources', 'package.json'])
    const first = print()
    writeFileSync(file, 'one')
    expect(print()).toBe(first)

    const seen = new Set([first])
    writeFileSync(file, 'two')
    seen.add(print())
    const added = write('src/b.ts', '')
    seen.add(print())
    rmSync(added)
    write('src/c.ts', '')
    seen.add(print())
    write('package.json', '{"a":1}')
    seen.add(print())
    expect(seen.size).toBe(5)
  })
})

describe('the Electron runtime', () => {
  test('is found where its package unpacks it, and not when the download was interrupted', () => {
    expect(findElectron(folder, {})).toBeNull()
    const program = write('node_modules/electron/dist/electron')
    expect(findElectron(folder, {})).toBeNull()
    write('node_modules/electron/path.txt', 'electron')
    expect(findElectron(folder, {})).toBe(program)
  })

  test('is found where ELECTRON_OVERRIDE_DIST_PATH names it', () => {
    const program = write('elsewhere/electron')
    expect(findElectron(folder, { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'elsewhere') })).toBe(program)
  })

  test.for([
    [{ platform: 'linux', uid: 1000, env: {} }, 'this machine has no display'],
    [{ platform: 'linux', uid: 0, env: { DISPLAY: ':0' } }, 'Electron does not run as root'],
    [{ platform: 'linux', uid: 1000, env: { WAYLAND_DISPLAY: 'wayland-0' } }, null],
    [{ platform: 'darwin', uid: 501, env: {} }, null],
  ] as const)('is not opened where no window can be: %j', ([machine, reason]) => {
    expect(whyNoWindow(machine)).toBe(reason)
  })
})

describe('the browser for end-to-end tests', () => {
  const machine = (installed: string[], env: NodeJS.ProcessEnv = {}, platform = 'linux') => ({
    platform,
    env: { PATH: '/usr/local/bin:/usr/bin', ...env },
    exists: (path: string) => installed.includes(path),
  })

  test('is the fastest that is installed', () => {
    const all = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
    expect(findBrowser(machine(all))).toBe('/usr/bin/chromium-headless-shell')
    expect(findBrowser(machine(all.slice(0, 2)))).toBe('/usr/bin/chromium')
    expect(findBrowser(machine(all.slice(0, 1)))).toBe('/usr/bin/google-chrome')
    expect(findBrowser(machine([]))).toBeNull()
  })

  test('is the one that $CHROME names, and no other when that is not there', () => {
    expect(findBrowser(machine(['/opt/chrome', '/usr/bin/chromium'], { CHROME: '/opt/chrome' }))).toBe('/opt/chrome')
    expect(findBrowser(machine(['/usr/bin/chromium'], { CHROME: '/opt/chrome' }))).toBeNull()
  })

  /** A machine on which apt-get, when it is run, installs what is offered or fails. */
  function installing(uid: number, files: string[], offered = ['chromium-headless-shell', 'chromium']) {
    const installed = [...files]
    const ran: string[] = []
    const run = async (command: string, args: readonly string[]) => {
      ran.push([command, ...args].join(' '))
      const wanted = args.at(-1) ?? ''
      if (args[0] !== 'install') return { status: 0, output: '' }
      if (!offered.includes(wanted)) return { status: 100, output: `E: Unable to locate package ${wanted}\n` }
      installed.push(`/usr/bin/${wanted}`)
      return { status: 0, output: '' }
    }
    const announce = (sentence: string) => ran.push(sentence)
    return { ran, uid, run, announce, ...machine([]), exists: (path: string) => installed.includes(path) }
  }

  test('is installed, quietly, by root on Debian', async () => {
    const debian = installing(0, ['/etc/debian_version'])
    expect(await findOrInstallBrowser(debian)).toEqual({ browser: '/usr/bin/chromium-headless-shell' })
    expect(debian.ran).toEqual([
      'Installing Debian’s chromium-headless-shell for the end-to-end tests (once, about a minute).',
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends chromium-headless-shell',
    ])
  })

  test('is the one with windows where that is all there is', async () => {
    const debian = installing(0, ['/etc/debian_version'], ['chromium'])
    expect(await findOrInstallBrowser(debian)).toEqual({ browser: '/usr/bin/chromium' })
    expect(debian.ran.at(-1)).toBe('apt-get install -y -qq --no-install-recommends chromium')
  })

  test('is not installed over one that is there', async () => {
    const debian = installing(0, ['/etc/debian_version', '/usr/bin/google-chrome'])
    expect(await findOrInstallBrowser(debian)).toEqual({ browser: '/usr/bin/google-chrome' })
    expect(debian.ran).toEqual([])
  })

  test('is named with the one command to type where it cannot be installed', async () => {
    const missing = async (on: Parameters<typeof findOrInstallBrowser>[0]) => {
      const found = await findOrInstallBrowser(on)
      return 'missing' in found ? found.missing : found.browser
    }
    const ordinary = installing(1000, ['/etc/debian_version'])
    expect(await missing(ordinary)).toContain('sudo apt-get install chromium-headless-shell')
    expect(ordinary.ran).toEqual([])
    expect(await missing(installing(0, []))).toContain('or set $CHROME')
    expect(await missing({ ...installing(501, []), platform: 'darwin' })).toContain('brew install --cask google-chrome')
    expect(await missing(installing(0, ['/etc/debian_version'], []))).toContain('Unable to locate package chromium')
    const named = { ...installing(0, []), env: { CHROME: '/opt/chrome' } }
    expect(await missing(named)).toBe('$CHROME names /opt/chrome, which does not exist.')
  })
})

describe('the spreadsheet that reckons our workbooks', () => {
  const [program, calc] = ['/usr/lib/libreoffice/program/soffice', '/usr/lib/libreoffice/program/libsclo.so']

  function machine(uid: number, files: string[], succeeds = true) {
    const installed = [...files]
    const ran: string[] = []
    const run = async (command: string, args: readonly string[]) => {
      ran.push([command, ...args].join(' '))
      if (succeeds && args[0] === 'install') installed.push(program, calc)
      return { status: succeeds ? 0 : 100, output: succeeds ? '' : 'E: Unable to locate package\n' }
    }
    const exists = (path: string) => installed.includes(path)
    return { ran, platform: 'linux', env: {}, exists, uid, run, announce: () => {} }
  }

  test('is one with its spreadsheet: its word processor alone reckons nothing', () => {
    expect(findOffice((path) => [program, calc].includes(path))).toBe(program)
    expect(findOffice((path) => path === program)).toBeNull()
  })

  test('is installed by root on Debian, and named with the command to type elsewhere', async () => {
    const debian = machine(0, ['/etc/debian_version'])
    expect(await whyNoOffice(debian)).toBeNull()
    expect(debian.ran).toEqual([
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends libreoffice-calc python3-uno',
    ])
    expect(await whyNoOffice(machine(1000, ['/etc/debian_version']))).toContain(
      'sudo apt-get install libreoffice-calc python3-uno',
    )
    expect(await whyNoOffice(machine(0, ['/etc/debian_version'], false))).toContain('Unable to locate package')
    expect(await whyNoOffice({ ...machine(0, []), platform: 'win32' })).toBe('LibreOffice not found')
  })
})
