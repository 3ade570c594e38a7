import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { MessagePort as NodePort } from 'node:worker_threads'
import type { PreloadApi } from '#contract/electron.ts'
import type { Api } from '#contract/api/api.ts'
import type { ElectronBridge } from '../../../src/renderer/bridge/electron-bridge.ts'
import { app, BrowserWindow, events, nativeTheme, pressMenu, utilityProcess } from './electron.ts'

/** The page's world on this thread: a window that messages can be posted to, and what the preload script left on it. */
const window = new EventTarget()

class WindowMessage extends MessageEvent<unknown> {
  override readonly source = window as never
  override readonly ports: readonly MessagePort[]
  constructor(data: unknown, ports: readonly MessagePort[]) {
    super('message', { data })
    this.ports = ports
  }
}

Object.assign(globalThis, {
  window: {
    postMessage: (data: unknown, _target: string, ports: readonly MessagePort[]) =>
      window.dispatchEvent(new WindowMessage(structuredClone(data), ports)),
  },
})

/** What the preload script left on the window. */
const api = () => Reflect.get(globalThis, 'tearsheet') as PreloadApi

/** One line to the core, as the page opens it. */
async function openLine(page: ElectronBridge) {
  const port = await page.connect()
  const client = createORPCClient<ContractRouterClient<Api>>(new RPCLink({ port }))
  port.start()
  const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve()))
  return { client, closed, port: port as unknown as NodePort }
}

/** What a user does, by the name of the scene; the first is their first minute, and what may go wrong in it. */
const scenes: Readonly<Record<string, (page: ElectronBridge) => Promise<void>>> = {
  core: useCore,
  unsaved: leaveUnsaved,
  proxy: reachService,
}

/** Plays a scene. Ends the program when it is through. */
export async function openPage(): Promise<void> {
  try {
    await import('../../../src/preload/preload.ts')
    const { electronBridge } = await import('../../../src/renderer/bridge/electron-bridge.ts')
    await scenes[process.env['STAND_IN_SCENE'] ?? 'core']?.(electronBridge(api(), window))
  } catch (error) {
    const failure = error instanceof Error && 'failure' in error ? JSON.stringify(error.failure) : String(error)
    events.push(`page failed ${failure}`)
  }
  app.quit()
}

async function useCore(page: ElectronBridge): Promise<void> {
  const first = await openLine(page)
  const { workspaces } = await first.client.workspaces.list()
  events.push(`workspaces ${workspaces.map(({ id, hasKey }) => `${id} ${hasKey}`).join()}`)

  page.bridge.onAction?.((action) => events.push(`action ${JSON.stringify(action)}`))
  await Promise.resolve()
  pressMenu('palette')
  await api().showTheme('dark')
  events.push(`theme ${nativeTheme.themeSource}`)

  page.bridge.onSaved?.(({ fileName }) => events.push(`saved ${fileName}`))
  events.push(`pdf ${await page.bridge.savePdf?.('HLDN tear sheet.pdf')}`)

  const pages = { title: 'Coverage', markup: '<div></div>', styleSheets: ['/assets/a.css'], pageRules: '' }
  events.push(`booklet ${await page.bridge.savePdf?.('Coverage booklet.pdf', pages)}`)

  events.push(`backup in ${await page.bridge.choosePath?.('backup-folder')}`)
  events.push(`restore ${await page.bridge.choosePath?.('backup-file')}`)

  const edit = {
    name: 'Live',
    baseUrl: 'https://service.example',
    search: { query: 'q', type: 'query_by', page: 'page', key: 'unknown' as const },
  }
  const live = await first.client.workspaces.create(edit)
  const key = process.env['STAND_IN_CANARY'] ?? ''
  const kept = await page.bridge.setKey({
    workspace: live.id,
    origin: 'https://service.example',
    key,
    keeping: 'keyring',
  })
  events.push(`key ${kept.lastFour} ${kept.keeping}`)
  events.push(`live has key ${await hasKey(first.client, live.id)}`)

  await utilityProcess.running.get('Tearsheet library')?.terminate()
  await first.closed
  events.push('line closed')
  const second = await openLine(page)
  events.push(`live has key ${await hasKey(second.client, live.id)}`)
  await second.client.status.ping()
  events.push('ping')
  second.port.close()
}

/** Text that is saved nowhere is on screen, and the user comes near every way to lose it. */
async function leaveUnsaved(page: ElectronBridge): Promise<void> {
  const { port } = await openLine(page)
  const window = BrowserWindow.all[0]
  if (window === undefined) throw new Error('there is no window')
  window.webContents.unsaved = true
  pressMenu('Reload Window')
  window.close()
  pressMenu('Open Another Profile…')
  await new Promise(setImmediate)
  port.close()
}

/** The service of another workspace, on a computer that has a proxy for it. */
async function reachService(page: ElectronBridge): Promise<void> {
  const { client, port } = await openLine(page)
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' as const }
  const { id } = await client.workspaces.create({ name: 'Live', baseUrl: 'https://service.example', search })
  await client.workspaces.activate({ id })
  const { host, proxies, settings } = await client.network.route()
  events.push(`${settings.mode} ${host} ${proxies.join()}`)
  await client.preferences.write({ proxy: { mode: 'none', address: '', bypass: '' } })
  events.push(`direct ${(await client.network.route()).proxies.join()}`)
  port.close()
}

async function hasKey(client: ContractRouterClient<Api>, id: string): Promise<boolean | undefined> {
  const { workspaces } = await client.workspaces.list()
  return workspaces.find((workspace) => workspace.id === id)?.hasKey
}
