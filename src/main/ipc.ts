import type { MessagePortMain } from 'electron'
import { z } from 'zod'
import { electronChannels, type ElectronRequest, type ShellResult } from '#contract/electron.ts'
import { notifiedScreens, pathPurposes, shellCommands } from '#contract/shell.ts'
import { isServiceOrigin } from '#core/window/api-key-entry.ts'
import { isWindowOrigin } from './navigation.ts'

/** Of a workspace, as the core makes them. Names of an object's own machinery (`__proto__`) are none. */
const workspace = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)

/** `https://host[:port]`, or http for this machine; as `URL.origin` spells it. */
const origin = z.string().max(300).refine(isServiceOrigin)

const keyEntry = z.strictObject({
  workspace,
  origin,
  key: z
    .string()
    .trim()
    .min(1)
    .max(1024)
    .regex(/^\P{Cc}*$/u),
  keeping: z.enum(['session', 'keyring', 'unprotected']),
})

/** A name, never a path. */
const pdfName = z
  .string()
  .max(160)
  .regex(/^[^\p{Cc}<>:"/\\|?*.][^\p{Cc}<>:"/\\|?*]*\.pdf$/u)

/** An accelerator with a modifier, or a function key. A letter alone would be taken from every text field. */
const accelerator = z
  .string()
  .max(40)
  .regex(
    /^(?:(?:CmdOrCtrl|Ctrl|Alt|Shift)\+)*(?:(?:CmdOrCtrl|Ctrl|Alt)\+(?:Shift\+)?(?:[\x21-\x7e]|[A-Za-z]{2,10})|F(?:[1-9]|1\d|2[0-4]))$/,
  )

/** Of a hundred companies; what is larger was not drawn by our page. */
const largestMarkup = 64 * 1024 * 1024

const printedPages = z.strictObject({
  title: z.string().max(300),
  markup: z.string().max(largestMarkup),
  styleSheets: z.array(z.string().regex(/^\/assets\/[\w.-]+\.css$/)).max(100),
  pageRules: z
    .string()
    .max(500)
    .regex(/^[\w\s@{}:;.]*$/),
})

/** Exact shapes: an argument too many is refused like one of the wrong type. */
const requests = {
  keyState: z.tuple([workspace]),
  setKey: z.tuple([keyEntry]),
  forgetKey: z.tuple([workspace]),
  openExternal: z.tuple([z.string().max(4096)]),
  connect: z.tuple([z.string().min(1).max(64)]),
  showTheme: z.tuple([z.enum(['system', 'light', 'dark'])]),
  listen: z.tuple([]),
  showSaved: z.tuple([z.number().int().min(0)]),
  notify: z.tuple([z.string().min(1).max(300), z.enum(notifiedScreens)]),
  savePdf: z.tuple([pdfName, printedPages.optional()]),
  setMenuKeys: z.tuple([z.partialRecord(z.enum(shellCommands), accelerator)]),
  choosePath: z.tuple([z.enum(pathPurposes)]),
} as const satisfies Record<ElectronRequest, z.ZodType<unknown[]>>

type Arguments<Request extends ElectronRequest> = z.infer<(typeof requests)[Request]>

/** What we use of Electron's `WebFrameMain`; `postMessage` is for a response that has to carry a port. */
export interface SenderFrame {
  readonly origin: string
  /** Null for a main frame. */
  readonly parent: object | null
  readonly detached: boolean
  postMessage(channel: string, message: unknown, ports?: MessagePortMain[]): void
}

/** What we use of Electron's `IpcMain`. The frame is null once it has gone or gone elsewhere. */
export interface IpcEndpoint {
  handle(
    channel: string,
    listener: (event: { readonly senderFrame: SenderFrame | null }, ...args: unknown[]) => Promise<unknown>,
  ): void
  removeAllListeners(channel: string): unknown
}

export type ShellHandlers = {
  readonly [Request in ElectronRequest]: (
    frame: SenderFrame,
    ...args: Arguments<Request>
  ) => Promise<ShellResult<unknown>>
}

export type Refusal = 'sender' | 'arguments' | 'defect'

/**
 * The one place where channels are opened (docs/promises.md E8). Each call is looked at twice, at who sends it and at what it says,
 * before it is answered; what goes wrong in the response is logged here and crosses as a failure without its words. An unknown
 * channel has no handler, which Electron itself reports as an error.
 */
export function register(
  door: IpcEndpoint,
  handlers: ShellHandlers,
  log: (refusal: Refusal, request: ElectronRequest, error?: unknown) => void,
): void {
  // electron-store opens a channel of its own for pages that use it; ours does not, and it asks nobody who they are.
  door.removeAllListeners('electron-store-get-data')

  const open = <Request extends ElectronRequest>(
    request: Request,
    read: (args: unknown[]) => z.ZodSafeParseResult<Arguments<Request>>,
    respond: (frame: SenderFrame, args: Arguments<Request>) => Promise<ShellResult<unknown>>,
  ) => {
    door.handle(electronChannels[request], async (event, ...args: unknown[]): Promise<ShellResult<unknown>> => {
      const frame = event.senderFrame
      if (frame === null || !isWindowFrame(frame)) return refuse(log, 'sender', request)
      const parsed = read(args)
      if (!parsed.success) return refuse(log, 'arguments', request)
      try {
        return await respond(frame, parsed.data)
      } catch (error) {
        return refuse(log, 'defect', request, error)
      }
    })
  }

  open(
    'keyState',
    (args) => requests.keyState.safeParse(args),
    (frame, args) => handlers.keyState(frame, ...args),
  )
  open(
    'setKey',
    (args) => requests.setKey.safeParse(args),
    (frame, args) => handlers.setKey(frame, ...args),
  )
  open(
    'forgetKey',
    (args) => requests.forgetKey.safeParse(args),
    (frame, args) => handlers.forgetKey(frame, ...args),
  )
  open(
    'openExternal',
    (args) => requests.openExternal.safeParse(args),
    (frame, args) => handlers.openExternal(frame, ...args),
  )
  open(
    'connect',
    (args) => requests.connect.safeParse(args),
    (frame, args) => handlers.connect(frame, ...args),
  )
  open(
    'showTheme',
    (args) => requests.showTheme.safeParse(args),
    (frame, args) => handlers.showTheme(frame, ...args),
  )
  open(
    'listen',
    (args) => requests.listen.safeParse(args),
    (frame, args) => handlers.listen(frame, ...args),
  )
  open(
    'showSaved',
    (args) => requests.showSaved.safeParse(args),
    (frame, args) => handlers.showSaved(frame, ...args),
  )
  open(
    'notify',
    (args) => requests.notify.safeParse(args),
    (frame, args) => handlers.notify(frame, ...args),
  )
  open(
    'savePdf',
    (args) => requests.savePdf.safeParse(args),
    (frame, args) => handlers.savePdf(frame, ...args),
  )
  open(
    'setMenuKeys',
    (args) => requests.setMenuKeys.safeParse(args),
    (frame, args) => handlers.setMenuKeys(frame, ...args),
  )
  open(
    'choosePath',
    (args) => requests.choosePath.safeParse(args),
    (frame, args) => handlers.choosePath(frame, ...args),
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

/** The window's own main frame, and no frame within it. */
function isWindowFrame(frame: SenderFrame): boolean {
  return frame.parent === null && !frame.detached && isWindowOrigin(frame.origin)
}
