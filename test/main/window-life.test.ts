import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ShellAction } from '#contract/shell.ts'
import { guardContents, guardTraffic, type GuardedTraffic } from '#main/web-contents-guard.ts'
import { dumpsToRemove, removeOldDumps } from '#main/crash-dumps.ts'
import { GraphicsWatch, type GraphicsHost } from '#main/graphics-fallback.ts'
import { contextMenuTemplate } from '#main/context-menu.ts'
import { PageActions } from '#main/page-actions.ts'
import { Relaunch } from '#main/relaunch.ts'
import { defaultSettings } from '#main/settings-shape.ts'
import { windowFolder } from '#main/user-data-folder.ts'
import { ownFolder } from '../core/folders.ts'

const day = 24 * 60 * 60 * 1000

describe('a command from the menu or a link for the page', () => {
  test('waits until the page listens, is delivered once, and waits again while the page reloads', () => {
    const actions = new PageActions()
    const heard: ShellAction[] = []
    actions.request({ name: 'link', link: 'tearsheet://company/AAPL' })
    actions.listen((action) => heard.push(action))
    actions.request({ name: 'palette' })
    actions.silence()
    actions.request({ name: 'settings' })
    expect(heard).toEqual([{ name: 'link', link: 'tearsheet://company/AAPL' }, { name: 'palette' }])
    actions.listen((action) => heard.push(action))
    expect(heard.slice(2)).toEqual([{ name: 'settings' }])
  })

  test('does not pile up for a page that never opens', () => {
    const actions = new PageActions()
    for (let press = 0; press < 100; press += 1) actions.request({ name: 'search' })
    let heard = 0
    actions.listen(() => (heard += 1))
    expect(heard).toBe(20)
  })
})

interface Went {
  readonly url: string
  readonly isMainFrame: boolean
}

/** Fires an event of a web contents as Electron would, and says whether it was prevented. */
function contents() {
  const listeners = new Map<string, (event: Went & { preventDefault: () => void }) => void>()
  let open = () => 'allow'
  guardContents({
    on: (name: string, listener: (event: Went & { preventDefault: () => void }) => void) =>
      listeners.set(name, listener),
    setWindowOpenHandler: (handler) => {
      open = () => handler().action
    },
  })
  const prevented = (name: string, event: Went) => {
    let stopped = false
    listeners.get(name)?.({ ...event, preventDefault: () => (stopped = true) })
    return stopped
  }
  return { prevented, open: () => open() }
}

describe('any page there will ever be', () => {
  const away = { url: 'https://evil.example/', isMainFrame: true }
  const home = { url: 'app://bundle/', isMainFrame: true }

  test.each(['will-navigate', 'will-frame-navigate'])('does not leave (%s)', (name) => {
    const { prevented } = contents()
    expect([prevented(name, away), prevented(name, home), prevented(name, { ...home, isMainFrame: false })]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('follows no redirect, embeds nothing and opens no window (E3, E6)', () => {
    const { prevented, open } = contents()
    expect([prevented('will-redirect', home), prevented('will-attach-webview', home), open()]).toEqual([
      true,
      true,
      'deny',
    ])
  })

  /** A session under the guard, and what it lets through. */
  function guardedSession(exports: boolean) {
    let request: Parameters<GuardedTraffic['webRequest']['onBeforeRequest']>[0] = () => undefined
    let download: Parameters<GuardedTraffic['on']>[1] = () => undefined
    let spelling = true
    const followed: string[] = []
    guardTraffic(
      {
        webRequest: { onBeforeRequest: (listener) => void (request = listener) },
        on: (_name, listener) => (download = listener),
        setSpellCheckerEnabled: (enabled) => void (spelling = enabled),
      },
      { developing: false, exports },
      (item) => void followed.push(item.getFilename()),
    )
    return {
      followed,
      spells: () => spelling,
      cancelled: (url: string) => {
        let cancel = false
        request({ url }, (response) => (cancel = response.cancel))
        return cancel
      },
      stopped: (url: string) => {
        let prevented = false
        const item = { getURL: () => url, getFilename: () => url, getSavePath: () => '', once: () => undefined }
        download({ preventDefault: () => (prevented = true) }, item, { id: 1 })
        return prevented
      },
    }
  }

  test('reaches nothing over the network, saves what it made itself and nothing else, fetches no dictionary', () => {
    const { cancelled, stopped, followed, spells } = guardedSession(true)
    expect([cancelled('https://x.example/'), cancelled('app://bundle/a.js'), spells()]).toEqual([true, false, false])
    expect(
      [
        'https://x.example/a.csv',
        'blob:https://x.example/1',
        'app://bundle/a.js',
        'data:text/csv,a',
        'blob:app://bundle/1',
      ].map(stopped),
    ).toEqual([true, true, true, true, false])
    expect(followed).toEqual(['blob:app://bundle/1'])
  })

  test('saves no file where the administrator forbids exports', () => {
    const { stopped, followed } = guardedSession(false)
    expect([stopped('blob:app://bundle/1'), followed]).toEqual([true, []])
  })
})

describe('dumps of crashes (L1)', () => {
  const now = 1000 * day

  test('are kept for 30 days, five at most, the latest first', () => {
    const dumps = [1, 2, 3, 4, 5, 6, 31].map((age) => ({ file: `${age}.dmp`, at: now - age * day }))
    expect(dumpsToRemove(dumps, now)).toEqual(['6.dmp', '31.dmp'])
    expect(dumpsToRemove(dumps.slice(6), now)).toEqual(['31.dmp'])
    expect(dumpsToRemove([], now)).toEqual([])
  })

  test('are looked for where they lie, and nothing else is touched', () => {
    const folder = ownFolder()
    mkdirSync(join(folder, 'completed'))
    for (const name of ['completed/old.dmp', 'completed/new.dmp', 'metadata']) writeFileSync(join(folder, name), '')
    const old = (Date.now() - 40 * day) / 1000
    utimesSync(join(folder, 'completed/old.dmp'), old, old)
    utimesSync(join(folder, 'metadata'), old, old)
    removeOldDumps(folder, Date.now())
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'completed',
      join('completed', 'new.dmp'),
      'metadata',
    ])
    removeOldDumps(join(folder, 'nowhere'), Date.now())
  })
})

describe('a restart', () => {
  function restarting(appImage?: string) {
    const done: unknown[] = []
    const relaunch = new Relaunch(
      { relaunch: (options) => void done.push(options), quit: () => void done.push('quit') },
      appImage,
    )
    return { done, relaunch }
  }

  test('starts the program again when it has ended, with the same or with other arguments', () => {
    const { done, relaunch } = restarting()
    relaunch.request()
    expect(done).toEqual(['quit'])
    relaunch.ending()
    expect(done).toEqual(['quit', {}])
    const other = restarting()
    other.relaunch.request(['--profile', '/mine'])
    other.relaunch.ending()
    expect(other.done).toEqual(['quit', { args: ['--profile', '/mine'] }])
  })

  test('that the user canceled for unsaved work does not come at the end of the day', () => {
    const { done, relaunch } = restarting()
    relaunch.request()
    relaunch.cancel()
    relaunch.ending()
    expect(done).toEqual(['quit'])
  })

  test('of an AppImage starts the image, not the folder that it was mounted in', () => {
    const { done, relaunch } = restarting('/opt/Tearsheet.AppImage')
    relaunch.request()
    relaunch.ending()
    expect(done).toEqual(['quit', { execPath: '/opt/Tearsheet.AppImage' }])
  })

  test('is not made without a request', () => {
    const { done, relaunch } = restarting()
    relaunch.ending()
    expect(done).toEqual([])
  })
})

describe('the menu of the right mouse button', () => {
  const able = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
  const named = (clicked: Parameters<typeof contextMenuTemplate>[0]) =>
    contextMenuTemplate(clicked, () => undefined).map(({ role, label, type, enabled }) =>
      [role ?? label ?? type, ...(enabled === false ? ['off'] : [])].join(' '),
    )

  test('cuts, copies, pastes and selects in a field, what can be done now', () => {
    expect(
      named({ isEditable: true, selectionText: '', editFlags: { ...able, canCut: false, canCopy: false } }),
    ).toEqual(['cut off', 'copy off', 'paste', 'separator', 'selectAll'])
  })

  test('copies selected text and searches the transcripts for it', () => {
    const queries: string[] = []
    const clicked = { isEditable: false, selectionText: '  R&D costs\n per share ', editFlags: able }
    const items = contextMenuTemplate(clicked, (query) => queries.push(query))
    expect(items.map(({ role, label, type }) => role ?? label ?? type)).toEqual([
      'copy',
      'selectAll',
      'separator',
      'Search Transcripts for “R&&D costs per share”',
    ])
    items.at(-1)?.click?.(undefined!, undefined, undefined!)
    expect(queries).toEqual(['R&D costs per share'])
  })

  test('is not there where there is nothing to do, and no wider than a long selection', () => {
    expect(named({ isEditable: false, selectionText: ' \n', editFlags: able })).toEqual([])
    const long = { isEditable: false, selectionText: 'word '.repeat(500), editFlags: able }
    expect(named(long).at(-1)?.length).toBeLessThan(70)
  })
})

describe('a graphics process that dies', () => {
  function died(hardwareAcceleration: boolean, deaths: readonly (readonly [string, string])[]) {
    let settings = { ...defaultSettings, hardwareAcceleration }
    const done: string[] = []
    let hear: Parameters<GraphicsHost['on']>[1] = () => undefined
    const store = { read: () => settings, change: (part: object) => void (settings = { ...settings, ...part }) }
    new GraphicsWatch(store, () => void done.push('restart')).watch({ on: (_name, listener) => (hear = listener) })
    deaths.forEach(([type, reason]) => hear(null, { type, reason }))
    return { done, hardwareAcceleration: settings.hardwareAcceleration }
  }

  test('twice makes the program start again without it', () => {
    const twice = [
      ['GPU', 'crashed'],
      ['GPU', 'oom'],
    ] as const
    expect(died(true, twice)).toEqual({ done: ['restart'], hardwareAcceleration: false })
    expect(died(false, twice)).toEqual({ done: [], hardwareAcceleration: false })
  })

  test('once, or in peace, or that is another one, changes nothing', () => {
    const others = [
      ['GPU', 'crashed'],
      ['GPU', 'clean-exit'],
      ['GPU', 'killed'],
      ['Utility', 'crashed'],
    ] as const
    expect(died(true, others)).toEqual({ done: [], hardwareAcceleration: true })
  })
})

describe('the folder of Chromium and the settings', () => {
  test('is in the profile, made before the lock is requested, and nobody else’s to read', () => {
    const profile = join(ownFolder(), 'new', 'desk')
    const folder = windowFolder(profile)
    expect(folder).toBe(join(profile, 'window'))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(windowFolder(profile)).toBe(folder)
  })

  test('is a passing one where the profile cannot be used: the program still starts and says so', () => {
    const file = join(ownFolder(), 'a-file')
    writeFileSync(file, '')
    const folder = windowFolder(file)
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(folder.startsWith(join(tmpdir(), 'tearsheet-window-'))).toBe(true)
    expect(statSync(folder).isDirectory()).toBe(true)
  })
})
