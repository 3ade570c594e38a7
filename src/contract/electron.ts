/** The channels, the messages and the preload API between the page and Electron's main process. */

import type { Failure } from './failure.ts'
import type {
  DraggedFile,
  KeyEntry,
  MenuKeys,
  NotifiedScreen,
  PathPurpose,
  PrintedPages,
  ProgramActivity,
  PublishKeysEntry,
  RecentLink,
} from './shell.ts'

/** The messages between the page and Electron's main process, through the preload script alone. */
export const electronChannels = {
  /** Page to main, each with a response: `ShellResult`. */
  keyState: 'shell:key-state',
  setKey: 'shell:set-key',
  forgetKey: 'shell:forget-key',
  publishKeyState: 'shell:publish-key-state',
  setPublishKeys: 'shell:set-publish-keys',
  forgetPublishKeys: 'shell:forget-publish-keys',
  openExternal: 'shell:open-external',
  connect: 'shell:connect',
  showTheme: 'shell:show-theme',
  listen: 'shell:listen',
  showSaved: 'shell:show-saved',
  notify: 'shell:notify',
  savePdf: 'shell:save-pdf',
  setMenuKeys: 'shell:set-menu-keys',
  choosePath: 'shell:choose-path',
  showActivity: 'shell:show-activity',
  showRecent: 'shell:show-recent',
  opensAtLogin: 'shell:opens-at-login',
  setOpensAtLogin: 'shell:set-opens-at-login',
  systemLocale: 'shell:system-locale',
  thisWindow: 'shell:this-window',
  openWindow: 'shell:open-window',
  dragFile: 'shell:drag-file',
} as const
export type ElectronRequest = keyof typeof electronChannels

/** Main to preload. */
export const electronAnnouncements = {
  /** `{ ticket }` with one port: the line that was requested with this ticket. */
  line: 'page:line',
  /** A `ShellAction`. */
  action: 'page:action',
  /** A `SavedFile`. */
  saved: 'page:saved',
} as const

/** An error would lose its `failure` on the way through Electron's bridges, so a response carries it as data. */
export type ShellResult<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

export type WindowTheme = 'system' | 'light' | 'dark'

/** Name of the preload's object on the page's window. */
export const preloadName = 'tearsheet'

/**
 * `window.tearsheet`. Each result is a `ShellResult`, unknown until the page has looked at it. No event, no port and no
 * `ipcRenderer` comes through here; a port cannot, and arrives as a message to the window (`LineMessage`).
 */
export interface PreloadApi {
  keyState(workspace: string): Promise<unknown>
  setKey(entry: KeyEntry): Promise<unknown>
  forgetKey(workspace: string): Promise<unknown>
  publishKeyState(workspace: string): Promise<unknown>
  setPublishKeys(entry: PublishKeysEntry): Promise<unknown>
  forgetPublishKeys(workspace: string): Promise<unknown>
  openExternal(url: string): Promise<unknown>
  /** Requests a connection to the core. Resolves when it is being made, or with why there is none. */
  connect(ticket: string): Promise<unknown>
  /** Colors of the title bar and of the system's own dialogs. */
  showTheme(theme: WindowTheme): Promise<unknown>
  /** `ShellAction`s, unknown as well. One listener; a second replaces it. */
  onAction(listener: (action: unknown) => void): Promise<unknown>
  /** `SavedFile`s, unknown as well. One listener; a second replaces it. */
  onSaved(listener: (file: unknown) => void): void
  /** By the id of a `SavedFile`: the page never names a path. */
  showSaved(id: number): Promise<unknown>
  /** A notification of the system's, and the screen that a click on it opens. */
  notify(sentence: string, screen: NotifiedScreen): Promise<unknown>
  /** The page as a PDF, or pages that it drew, under a name that the user may change. */
  savePdf(fileName: string, pages?: PrintedPages): Promise<unknown>
  /** The user's keys of the entries of the application menu. */
  setMenuKeys(keys: MenuKeys): Promise<unknown>
  /** A folder or a file that the user chooses in the system's dialog. */
  choosePath(purpose: PathPurpose): Promise<unknown>
  /** The badge and the progress of the program's icon. */
  showActivity(activity: ProgramActivity): Promise<unknown>
  /** What was opened last, for the program's icon. */
  showRecent(recent: readonly RecentLink[]): Promise<unknown>
  /** Whether the system opens the program when the user logs in, and a change of that. */
  opensAtLogin(): Promise<unknown>
  setOpensAtLogin(isOn: boolean): Promise<unknown>
  /** Locale of the system's regional formats. */
  systemLocale(): Promise<unknown>
  /** The id of this window, and those of the others. */
  thisWindow(): Promise<unknown>
  /** Another window, with this id. */
  openWindow(id: string): Promise<unknown>
  /** A file of the page, in place of what the page drags. */
  dragFile(file: DraggedFile): Promise<unknown>
}

/** Posted to the page's own window, with the port beside it. */
export interface LineMessage {
  readonly tearsheet: 'line'
  readonly ticket: string
}
