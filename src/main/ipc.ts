/** Registers every IPC channel of the main process, and checks the sender and content of each message. */

import type { MessagePortMain } from 'electron'
import type { z } from 'zod'
import { electronChannels, type ElectronRequest, type ShellResult } from '#contract/electron.ts'
import { isWindowOrigin } from './navigation.ts'
import { requests } from './request-schemas.ts'

type Arguments<Request extends ElectronRequest> = z.infer<(typeof requests)[Request]>

/** The part of Electron's `WebFrameMain` that we use; `postMessage` is for a response with a port. */
export interface SenderFrame {
  readonly origin: string
  /** Null for a main frame. */
  readonly parent: object | null
  readonly detached: boolean
  postMessage(channel: string, message: unknown, ports?: MessagePortMain[]): void
}

/** Who sent a request: a page of the program, in one of its windows. */
export interface Sender {
  readonly frame: SenderFrame
  /** Id of its web contents. */
  readonly contents: number
}

interface IpcEvent {
  /** Null once the frame is gone or was navigated. */
  readonly senderFrame: SenderFrame | null
  readonly sender: { readonly id: number }
}

/** The part of Electron's `IpcMain` that we use. */
export interface IpcEndpoint {
  handle(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => Promise<unknown>): void
  removeAllListeners(channel: string): unknown
}

export type ShellHandlers = {
  readonly [Request in ElectronRequest]: (from: Sender, ...args: Arguments<Request>) => Promise<ShellResult<unknown>>
}

export type Refusal = 'sender' | 'arguments' | 'defect'

/**
 * The one place where channels are opened (docs/promises.md E8). Sender and content of each call are checked before it is
 * handled; errors are logged here and returned as a failure without their message. An unknown channel has no handler, which
 * Electron itself reports as an error.
 */
export function register(
  door: IpcEndpoint,
  handlers: ShellHandlers,
  log: (refusal: Refusal, request: ElectronRequest, error?: unknown) => void,
): void {
  // electron-store opens a channel for pages that use it, without checking the sender; ours does not use it.
  door.removeAllListeners('electron-store-get-data')

  const open = <Request extends ElectronRequest>(
    request: Request,
    read: (args: unknown[]) => z.ZodSafeParseResult<Arguments<Request>>,
    respond: (from: Sender, args: Arguments<Request>) => Promise<ShellResult<unknown>>,
  ) => {
    door.handle(electronChannels[request], async (event, ...args: unknown[]): Promise<ShellResult<unknown>> => {
      const frame = event.senderFrame
      if (frame === null || !isWindowFrame(frame)) return refuse(log, 'sender', request)
      const parsed = read(args)
      if (!parsed.success) return refuse(log, 'arguments', request)
      try {
        return await respond({ frame, contents: event.sender.id }, parsed.data)
      } catch (error) {
        return refuse(log, 'defect', request, error)
      }
    })
  }

  open(
    'keyState',
    (args) => requests.keyState.safeParse(args),
    (from, args) => handlers.keyState(from, ...args),
  )
  open(
    'setKey',
    (args) => requests.setKey.safeParse(args),
    (from, args) => handlers.setKey(from, ...args),
  )
  open(
    'forgetKey',
    (args) => requests.forgetKey.safeParse(args),
    (from, args) => handlers.forgetKey(from, ...args),
  )
  open(
    'publishKeyState',
    (args) => requests.publishKeyState.safeParse(args),
    (from, args) => handlers.publishKeyState(from, ...args),
  )
  open(
    'setPublishKeys',
    (args) => requests.setPublishKeys.safeParse(args),
    (from, args) => handlers.setPublishKeys(from, ...args),
  )
  open(
    'forgetPublishKeys',
    (args) => requests.forgetPublishKeys.safeParse(args),
    (from, args) => handlers.forgetPublishKeys(from, ...args),
  )
  open(
    'openExternal',
    (args) => requests.openExternal.safeParse(args),
    (from, args) => handlers.openExternal(from, ...args),
  )
  open(
    'connect',
    (args) => requests.connect.safeParse(args),
    (from, args) => handlers.connect(from, ...args),
  )
  open(
    'showTheme',
    (args) => requests.showTheme.safeParse(args),
    (from, args) => handlers.showTheme(from, ...args),
  )
  open(
    'listen',
    (args) => requests.listen.safeParse(args),
    (from, args) => handlers.listen(from, ...args),
  )
  open(
    'showSaved',
    (args) => requests.showSaved.safeParse(args),
    (from, args) => handlers.showSaved(from, ...args),
  )
  open(
    'notify',
    (args) => requests.notify.safeParse(args),
    (from, args) => handlers.notify(from, ...args),
  )
  open(
    'savePdf',
    (args) => requests.savePdf.safeParse(args),
    (from, args) => handlers.savePdf(from, ...args),
  )
  open(
    'setMenuKeys',
    (args) => requests.setMenuKeys.safeParse(args),
    (from, args) => handlers.setMenuKeys(from, ...args),
  )
  open(
    'choosePath',
    (args) => requests.choosePath.safeParse(args),
    (from, args) => handlers.choosePath(from, ...args),
  )
  open(
    'showActivity',
    (args) => requests.showActivity.safeParse(args),
    (from, args) => handlers.showActivity(from, ...args),
  )
  open(
    'systemLocale',
    (args) => requests.systemLocale.safeParse(args),
    (from, args) => handlers.systemLocale(from, ...args),
  )
  open(
    'thisWindow',
    (args) => requests.thisWindow.safeParse(args),
    (from, args) => handlers.thisWindow(from, ...args),
  )
  open(
    'openWindow',
    (args) => requests.openWindow.safeParse(args),
    (from, args) => handlers.openWindow(from, ...args),
  )
  open(
    'dragFile',
    (args) => requests.dragFile.safeParse(args),
    (from, args) => handlers.dragFile(from, ...args),
  )
  open(
    'showRecent',
    (args) => requests.showRecent.safeParse(args),
    (frame, args) => handlers.showRecent(frame, ...args),
  )
  open(
    'opensAtLogin',
    (args) => requests.opensAtLogin.safeParse(args),
    (frame, args) => handlers.opensAtLogin(frame, ...args),
  )
  open(
    'setOpensAtLogin',
    (args) => requests.setOpensAtLogin.safeParse(args),
    (frame, args) => handlers.setOpensAtLogin(frame, ...args),
  )
}

function refuse(
  log: (refusal: Refusal, request: ElectronRequest, error?: unknown) => void,
  refusal: Refusal,
  request: ElectronRequest,
  error?: unknown,
): ShellResult<never> {
  log(refusal, request, error)
  const kind = refusal === 'defect' ? 'defect' : 'bad-request'
  return { ok: false, failure: { kind } }
}

/** Only a window's main frame. */
function isWindowFrame(frame: SenderFrame): boolean {
  return frame.parent === null && !frame.detached && isWindowOrigin(frame.origin)
}
