import { expect, test as base } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PreloadApi } from '#contract/electron.ts'
import { whyNoElectron } from '../../../scripts/electron-runtime.mjs'
import { electronArguments, electronProgram, openInElectron, root, type ApplicationInElectron } from '../application.ts'
import { WorkspacePage } from '../pages/workspace-page.ts'

/** A function that the preload script gains or loses does not compile here until it is named. */
const bridge = {
  keyState: true,
  setKey: true,
  forgetKey: true,
  publishKeyState: true,
  setPublishKeys: true,
  forgetPublishKeys: true,
  openExternal: true,
  connect: true,
  showTheme: true,
  onAction: true,
  onSaved: true,
  showSaved: true,
  notify: true,
  savePdf: true,
  choosePath: true,
  setMenuKeys: true,
  showActivity: true,
  showRecent: true,
  opensAtLogin: true,
  setOpensAtLogin: true,
  systemLocale: true,
  thisWindow: true,
  openWindow: true,
  dragFile: true,
} satisfies Record<keyof PreloadApi, true>

interface Fixtures {
  readonly profile: string
  readonly shell: ApplicationInElectron
}

/** What only a real runtime can show: that Electron does with our settings what its typings say. */
const test = base.extend<Fixtures>({
  profile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tearsheet-electron-'))
    await use(join(folder, 'profile'))
    await rm(folder, { recursive: true, force: true })
  },
  shell: async ({ profile }, use) => {
    const shell = await openInElectron(profile)
    await new WorkspacePage(shell.page).isOpen()
    await use(shell)
    await shell.close()
  },
})

test.beforeEach(({}, { project }) => {
  const reason = project.name === 'electron' ? whyNoElectron(root) : 'only the Electron shell has these'
  test.skip(reason !== null, reason ?? undefined)
})

test('the page has no Node, no Electron, and of the preload script only its named functions', async ({ shell }) => {
  const seen = await shell.page.evaluate(() => ({
    address: location.href,
    origin: location.origin,
    node: ['process', 'require', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(Reflect.get(window, 'tearsheet') as object).sort(),
  }))
  expect(seen).toEqual({
    address: 'app://bundle/',
    origin: 'app://bundle',
    node: [],
    bridge: Object.keys(bridge).sort(),
  })
})

test('the page goes nowhere, opens nothing and embeds nothing', async ({ shell }) => {
  const { page, electron } = shell
  const opened = await page.evaluate(() => {
    for (const address of ['https://service.invalid/', 'file:///etc/passwd', 'app://other/', 'data:text/html,x']) {
      const link = document.createElement('a')
      link.href = address
      document.body.append(link)
      link.click()
    }
    document.body.append(document.createElement('webview'))
    return window.open('https://service.invalid/') === null
  })
  expect(opened).toBe(true)
  await new WorkspacePage(page).isOpen()
  expect(page.url()).toBe('app://bundle/')
  expect(await electron.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1)
})

test('the page is denied every permission that it does not need', async ({ shell }) => {
  const states = await shell.page.evaluate(async () => {
    const asked = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'persistent-storage'] as const
    const states = await Promise.all(asked.map(async (name) => (await navigator.permissions.query({ name })).state))
    await navigator.clipboard.writeText('1,234')
    return states
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  expect(await shell.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('1,234')
})

test('the scheme serves the built window and nothing else', async ({ shell }) => {
  const statuses = await shell.electron.evaluate(
    async ({ session }, addresses) => {
      const window = session.fromPartition('window')
      return Promise.all(
        addresses.map((address) =>
          window.fetch(address).then(
            (answer) => `${answer.status} ${answer.headers.get('content-security-policy') === null}`,
            () => 'refused',
          ),
        ),
      )
    },
    [
      'app://bundle/',
      'app://bundle/package.json',
      'app://bundle/..%2fpackage.json',
      'app://bundle/%2e%2e/package.json',
      'app://other/',
    ],
  )
  expect(statuses[0]).toBe('200 false')
  for (const status of statuses.slice(1)) expect(status).toMatch(/^(40[04] false|refused)$/)
})

test('a storage process that dies comes back, and the window goes on', async ({ shell }) => {
  const { electron, page } = shell
  const storage = () =>
    electron.evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Tearsheet library')?.pid)
  const first = await storage()
  if (first === undefined) throw new Error('there is no storage process')
  process.kill(first, 'SIGKILL')
  await expect.poll(storage).not.toBe(first)
  await expect.poll(storage).toBeDefined()
  await new WorkspacePage(page).isOpen()
})

test('a second start brings the first window to the front and ends', async ({ shell, profile }) => {
  // As Playwright starts the first one: the sandbox needs a helper of root's, or namespaces, which not every Linux gives.
  const withoutSandbox = process.platform === 'linux' ? ['--no-sandbox'] : []
  const second = spawn(electronProgram(), [...electronArguments(profile), ...withoutSandbox], { stdio: 'ignore' })
  const ended: unknown[] = await once(second, 'exit')
  expect(ended[0]).toBe(0)
  expect(await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a link opens in the browser only after its host was shown and agreed to', async ({ shell }) => {
  await shell.electron.evaluate(({ dialog, shell: outside }) => {
    const seen: string[] = []
    Reflect.set(globalThis, 'seen', seen)
    Reflect.set(dialog, 'showMessageBox', (_window: unknown, { message }: { message: string }) => {
      seen.push(message)
      return Promise.resolve({ response: seen.length === 1 ? 1 : 0, checkboxChecked: false })
    })
    Reflect.set(outside, 'openExternal', (url: string) => {
      seen.push(url)
      return Promise.resolve()
    })
  })
  const open = (url: string) =>
    shell.page.evaluate(
      (link) =>
        (Reflect.get(window, 'tearsheet') as { openExternal(url: string): Promise<unknown> }).openExternal(link),
      url,
    )
  const answers = [
    await open('https://www.example.com/x'),
    await open('https://www.example.com/x'),
    await open('file:///etc/passwd'),
  ]
  expect(answers).toEqual([
    { ok: true, value: false },
    { ok: true, value: true },
    { ok: true, value: false },
  ])
  expect(await shell.electron.evaluate(() => Reflect.get(globalThis, 'seen') as unknown)).toEqual([
    'Open www.example.com in your browser?',
    'Open www.example.com in your browser?',
    'https://www.example.com/x',
  ])
})
