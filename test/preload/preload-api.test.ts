import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { electronAnnouncements, electronChannels, type LineMessage } from '#contract/electron.ts'
import { preloadApi, type IpcRendererPort, type PageWindow } from '../../src/preload/preload-api.ts'

type Hear = Parameters<IpcRendererPort['on']>[1]

/** The preload script's two neighbors: the main process behind `ipcRenderer`, and the page's window. */
function preload() {
  const invoked: unknown[][] = []
  const listeners = new Map<string, Hear>()
  const posted: { message: LineMessage; ports: readonly MessagePort[] }[] = []
  const page: PageWindow = { postMessage: (message, _target, ports) => void posted.push({ message, ports }) }
  const main: IpcRendererPort = {
    invoke: (...args) => {
      invoked.push(args)
      return Promise.resolve({ ok: true, value: null })
    },
    on: (channel, listener) => listeners.set(channel, listener),
  }
  const hear = (channel: string, ports: MessagePort[], message: unknown) => listeners.get(channel)?.({ ports }, message)
  return { api: preloadApi(main, page), invoked, posted, hear }
}

describe('the page gets from the preload script', () => {
  test('these functions and nothing else: no ipcRenderer, no event, no way to name a channel (E9)', () => {
    const { api } = preload()
    expect(Object.entries(api).map(([name, value]) => `${name}: ${typeof value}`)).toEqual([
      'keyState: function',
      'setKey: function',
      'forgetKey: function',
      'publishKeyState: function',
      'setPublishKeys: function',
      'forgetPublishKeys: function',
      'openExternal: function',
      'connect: function',
      'showTheme: function',
      'onAction: function',
      'onSaved: function',
      'showSaved: function',
      'notify: function',
      'savePdf: function',
      'setMenuKeys: function',
      'choosePath: function',
      'showActivity: function',
      'showRecent: function',
      'opensAtLogin: function',
      'setOpensAtLogin: function',
      'systemLocale: function',
      'thisWindow: function',
      'openWindow: function',
      'dragFile: function',
    ])
    expect(Object.getPrototypeOf(api)).toBe(Object.prototype)
  })

  test('one channel for each function, with just what it takes', async () => {
    const { api, invoked } = preload()
    const entry = { workspace: 'live', origin: 'https://x.example', key: 'k', keeping: 'session' } as const
    const { key, ...about } = entry
    const keys = { ...about, accessKeyId: 'AKIA', secretAccessKey: key }
    const dragged = { fileName: 'HLDN KSTM.png', base64: 'iVBORw0KGgo=' }
    const recent = [{ title: 'HLDN', link: 'tearsheet://company/HLDN' }]
    const pages = { title: 'b', markup: '<div></div>', styleSheets: ['/assets/a.css'], pageRules: '' }
    await Promise.all([
      api.keyState('live'),
      api.setKey(entry),
      api.forgetKey('live'),
      api.publishKeyState('live'),
      api.setPublishKeys(keys),
      api.forgetPublishKeys('live'),
      api.openExternal('https://x.example'),
      api.connect('ticket'),
      api.showTheme('dark'),
      api.onAction(() => undefined),
      api.showSaved(3),
      api.notify('New', 'alerts'),
      api.savePdf('a.pdf'),
      api.savePdf('b.pdf', pages),
      api.setMenuKeys({ palette: 'CmdOrCtrl+P' }),
      api.choosePath('backup-file'),
      api.showActivity({ unseen: 2, progress: null }),
      api.showRecent(recent),
      api.opensAtLogin(),
      api.setOpensAtLogin(true),
      api.systemLocale(),
      api.thisWindow(),
      api.openWindow('b7b0f6de-6c3c-4f1e-9d0a-2f6a2a5f7c11'),
      api.dragFile(dragged),
    ])
    expect(invoked).toEqual([
      [electronChannels.keyState, 'live'],
      [electronChannels.setKey, entry],
      [electronChannels.forgetKey, 'live'],
      [electronChannels.publishKeyState, 'live'],
      [electronChannels.setPublishKeys, keys],
      [electronChannels.forgetPublishKeys, 'live'],
      [electronChannels.openExternal, 'https://x.example'],
      [electronChannels.connect, 'ticket'],
      [electronChannels.showTheme, 'dark'],
      [electronChannels.listen],
      [electronChannels.showSaved, 3],
      [electronChannels.notify, 'New', 'alerts'],
      [electronChannels.savePdf, 'a.pdf'],
      [electronChannels.savePdf, 'b.pdf', pages],
      [electronChannels.setMenuKeys, { palette: 'CmdOrCtrl+P' }],
      [electronChannels.choosePath, 'backup-file'],
      [electronChannels.showActivity, { unseen: 2, progress: null }],
      [electronChannels.showRecent, recent],
      [electronChannels.opensAtLogin],
      [electronChannels.setOpensAtLogin, true],
      [electronChannels.systemLocale],
      [electronChannels.thisWindow],
      [electronChannels.openWindow, 'b7b0f6de-6c3c-4f1e-9d0a-2f6a2a5f7c11'],
      [electronChannels.dragFile, dragged],
    ])
  })

  test('actions without the event they came with', async () => {
    const { api, hear } = preload()
    const heard: unknown[][] = []
    await api.onAction((...args: readonly unknown[]) => void heard.push([...args]))
    hear(electronAnnouncements.action, [], { name: 'palette' })
    expect(heard).toEqual([[{ name: 'palette' }]])
  })

  test('each line by its ticket, as a message to its own window', () => {
    const { posted, hear } = preload()
    const { port1 } = new MessageChannel()
    hear(electronAnnouncements.line, [port1], { ticket: 'one', more: 'dropped' })
    hear(electronAnnouncements.line, [port1], { ticket: 7 })
    hear(electronAnnouncements.line, [port1], null)
    expect(posted).toEqual([{ message: { tearsheet: 'line', ticket: 'one' }, ports: [port1] }])
    port1.close()
  })
})

test('the script itself does nothing but hand this over', () => {
  const source = readFileSync(join(import.meta.dirname, '../../src/preload/preload.ts'), 'utf8')
  const statements = source.split('\n').filter((line) => line !== '' && !/^(import |\/\*\*)/.test(line))
  expect(statements).toEqual(['contextBridge.exposeInMainWorld(preloadName, preloadApi(ipcRenderer, window))'])
})
