import type { Failure } from '#contract/failure.ts'
import type { SavedFile, ShellBridge } from '#contract/shell.ts'
import { afterTimeout } from '../core/after.ts'
import type { CoreClient } from '../core/client.ts'
import { failureOf } from '../core/failure.ts'
import { copyOf } from '../player/media-file.ts'
import { Actions } from './actions.svelte.ts'
import { Drawer } from './drawer.svelte.ts'
import type { Exportable } from './exporter.ts'
import { Keyboard } from './keyboard.ts'
import { Libraries } from './libraries.svelte.ts'
import { someWatchlist, type Place } from './places.ts'
import { Player } from './player.svelte.ts'
import { Preferences } from './preferences.svelte.ts'
import { StatusLine } from './status-line.svelte.ts'
import { Status } from './status.svelte.ts'
import type { TabMemory } from './tab-memory.ts'
import { SyncJobs } from './sync/sync-jobs.svelte.ts'
import { tellFound, tellOnDesktop } from './sync/tell-found.ts'
import { Tabs } from './tabs.svelte.ts'
import { Watchlists } from './watchlists.svelte.ts'

export type Overlay = 'none' | 'palette' | 'keys'

export interface Said {
  readonly sentence: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** How long a sentence stands in the status bar, in milliseconds. */
const saidFor = 8000

/**
 * Everything the window knows, made once in App and given by context (`getWorkspace`). Screens ask the core through `core`, open
 * places, add actions and fill the drawer and the status bar; they never import one another.
 */
export class Workspace {
  readonly core: CoreClient['core']
  readonly changes: CoreClient['changes']
  readonly bridge: ShellBridge
  readonly tabs: Tabs
  readonly actions = new Actions()
  readonly drawer = new Drawer()
  readonly statusLine = new StatusLine()
  readonly keyboard: Keyboard
  readonly mac: boolean
  readonly status: Status
  readonly preferences: Preferences
  readonly libraries: Libraries
  readonly watchlists: Watchlists
  readonly sync: SyncJobs
  readonly player: Player
  #overlay = $state<Overlay>('none')
  #paletteQuery = $state('')
  #said = $state.raw<Said>({ sentence: '' })
  #exporting = $state.raw<Exportable | null>(null)
  #updating = $state(false)
  /** What is told of files that the shell has yet to put somewhere, by their names. */
  readonly #handed = new Map<string, string>()
  #unsay = () => {}
  #trouble = $state.raw<{ readonly failure: Failure; readonly at: number } | null>(null)

  constructor(client: CoreClient, bridge: ShellBridge, memory: TabMemory, platform: string) {
    this.core = client.core
    this.changes = client.changes
    this.bridge = bridge
    this.mac = platform.startsWith('Mac')
    this.tabs = new Tabs(memory)
    this.keyboard = new Keyboard(this.actions, this.mac, afterTimeout, (sentence) => this.say(sentence))
    this.status = new Status(client.core, client.changes)
    this.preferences = new Preferences(client.core, client.changes)
    this.libraries = new Libraries(client.core, client.changes)
    this.watchlists = new Watchlists(client.core, client.changes)
    this.sync = new SyncJobs(client.core, client.changes, (error) => this.fail(error))
    tellFound({
      core: client.core,
      changes: client.changes,
      tell: (sentence) => {
        if (bridge.notify) bridge.notify(sentence).catch((error: unknown) => this.fail(error))
        else tellOnDesktop(sentence, () => this.open(someWatchlist))
      },
      fail: (error) => this.fail(error),
    })
    this.player = new Player({
      sound: new Audio(),
      recordingOf: (callId) => client.core.recordings.of({ callId }),
      findRecording: (callId) => client.core.recordings.find({ callId }),
      positionOf: async (callId) => (await client.core.notes.position({ callId }))?.seconds ?? null,
      // A comfort: on a profile that cannot be written, which is told of elsewhere, there is none.
      remember: (callId, seconds) => void client.core.notes.remember({ callId, seconds }).catch(() => {}),
      copyOf,
      changes: client.changes,
      after: afterTimeout,
    })
  }

  /** Resolves when the first frame can be drawn as the user left it. */
  async ready(): Promise<void> {
    void this.watchlists.read()
    void this.sync.read()
    await Promise.all([this.preferences.read(), this.libraries.read()])
  }

  open(place: Place): void {
    this.#overlay = 'none'
    this.tabs.open(place)
  }

  get overlay(): Overlay {
    return this.#overlay
  }

  /** What the palette's field holds when it opens. */
  get paletteQuery(): string {
    return this.#paletteQuery
  }

  openPalette(query = ''): void {
    this.#paletteQuery = query
    this.#overlay = 'palette'
  }

  openOverlay(overlay: Exclude<Overlay, 'palette'>): void {
    this.#overlay = overlay
  }

  closeOverlay(): void {
    this.#overlay = 'none'
  }

  /** The newest failure of something the user did, for which no view has a line of its own. */
  get trouble(): { readonly failure: Failure; readonly at: number } | null {
    return this.#trouble
  }

  /**
   * The one exit for what goes wrong outside a `Reading`: called off is silent, a failure is one sentence in the status bar, and
   * the console gets the cause, which holds no key (the window never has one).
   */
  fail(error: unknown): void {
    const failure = failureOf(error)
    if (failure === null) return
    console.error(error)
    this.#trouble = { failure, at: Date.now() }
  }

  /** What the last action did, in a short sentence ("Copied 12 figures."); shown in the status bar for a while and read out. */
  get said(): Said {
    return this.#said
  }

  say(sentence: string, action?: Said['action']): void {
    this.#unsay()
    this.#said = { sentence, ...(action && { action }) }
    this.#unsay = afterTimeout(saidFor, () => {
      this.#said = { sentence: '' }
    })
  }

  /** What the dialog asks how to save; null: it is closed. */
  get exporting(): Exportable | null {
    return this.#exporting
  }

  exportAs(what: Exportable | null): void {
    this.#exporting = what
  }

  /** The dialog that brings a workbook up to date is open. */
  get updating(): boolean {
    return this.#updating
  }

  updateWorkbook(isOpen: boolean): void {
    this.#updating = isOpen
  }

  /** A file was handed over, after others of the same table. Where the shell asks where to put it, that is told when it is there. */
  handedOver(fileName: string, words: string, after: readonly string[] = []): void {
    if (this.bridge.onSaved) this.#handed.set(fileName, words)
    else this.say(`Saved ${[...after, fileName].join(' and ')}, ${words}`)
  }

  /** The shell has put a file where the user said. */
  saved({ id, fileName, path }: SavedFile): void {
    const words = this.#handed.get(fileName)
    this.#handed.delete(fileName)
    const run = () => void this.bridge.showSaved?.(id)
    this.say(`Saved ${path}${words === undefined ? '.' : `, ${words}`}`, { label: 'Show in folder', run })
  }

  dismissTrouble(): void {
    this.#trouble = null
  }
}
