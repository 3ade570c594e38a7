/**
 * The window's state of one workspace: its tabs, watchlists, jobs, player and requests. Screens get
 * it through `getWorkspace`.
 */

import type { Workspace } from '#contract/api/workspaces.ts'
import type { Failure } from '#contract/failure.ts'
import type { SavedFile, ShellBridge } from '#contract/shell.ts'
import { afterTimeout } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core, CoreClient } from '../core-client/client.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import { copyOf } from '../player/media-file.ts'
import type { Announcer } from '../ui/announcements/announcer.svelte.ts'
import { Actions } from './actions.svelte.ts'
import { Drafts, type Draft } from './drafts.svelte.ts'
import { Drawer } from './drawer.svelte.ts'
import type { Exportable } from './exporter.ts'
import type { Forbidden } from './policy-reasons.ts'
import { KeyMap } from './commands/key-map.svelte.ts'
import { Keyboard } from './keyboard.ts'
import type { Workspaces } from './workspaces.svelte.ts'
import type { PaperDocument } from './paper-document.ts'
import { companyViews, notifiedLocation, type TabLocation } from './tab-locations.ts'
import { Player } from './player-state.svelte.ts'
import type { Preferences } from './preferences.svelte.ts'
import { RecentItems } from './recent-items.ts'
import { openLocation } from './open-location.ts'
import { recentLinks } from './recent-links.ts'
import { StatusLine } from './status-line.svelte.ts'
import type { Status } from './status.svelte.ts'
import { LatestMessage, type StatusMessage } from './status-message.svelte.ts'
import { storeForReload, readTabSet, readForReload, tabSetOf, type TabHistory } from './tab-history.ts'
import { TabSaver } from './tab-saver.ts'
import { SyncJobs } from './sync/sync-jobs.svelte.ts'
import { notifyFound, notifyOnDesktop } from './sync/notify-found.ts'
import { Tabs } from './tabs.svelte.ts'
import { Booklets } from './booklets.svelte.ts'
import type { UpdateCheck } from './update-check.svelte.ts'
import { Alerts } from './alerts/alerts.svelte.ts'
import type { ReloadWhenReplaced } from './reload-when-replaced.ts'
import { Watchlists } from './watchlists.svelte.ts'

type Overlay = 'none' | 'palette' | 'keys'

/** What outlives a workspace in the window: see `AppState`. */
export interface WorkspaceDependencies {
  readonly client: CoreClient
  readonly bridge: ShellBridge
  readonly memory: TabHistory
  /** Id of the window: see `windowId`. */
  readonly window: string
  readonly mac: boolean
  /** Of the system's formats: see `systemLocale`. */
  readonly locale: string
  readonly announcer: Announcer
  readonly status: Status
  readonly preferences: Preferences
  readonly workspaces: Workspaces
  readonly updates: UpdateCheck
  readonly reloading: ReloadWhenReplaced
  /** Forbidden by the administrator. */
  readonly forbidden: Forbidden
}

/** Milliseconds to wait for the tabs; a window without tabs is better than none. */
const tabsLimit = 5000

/**
 * The window's state of one workspace, created whenever the workspace is opened and provided by context (`getWorkspace`). Screens send
 * requests through `core`, open locations, add actions and fill the drawer and the status bar; they never import one another. Another
 * workspace has its own tabs, commands, drawers and requests.
 */
export class WorkspaceState {
  readonly id: string
  readonly core: Core
  readonly changes: Pick<Changes, 'listen'>
  readonly bridge: ShellBridge
  readonly tabs: Tabs
  readonly actions = new Actions()
  readonly drawer = new Drawer()
  readonly statusLine = new StatusLine()
  /** The keys of every command. */
  readonly keys: KeyMap
  readonly keyboard: Keyboard
  readonly mac: boolean
  /** Of the system's formats: see `systemLocale`. */
  readonly locale: string
  readonly status: Status
  readonly preferences: Preferences
  readonly workspaces: Workspaces
  readonly updates: UpdateCheck
  readonly reloading: ReloadWhenReplaced
  readonly drafts: Drafts
  readonly recentItems: RecentItems
  readonly watchlists: Watchlists
  readonly alerts: Alerts
  readonly sync: SyncJobs
  readonly booklets = new Booklets()
  readonly player: Player
  #overlay = $state<Overlay>('none')
  #paletteQuery = $state('')
  readonly #said = new LatestMessage(afterTimeout)
  #exporting = $state.raw<Exportable | null>(null)
  #updating = $state(false)
  #printing = $state.raw<PaperDocument | null>(null)
  /** Messages for files that the shell has not saved yet, by file name. */
  readonly #handed = new Map<string, string | null>()
  /** The playback position that is being saved. */
  #saving: Promise<void> = Promise.resolve()
  #trouble = $state.raw<{ readonly failure: Failure; readonly at: number } | null>(null)
  readonly #app: Pick<WorkspaceDependencies, 'announcer' | 'forbidden'>
  readonly #left: AbortController
  readonly #memory: TabHistory
  readonly #tabSaver: TabSaver

  private constructor(
    app: WorkspaceDependencies,
    id: string,
    left: AbortController,
    core: Core,
    tabs: ReturnType<typeof readTabSet>,
  ) {
    const { client, bridge, memory, mac, locale, status, preferences, workspaces, updates, reloading } = app
    this.#left = left
    this.#memory = memory
    const changes = client.changes.until(this.#left.signal)
    this.id = id
    this.core = core
    this.changes = changes
    this.bridge = bridge
    this.mac = mac
    this.locale = locale
    this.status = status
    this.preferences = preferences
    this.workspaces = workspaces
    this.updates = updates
    this.reloading = reloading
    this.#app = app
    this.#tabSaver = new TabSaver(async (set) => {
      await core.tabs.save({ window: app.window, set })
    })
    this.tabs = new Tabs({
      history: memory.history,
      workspace: id,
      saved: tabs?.saved ?? null,
      changed: () => this.saveTabs(),
    })
    this.keys = new KeyMap(preferences, { mac, isProgram: bridge.kind === 'electron' })
    this.keyboard = new Keyboard(this.actions, this.keys.keysOf, mac, afterTimeout, (sentence) => this.say(sentence))
    changes.listen(({ kind }) => {
      // What was saved while the connection was down is lost.
      if (kind === 'reconnected') this.saveTabs()
      if (kind === 'recent') this.#showRecent().catch((error: unknown) => this.fail(error))
    })
    this.recentItems = new RecentItems({
      remember: async (item) => {
        await core.home.recordOpened(item)
        await this.#showRecent()
      },
      after: afterTimeout,
      fail: (error) => this.fail(error),
    })
    this.drafts = new Drafts({ core, changes, after: afterTimeout, now: () => Date.now() })
    this.watchlists = new Watchlists(core, changes)
    this.alerts = new Alerts(core, changes)
    this.sync = new SyncJobs(core, changes, (error) => this.fail(error))
    notifyFound({
      core,
      changes,
      notify: ({ sentence, screen }) => {
        if (bridge.notify) bridge.notify(sentence, screen).catch((error: unknown) => this.fail(error))
        else notifyOnDesktop(sentence, () => this.open(notifiedLocation(screen)))
      },
      fail: (error) => this.fail(error),
    })
    this.player = new Player({
      sound: new Audio(),
      recordingOf: (callId) => core.recordings.read({ callId }),
      findRecording: (callId, signal) => core.recordings.refresh({ callId }, { signal }),
      positionOf: async (callId) => (await core.notes.position({ callId }))?.seconds ?? null,
      // Not essential: a read-only profile is reported elsewhere.
      remember: (callId, seconds, duration) => {
        this.#save(core.notes.savePosition({ callId, seconds, ...(duration && { recordingSeconds: duration }) }))
      },
      rememberEnd: (callId, duration) => {
        const end = { secondsPlayed: duration, ...(duration > 0 && { recordingSeconds: duration }) }
        this.#save(core.notes.savePosition({ callId, seconds: 0, ...end }))
      },
      copyOf,
      changes,
      after: afterTimeout,
      say: (sentence) => this.say(sentence),
    })
  }

  /** The workspace that the core has open, as the window left it. */
  static async open(app: WorkspaceDependencies, id: string): Promise<WorkspaceState> {
    const left = new AbortController()
    const core = app.client.inWorkspace(id, left.signal)
    const reloaded = readTabSet(readForReload(app.memory.storage, id))
    const opened = openTabs(app, core)
    const tabs = reloaded ?? readTabSet((await opened.catch(() => ({ set: null }))).set)
    // A reload requests them too, so that the core knows whose tabs they are, but does not wait.
    opened.catch(() => {})
    const workspace = new WorkspaceState(app, id, left, core, tabs)
    if (tabs?.playing) void workspace.player.restore(tabs.playing)
    workspace.saveTabs()
    // Before any field is mounted that restores a draft.
    await workspace.drafts.read()
    void workspace.watchlists.read()
    void workspace.alerts.read()
    void workspace.sync.read()
    workspace.#showRecent().catch((error: unknown) => workspace.fail(error))
    return workspace
  }

  /** Saves which tabs are open and what the player has loaded: for a reload now, for another start in a moment. */
  saveTabs(): void {
    if (this.#left.signal.aborted) return
    const { callId, title } = this.player
    const set = tabSetOf(this.tabs.saved, callId === null ? null : { callId, title })
    storeForReload(this.#memory.storage, this.id, set)
    this.#tabSaver.save(set)
  }

  /** On the program's icon, in place of what another workspace left there. */
  async #showRecent(): Promise<void> {
    if (!this.bridge.showRecent) return
    const { items } = await this.core.home.recent()
    await this.bridge.showRecent(recentLinks(items))
  }

  #save(saving: Promise<unknown>): void {
    this.#saving = saving.then(
      () => {},
      () => {},
    )
  }

  /** Resolves when all that the window has yet to save of the workspace is saved. */
  async leave(): Promise<void> {
    this.player.savePosition()
    await Promise.all([this.#saving, this.#tabSaver.flush(), this.drafts.flush()])
  }

  /** Final: open requests are cancelled, and no more are sent. */
  close(): void {
    this.#left.abort()
    this.booklets.cancel()
    this.recentItems.close()
    this.player.close()
    this.#said.close()
  }

  open(location: TabLocation): void {
    this.#overlay = 'none'
    openLocation({ tabs: this.tabs, say: (sentence, action) => this.say(sentence, action) }, location)
    this.recentItems.opened(location)
  }

  /** Opens a company where its tab was left or, without a tab, at its overview. */
  openCompany(symbol: string): void {
    this.open(this.companyLocation(symbol))
  }

  companyLocation(symbol: string): TabLocation {
    return this.tabs.ofCompany(symbol) ?? { screen: 'company', symbol, view: companyViews[0] }
  }

  /** Read each time: the workspace may be created while the window still reads the policy. */
  get forbidden(): Forbidden {
    return this.#app.forbidden
  }

  /** Name, service and key of this workspace. While the window opens another one, it still shows this one. Null once it is deleted. */
  get details(): Workspace | null {
    return this.workspaces.all.find(({ id }) => id === this.id) ?? null
  }

  get overlay(): Overlay {
    return this.#overlay
  }

  /** The text of the palette's field when it opens. */
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

  /** The latest failure of a user action that no view shows itself. */
  get trouble(): { readonly failure: Failure; readonly at: number } | null {
    return this.#trouble
  }

  /**
   * Reports every error that occurs outside a `Query`. A cancellation is ignored. A failure is one sentence in the status bar, and
   * the console gets its cause, which holds no key (the window never has one).
   */
  fail(error: unknown): void {
    const failure = failureToShow(error)
    if (failure === null) return
    console.error(error)
    this.#trouble = { failure, at: Date.now() }
  }

  /** The result of the last action ("Copied 12 figures."), which was read out too. */
  get said(): StatusMessage {
    return this.#said.on(this.tabs.active.id)
  }

  say(sentence: string, action?: StatusMessage['action']): void {
    this.#app.announcer.say(this.#said.show(sentence, this.tabs.active.id, action))
  }

  /** Esc or Cancel discards the typed text; it can be restored until another message follows. */
  giveUp(draft: Draft, reopen: () => void): void {
    const { subject, text } = draft
    const wasDirty = draft.isDirty
    draft.discard()
    if (!wasDirty) return
    const run = () => {
      this.drafts.restore(subject, text)
      reopen()
    }
    this.say(`Not saved: ${subject.title}.`, { label: 'Undo', run })
  }

  /** The subject of the export dialog; null: it is closed. */
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

  showUpdateDialog(isOpen: boolean): void {
    this.#updating = isOpen
  }

  /** The document in the print dialog; null: it is closed. */
  get printing(): PaperDocument | null {
    return this.#printing
  }

  print(document: PaperDocument | null): void {
    this.#overlay = 'none'
    this.#printing = document
  }

  /**
   * A file was passed to the shell, after others of the same table. A shell that lets the user choose the folder reports when it is saved.
   * `words` on it follow its name.
   */
  handedOver(fileName: string, words: string | null = null, after: readonly string[] = []): void {
    if (this.bridge.onSaved) this.#handed.set(fileName, words)
    else this.say(savedText([...after, fileName].join(' and '), words))
  }

  /** The shell has saved a file where the user chose. */
  saved({ id, fileName, path }: SavedFile): void {
    const words = this.#handed.get(fileName) ?? null
    this.#handed.delete(fileName)
    const run = () => void this.bridge.showSaved?.(id)
    this.say(savedText(path, words), { label: 'Show in folder', run })
  }

  dismissTrouble(): void {
    this.#trouble = null
  }
}

function savedText(what: string, words: string | null): string {
  return words === null ? `Saved ${what}.` : `Saved ${what}, ${words}`
}

/** The tabs that the core has for the window. */
async function openTabs({ bridge, window }: WorkspaceDependencies, core: Core) {
  const others = (await bridge.thisWindow?.())?.others ?? []
  return core.tabs.open({ window, others: [...others] }, { context: { limit: tabsLimit } })
}
