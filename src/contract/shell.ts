/**
 * What a shell (Electron's main process, or the loopback server) does for the window besides connecting it to the API. The key
 * goes in and never comes out: only whether there is one, its last four characters, and how it is stored.
 */
export interface ShellBridge {
  readonly kind: 'electron' | 'browser'
  keyState(workspace: string): Promise<KeyState>
  setKey(entry: KeyEntry): Promise<KeyState>
  forgetKey(workspace: string): Promise<KeyState>
  /** The keys of the S3-compatible store that a workspace is published to. `lastFour` is of the access key ID. */
  publishKeyState(workspace: string): Promise<KeyState>
  setPublishKeys(entry: PublishKeysEntry): Promise<KeyState>
  forgetPublishKeys(workspace: string): Promise<KeyState>
  /** https only; the shell checks again and shows the host before it opens. False when refused. */
  openExternal(url: string): Promise<boolean>
  /**
   * Requests of the application menu or of a `tearsheet:` link to the page; a browser has neither. Returns a function that stops
   * it. Earlier requests are delivered at once.
   */
  onAction?(listener: (action: ShellAction) => void): () => void
  /**
   * Where the shell asks where to save a file of the page: reports each saved file once it is complete. Absent in a browser,
   * which does not say where. Returns a function that stops it.
   */
  onSaved?(listener: (file: SavedFile) => void): () => void
  /** Shows a saved file in the system's own window. */
  showSaved?(id: number): Promise<void>
  /**
   * Shows a desktop notification, where the shell can; a click brings the window to the front and opens the announced screen. In
   * a browser the page uses the browser's own.
   */
  notify?(sentence: string, screen: NotifiedScreen): Promise<void>
  /**
   * Prints the page as a PDF, asks where to save it, and writes the whole file or none; `onSaved` reports it. False when the user
   * canceled. Browsers have a print dialog for that. With `pages`, these are printed and the page stays usable.
   */
  savePdf?(fileName: string, pages?: PrintedPages): Promise<boolean>
  /**
   * Lets the user choose a folder or file in the system's dialog. Null: canceled. In a browser paths are typed, since its dialogs
   * do not reveal them.
   */
  choosePath?(purpose: PathPurpose): Promise<string | null>
  /** The keys that the application menu shows and listens to. A browser has no such menu. */
  setMenuKeys?(keys: MenuKeys): Promise<void>
  /** Shows on the program's icon in the system's bar what is new and how far a download has come. A browser has no such icon. */
  showActivity?(activity: ProgramActivity): Promise<void>
  /** Lists the workspace's recently opened items on the program's icon, replacing the previous entries. */
  showRecent?(recent: readonly RecentLink[]): Promise<void>
  /**
   * Continues a drag that began in the page with a file in place of the page's own data. Called while the pointer is pressed. A browser
   * cannot do that on every system: there files are saved.
   */
  dragFile?(file: DraggedFile): Promise<void>
  /** Whether the system opens the program when the user logs in. Null: that cannot be set for this start of the program. */
  opensAtLogin?(): Promise<boolean | null>
  /** Returns what is set then: a system may want its user's approval first. */
  setOpensAtLogin?(isOn: boolean): Promise<boolean | null>
  /** Locale of the system's formats of numbers, dates and times, as BCP 47. Absent where the browser's language is all that is known. */
  systemLocale?(): Promise<string>
  /** Which of the program's windows this is. Absent where the page alone knows. */
  thisWindow?(): Promise<ShellWindow>
  /** Opens another window with this id, for which tabs may have been saved. False: none was opened. */
  openWindow?(id: string): Promise<boolean>
}

/** A file that the page made and the user drags into another program. */
export interface DraggedFile {
  /** A name, never a path. */
  readonly fileName: string
  /** At most `largestDragged` characters. */
  readonly base64: string
}

/** A file of 96 MB, which few recordings reach, as base64. Characters. */
export const largestDragged = 128 * 1024 * 1024

/** A window as its shell knows it. */
export interface ShellWindow {
  /** Null: the shell gave it none, and the page keeps one of its own. */
  readonly id: string | null
  /** Ids of the program's other windows: open, or about to be. */
  readonly others: readonly string[]
}

/** A company or a call, by the link that opens it. */
export interface RecentLink {
  readonly title: string
  readonly link: string
}

/** More than a list of the system shows. */
export const mostRecentLinks = 10

export interface ProgramActivity {
  /** Alerts that the user has not seen. */
  readonly unseen: number
  /** Share of the running download that has ended, 0 to 1; null: none is running. */
  readonly progress: number | null
}

/** What a folder or a file is chosen for. */
export const pathPurposes = [
  'backup-folder',
  'backup-file',
  'library-folder',
  'publication-folder',
  'pack-folder',
  'pack-file',
] as const
export type PathPurpose = (typeof pathPurposes)[number]

/** Pages that the window rendered for printing elsewhere: their content, and nothing that could run. */
export interface PrintedPages {
  readonly title: string
  /** HTML of one element. */
  readonly markup: string
  /** Paths of the window's own style sheets, in their order. */
  readonly styleSheets: readonly string[]
  /** CSS: the sizes of the sheets. */
  readonly pageRules: string
}

/** A file of the page that the user saved. */
export interface SavedFile {
  /** The shell's id for it. */
  readonly id: number
  /** Name chosen by the page. */
  readonly fileName: string
  readonly path: string
}

export const shellCommands = [
  'palette',
  'search',
  'settings',
  'keyboard-help',
  'accessibility',
  'check-for-updates',
  'next-tab',
  'previous-tab',
  'close-tab',
  'new-window',
  'move-tab',
  'clear-recent',
] as const
export type ShellCommand = (typeof shellCommands)[number]

/** What a notification announces: new items on the user's lists, or alerts. */
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
  /** The window with this id was closed by its user, and others stay open. */
  | { readonly name: 'window-closed'; readonly window: string }
  /** Words that the user selected in the window itself, at most 200 letters. */
  | { readonly name: 'search-transcripts'; readonly query: string }

export interface KeyEntry {
  readonly workspace: string
  /** The service's origin as the user saw it when they typed the key: it is never sent anywhere else. */
  readonly origin: string
  readonly key: string
  /** As the user chose among `KeyState.canRemember`. */
  readonly keeping: KeyProtection
}

export interface PublishKeysEntry extends Omit<KeyEntry, 'key'> {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** `session`: in memory until the program ends. `keyring`: encrypted by the system. `unprotected`: on disk, readable by others. */
export type KeyProtection = 'session' | 'keyring' | 'unprotected'

export interface KeyState {
  readonly present: boolean
  /** The origin it was entered for. */
  readonly origin: string | null
  /** To tell two keys apart; null when the key is shorter than 12 characters. */
  readonly lastFour: string | null
  readonly keeping: KeyProtection | null
  /** Read from the file that was named at the start, and again whenever it is. */
  readonly isFromFile?: boolean
  readonly canRemember: readonly KeyProtection[]
  /** A stored key that cannot be read now: what is wrong, in words, and whether trying again may help. */
  readonly problem: { readonly message: string; readonly canRetry: boolean } | null
}
