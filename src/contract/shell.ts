/**
 * What a shell (Electron's main process, or the loopback server) does for the window besides connecting it to the API.
 * The key goes in here and never comes out: only whether there is one, its last four characters, and how it is kept.
 */
export interface ShellBridge {
  readonly kind: 'electron' | 'browser'
  keyState(workspace: string): Promise<KeyState>
  setKey(entry: KeyEntry): Promise<KeyState>
  forgetKey(workspace: string): Promise<KeyState>
  /** https only; the shell checks again and shows the host before it opens. False when refused. */
  openExternal(url: string): Promise<boolean>
  /**
   * What the application menu, or a `tearsheet:` link from outside, asks the page to do. A browser has neither. The answer stops
   * it; what was asked before anyone listened is told at once.
   */
  onAction?(listener: (action: ShellAction) => void): () => void
  /**
   * Where the shell itself asks where to put a file that the page made: each that is there, when it is whole. A browser does that on
   * its own, and does not say where. The answer stops it.
   */
  onSaved?(listener: (file: SavedFile) => void): () => void
  /** Shows a saved file in the system's own window. */
  showSaved?(id: number): Promise<void>
  /**
   * Shows a notification on the desktop, where the shell itself can; a click on it brings the window to the front and opens the screen
   * that it announces. In a browser the page asks the browser.
   */
  notify?(sentence: string, screen: NotifiedScreen): Promise<void>
  /**
   * Prints the page as a PDF, asks where to put it and writes it there whole or not at all; `onSaved` tells of it. False when the user
   * chose no place. A browser has its own print dialog for that. With `pages`, these are printed and the page goes on meanwhile.
   */
  savePdf?(fileName: string, pages?: PrintedPages): Promise<boolean>
  /**
   * Lets the user choose a folder or a file in the system's own dialog. Null when none was chosen. In a browser paths are typed: its
   * dialogs do not say where a file is.
   */
  choosePath?(purpose: PathPurpose): Promise<string | null>
  /** The keys that the application menu shows and listens to. A browser has no such menu. */
  setMenuKeys?(keys: MenuKeys): Promise<void>
}

/** What a folder or a file is chosen for. */
export const pathPurposes = ['backup-folder', 'backup-file', 'library-folder'] as const
export type PathPurpose = (typeof pathPurposes)[number]

/** Pages that the window drew and that are printed elsewhere: what stands on them, and nothing that could run. */
export interface PrintedPages {
  readonly title: string
  /** HTML of one element. */
  readonly markup: string
  /** Paths of the window's own style sheets, in their order. */
  readonly styleSheets: readonly string[]
  /** CSS: the sizes of the sheets. */
  readonly pageRules: string
}

/** A file that the page made and the user put somewhere. */
export interface SavedFile {
  /** By which the shell knows it. */
  readonly id: number
  /** As the page called it. */
  readonly fileName: string
  readonly path: string
}

export const shellCommands = [
  'palette',
  'search',
  'settings',
  'keyboard-help',
  'next-tab',
  'previous-tab',
  'close-tab',
] as const
export type ShellCommand = (typeof shellCommands)[number]

/** What a notification can announce: something new on the user's lists, or alerts. */
export const notifiedScreens = ['home', 'alerts'] as const
export type NotifiedScreen = (typeof notifiedScreens)[number]

/** Keys of menu entries as Electron writes them: `CmdOrCtrl+Shift+F`. A command without an entry here has none in the menu. */
export type MenuKeys = Readonly<Partial<Record<ShellCommand, string>>>

export type ShellAction =
  | { readonly name: ShellCommand }
  /** Open what a link from outside names, which `parseDeepLink` reads. */
  | { readonly name: 'link'; readonly link: string }
  /** The screen that a notification announced. */
  | { readonly name: 'notified'; readonly screen: NotifiedScreen }
  /** Words that the user selected in the window itself, at most 200 letters. */
  | { readonly name: 'search-transcripts'; readonly query: string }

export interface KeyEntry {
  readonly workspace: string
  /** The service's origin as the user saw it when they typed the key: it is never sent anywhere else. */
  readonly origin: string
  readonly key: string
  /** As chosen by the user among what `KeyState.canRemember` offers. */
  readonly keeping: KeyProtection
}

/** `session`: in memory until the program ends. `keyring`: encrypted by the system. `unprotected`: on disk, readable by others. */
export type KeyProtection = 'session' | 'keyring' | 'unprotected'

export interface KeyState {
  readonly present: boolean
  /** For which origin it was entered. */
  readonly origin: string | null
  /** For telling two keys apart; null when the key is shorter than 12 characters. */
  readonly lastFour: string | null
  readonly keeping: KeyProtection | null
  /** Read from the file that was named at the start, and again whenever it is. */
  readonly isFromFile?: boolean
  readonly canRemember: readonly KeyProtection[]
  /** A stored key that cannot be read now: what is wrong, in words, and whether trying again may help. */
  readonly problem: { readonly message: string; readonly canRetry: boolean } | null
}
