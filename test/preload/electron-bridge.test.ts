import { describe, expect, test } from 'vitest'
import type { PreloadApi } from '#contract/electron.ts'
import type { ShellAction } from '#contract/shell.ts'
import { RequestFailed } from '../../src/renderer/core-client/request-failed.ts'
import { electronBridge } from '../../src/renderer/bridge/electron-bridge.ts'

const good = (value: unknown) => Promise.resolve({ ok: true, value })
const bad = (failure: unknown) => Promise.resolve({ ok: false, failure })

function bridge(api: Partial<PreloadApi> = {}) {
  const window = new EventTarget()
  const nothing = () => good(null)
  const made = electronBridge(
    {
      keyState: nothing,
      setKey: nothing,
      forgetKey: nothing,
      publishKeyState: nothing,
      setPublishKeys: nothing,
      forgetPublishKeys: nothing,
      openExternal: nothing,
      connect: nothing,
      showTheme: nothing,
      onAction: nothing,
      onSaved: () => {},
      showSaved: nothing,
      notify: nothing,
      savePdf: nothing,
      setMenuKeys: nothing,
      choosePath: nothing,
      showActivity: nothing,
      showRecent: nothing,
      opensAtLogin: nothing,
      setOpensAtLogin: nothing,
      systemLocale: nothing,
      thisWindow: nothing,
      openWindow: nothing,
      dragFile: nothing,
      ...api,
    },
    window,
  )
  /** Posts to the page's window, as the preload script does, or as a frame inside the page would. */
  const post = (data: unknown, ports: readonly MessagePort[], source: EventTarget = window) => {
    const message = new MessageEvent('message', { data })
    Object.defineProperties(message, { source: { value: source }, ports: { value: ports } })
    window.dispatchEvent(message)
  }
  return { ...made, post }
}

describe('a line to the core', () => {
  test('is the port that came with its own ticket, whatever else is posted meanwhile', async () => {
    const { port1, port2 } = new MessageChannel()
    let ticket = ''
    const page = bridge({
      connect: (asked) => {
        ticket = asked
        return good(null)
      },
    })
    const line = page.connect()
    page.post({ tearsheet: 'line', ticket: 'another' }, [port2])
    page.post({ tearsheet: 'line', ticket }, [port2], new EventTarget())
    page.post({ ticket }, [port2])
    page.post('line', [port2])
    page.post(null, [port2])
    page.post({ tearsheet: 'line', ticket }, [port1])
    expect(await line).toBe(port1)
    port1.close()
  })

  test('may arrive before the response does', async () => {
    const { port1 } = new MessageChannel()
    let answer: (value: unknown) => void = () => undefined
    let ticket = ''
    const page = bridge({
      connect: (asked) => {
        ticket = asked
        return new Promise((resolve) => (answer = resolve))
      },
    })
    const line = page.connect()
    page.post({ tearsheet: 'line', ticket }, [port1])
    answer({ ok: true, value: null })
    expect(await line).toBe(port1)
    port1.close()
  })

  test('has a ticket of its own each time', async () => {
    const tickets: string[] = []
    const page = bridge({
      connect: (ticket) => {
        tickets.push(ticket)
        return bad({ kind: 'core-stopped' })
      },
    })
    await Promise.allSettled([page.connect(), page.connect()])
    expect(new Set(tickets).size).toBe(2)
  })

  test('that is unavailable says why, in a failure of the closed list', async () => {
    const page = bridge({ connect: () => bad({ kind: 'profile-in-use' }) })
    await expect(page.connect()).rejects.toThrow(new RequestFailed({ kind: 'profile-in-use' }))
    const nonsense = bridge({ connect: () => bad({ kind: 'no such failure' }) })
    await expect(nonsense.connect()).rejects.toThrow(new RequestFailed({ kind: 'defect' }))
  })
})

describe('the key', () => {
  const state = {
    present: true,
    origin: 'https://service.example',
    lastFour: 'wxyz',
    keeping: 'keyring',
    canRemember: ['session', 'keyring'],
    problem: { message: 'locked', canRetry: true },
  }

  test('is known by its state alone, whatever else a response holds', async () => {
    const { bridge: made } = bridge({ keyState: () => good({ ...state, key: 'canary' }) })
    expect(await made.keyState('live')).toEqual(state)
  })

  test('of a response that is none is a failure', async () => {
    for (const answer of [good(null), good({}), good({ present: 'yes' }), Promise.resolve(undefined)]) {
      const { bridge: made } = bridge({ keyState: () => answer })
      await expect(made.keyState('live')).rejects.toThrow(new RequestFailed({ kind: 'defect' }))
    }
  })
})

test('a listener hears the menu’s commands and nothing else, until it has left', () => {
  let tell: (action: unknown) => void = () => undefined
  const { bridge: made } = bridge({
    onAction: (listener) => {
      tell = listener
      return good(null)
    },
  })
  const heard: ShellAction[] = []
  const stop = made.onAction?.((action) => heard.push(action))
  tell({ name: 'palette' })
  tell({ name: 'link', link: 'tearsheet://company/AAPL' })
  tell({ name: 'notified', screen: 'alerts' })
  const unknown = { name: 'notified', screen: 'format-disk' }
  for (const nonsense of [null, 'palette', { name: 'format-disk' }, { name: 'link' }, unknown]) tell(nonsense)
  stop?.()
  tell({ name: 'search' })
  expect(heard).toEqual([
    { name: 'palette' },
    { name: 'link', link: 'tearsheet://company/AAPL' },
    { name: 'notified', screen: 'alerts' },
  ])
})

test('a link counts as opened only when the shell says so', async () => {
  const opened = async (answer: unknown) =>
    bridge({ openExternal: () => Promise.resolve(answer) }).bridge.openExternal('https://x.example')
  expect([await opened({ ok: true, value: true }), await opened({ ok: true, value: 'yes' })]).toEqual([true, false])
})

describe('a file that was saved', () => {
  test('is reported with its folder, and shown by its number; what is no such message is dropped', async () => {
    let tell: (file: unknown) => void = () => {}
    const asked: number[] = []
    const { bridge: shell } = bridge({
      onSaved: (listener) => void (tell = listener),
      showSaved: (id) => {
        asked.push(id)
        return good(null)
      },
    })
    const told: unknown[] = []
    const stop = shell.onSaved?.((file) => told.push(file))
    const file = { id: 4, fileName: 'a.xlsx', path: '/home/x/a.xlsx' }
    for (const message of [file, null, { id: '4', fileName: 'a', path: 'b' }]) tell(message)
    stop?.()
    tell(file)
    await shell.showSaved?.(4)
    expect([told, asked]).toEqual([[file], [4]])
  })
})

test('a path is what the user chose in the system’s dialog, and nothing where they chose none', async () => {
  const chosen = (value: unknown) => bridge({ choosePath: () => good(value) }).bridge.choosePath?.('library-folder')
  expect([await chosen('/data/library'), await chosen(null), await chosen(4)]).toEqual(['/data/library', null, null])
})

test('the system’s locale is a text, and an empty one where the shell says something else', async () => {
  const given = (value: unknown) => bridge({ systemLocale: () => good(value) }).bridge.systemLocale?.()
  expect([await given('de-CH'), await given(4)]).toEqual(['de-CH', ''])
})

describe('the window', () => {
  test('knows its id and those of the others, and opens another one', async () => {
    const asked: string[] = []
    const { bridge: made } = bridge({
      thisWindow: () => good({ id: 'a', others: ['b', 7] }),
      openWindow: (id) => {
        asked.push(id)
        return good(true)
      },
    })
    expect([await made.thisWindow?.(), await made.openWindow?.('c'), asked]).toEqual([
      { id: 'a', others: ['b'] },
      true,
      ['c'],
    ])
    await expect(bridge().bridge.thisWindow?.()).rejects.toThrow(new RequestFailed({ kind: 'defect' }))
  })

  test('hears which window was closed, by its id', () => {
    const heard: ShellAction[] = []
    let tell: (action: unknown) => void = () => undefined
    const { bridge: made } = bridge({
      onAction: (listener) => {
        tell = listener
        return good(null)
      },
    })
    made.onAction?.((action) => heard.push(action))
    tell({ name: 'window-closed', window: 'b' })
    tell({ name: 'window-closed' })
    expect(heard).toEqual([{ name: 'window-closed', window: 'b' }])
  })
})
