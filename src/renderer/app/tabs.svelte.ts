/** The open tabs of one workspace, the active one, and their steps back and forward. */

import { homeLocation, isHome, sameLocation, tabKey, type TabLocation } from './tab-locations.ts'
import { readHistoryEntry, type SavedTabs, type TabHistory, type HistoryEntry } from './tab-history.ts'

interface TabsDependencies {
  readonly history: TabHistory['history']
  /** Id of the workspace that they belong to. */
  readonly workspace: string
  /** The tabs as the window left them; null: it has not been in this workspace. */
  readonly saved: SavedTabs | null
  /** Told after every change of the tabs or of where they are. */
  readonly changed: (saved: SavedTabs) => void
}

type ArrivalListener = (location: TabLocation, previous: TabLocation) => void

export interface Tab {
  /** `tabKey` of its location: one company, one tab. */
  readonly id: string
  readonly location: TabLocation
}

/**
 * The open tabs of one workspace, the active one, and the way back. Steps are the browser's own history entries, so that its back
 * button, the mouse's and Alt+Left all do the same; none leads into another workspace.
 */
export class Tabs {
  #tabs = $state.raw<readonly Tab[]>([])
  /** Ids of the tabs on screen: one, or two side by side. */
  #panes = $state.raw<readonly string[]>([''])
  #focused = $state(0)
  /** Ids of tabs, the most recently active first. */
  #recent = $state.raw<readonly string[]>([])
  #seen = $state.raw<ReadonlySet<string>>(new Set())
  #depth = $state(0)
  #top = $state(0)
  /** Depth at which this workspace was opened. */
  #floor = $state(0)
  #closed = $state.raw<readonly TabLocation[]>([])
  readonly #history: TabHistory['history']
  readonly #workspace: string
  readonly #changed: (saved: SavedTabs) => void
  readonly #arrivalListeners = new Map<string, ArrivalListener>()

  constructor({ history, workspace, saved, changed }: TabsDependencies) {
    this.#history = history
    this.#workspace = workspace
    this.#changed = changed
    this.#restore(saved ?? { locations: [], active: 0, otherPane: -1 })
  }

  get all(): readonly Tab[] {
    return this.#tabs
  }

  /** The tab that has the keys. */
  get active(): Tab {
    const tab = this.#find(this.#activeId) ?? this.#tabs[0]
    if (tab === undefined) throw new Error('the last tab can’t be closed')
    return tab
  }

  /** The visible tabs, from left to right: one, or two side by side. */
  get panes(): readonly Tab[] {
    const panes = this.#panes.map((id) => this.#find(id)).filter((tab) => tab !== undefined)
    return panes.length > 0 ? panes : [this.active]
  }

  get canSplit(): boolean {
    return this.#panes.length > 1 || this.#tabs.length > 1
  }

  /** The location of the most recently active company tab among the open ones. */
  get lastCompany(): TabLocation | null {
    const locations = this.#recent.map((id) => this.#find(id)?.location)
    return locations.find((location) => location?.screen === 'company') ?? null
  }

  /** The last location in a company's open tab; null: it has none. */
  ofCompany(symbol: string): TabLocation | null {
    const locations = this.#tabs.map(({ location }) => location)
    return locations.find((location) => location.screen === 'company' && location.symbol === symbol) ?? null
  }

  get activeIndex(): number {
    return this.#tabs.indexOf(this.active)
  }

  /** Tabs that were on screen since the window opened, and Home: only they are drawn, so that restoring many costs nothing. */
  isSeen(tab: Tab): boolean {
    return this.#seen.has(tab.id)
  }

  /** Draws Home off screen, so that the key that leads to it shows it at once. Meant for when the window is idle. */
  drawHome(): void {
    const home = this.#tabs.find(({ location }) => isHome(location))
    if (home) this.#see(home.id)
  }

  get canGoBack(): boolean {
    return this.#depth > this.#floor
  }

  get canGoForward(): boolean {
    return this.#depth < this.#top
  }

  get canReopen(): boolean {
    return this.#closed.length > 0
  }

  /** Opens a location in the tab that shows the same subject, or in a new tab at the end. A step in the history. */
  open(location: TabLocation): void {
    const here = this.#find(this.#activeId)
    const unmoved = here !== undefined && sameLocation(here.location, location)
    const previous = this.#put(location)
    if (!unmoved) {
      this.#depth += 1
      this.#top = this.#depth
      this.#history.pushState(this.#visit(location), '')
    }
    this.#store()
    this.#announceArrival(location, previous)
  }

  /**
   * Calls the screen of a tab whenever the tab is sent to another location: by a link, the command field or the history, not by
   * `refine`. Ends when the returned function is called.
   */
  onArrival(id: string, listener: ArrivalListener): () => void {
    this.#arrivalListeners.set(id, listener)
    return () => {
      if (this.#arrivalListeners.get(id) === listener) this.#arrivalListeners.delete(id)
    }
  }

  /**
   * Changes where an open tab is without a step in the history: for what changes while typing. Another tab may be active by the time
   * that the typing pauses.
   */
  refine(location: TabLocation): void {
    const id = tabKey(location)
    const tab = this.#find(id)
    if (!tab) return
    this.#relocate(tab, location)
    if (id === this.#activeId) this.#history.replaceState(this.#visit(location), '')
    this.#store()
  }

  activate(id: string): void {
    const tab = this.#tabs.find((one) => one.id === id)
    if (tab) this.open(tab.location)
  }

  /** Counted from 0; −1 is the last. */
  activateAt(index: number): void {
    const tab = this.#tabs.at(index)
    if (tab) this.open(tab.location)
  }

  /** The tab so many positions to the right; after the last comes the first. */
  step(by: number): void {
    this.activateAt((this.activeIndex + by + this.#tabs.length) % this.#tabs.length)
  }

  /** Closes a tab; its right neighbor replaces it. Home stays. */
  close(id: string): void {
    const tab = this.#find(id)
    if (!tab || isHome(tab.location)) return
    this.addClosed([tab.location])
    this.remove(id)
  }

  /** As closed ones that can be opened again, the last one first. */
  addClosed(locations: readonly TabLocation[]): void {
    this.#closed = [...this.#closed, ...locations.filter((location) => !isHome(location))]
  }

  /** Like `close`, of a tab that is open elsewhere from now on. */
  remove(id: string): void {
    const index = this.#tabs.findIndex((tab) => tab.id === id)
    const tab = this.#tabs[index]
    if (!tab || isHome(tab.location)) return
    const rest = this.#tabs.filter((one) => one !== tab)
    this.#tabs = rest
    this.#seen = new Set([...this.#seen].filter((seen) => seen !== id))
    if (this.#panes.includes(id)) this.#closePane(id, (rest[index] ?? rest.at(-1))?.location ?? homeLocation)
    this.#store()
  }

  /** Gives the keys to the other of two tabs side by side, as a click into its page does. It is no step in the history. */
  focusPane(id: string): void {
    const pane = this.#panes.indexOf(id)
    const tab = this.#find(id)
    if (pane < 0 || pane === this.#focused || !tab) return
    this.#put(tab.location)
    this.#store()
  }

  /** Shows the previously active tab next to the active one; with two already side by side, the active one alone. */
  toggleSplit(): void {
    const before = this.#recent.find((id) => id !== this.#activeId && this.#find(id) !== undefined)
    const other = before ?? this.#tabs.find((tab) => tab.id !== this.#activeId)?.id
    if (this.#panes.length > 1 || other === undefined) {
      this.#panes = [this.#activeId]
      this.#focused = 0
    } else {
      this.#panes = [this.#activeId, other]
      this.#see(other)
    }
    this.#store()
  }

  /** The tab closed last, where it was left. */
  reopen(): void {
    const location = this.#closed.at(-1)
    if (!location) return
    this.#closed = this.#closed.slice(0, -1)
    this.open(location)
  }

  /** Puts a tab at `index`, as counted without it. Home stays first. */
  reorder(id: string, index: number): void {
    const tab = this.#tabs.find((one) => one.id === id)
    if (!tab || isHome(tab.location)) return
    const rest = this.#tabs.filter((one) => one !== tab)
    const at = Math.max(1, index)
    this.#tabs = [...rest.slice(0, at), tab, ...rest.slice(at)]
    this.#store()
  }

  /** Why a tab cannot be moved to the left (−1) or right (1); null: it can. */
  whyUnmovable(id: string, by: -1 | 1): string | null {
    const at = this.#tabs.findIndex((tab) => tab.id === id)
    if (at <= 0) return 'Home can’t be moved'
    const [first, last] = [1, this.#tabs.length - 1]
    return at === (by < 0 ? first : last) ? `already ${by < 0 ? 'first' : 'last'}` : null
  }

  /** Moves a tab one place, which needs no pointer; does nothing where it cannot be moved. */
  move(id: string, by: -1 | 1): void {
    if (this.whyUnmovable(id, by) !== null) return
    this.reorder(id, this.#tabs.findIndex((tab) => tab.id === id) + by)
  }

  back(): void {
    if (this.canGoBack) this.#history.back()
  }

  forward(): void {
    if (this.canGoForward) this.#history.forward()
  }

  /**
   * The browser went to another step: the state of its `popstate` event. A tab closed since opens again. From a step of another
   * workspace the browser is sent back to where it was.
   */
  arrive(state: unknown): void {
    const visit = readHistoryEntry(state)
    if (!visit) return
    if (visit.workspace !== this.#workspace || visit.depth < this.#floor) {
      this.#history.go(this.#depth - visit.depth)
      return
    }
    const previous = this.#put(visit.location)
    this.#depth = visit.depth
    this.#top = Math.max(this.#top, visit.depth)
    this.#store()
    this.#announceArrival(visit.location, previous)
  }

  #announceArrival(location: TabLocation, previous: TabLocation | undefined): void {
    if (previous && !sameLocation(previous, location))
      this.#arrivalListeners.get(tabKey(location))?.(location, previous)
  }

  #visit(location: TabLocation): HistoryEntry {
    return { workspace: this.#workspace, location, depth: this.#depth, floor: this.#floor }
  }

  /** Opens the location in its tab, which is created if missing, and shows that tab. Returns where the tab was before. */
  #put(location: TabLocation): TabLocation | undefined {
    const id = tabKey(location)
    const here = this.#tabs.find((tab) => tab.id === id)
    if (!here) this.#tabs = [...this.#tabs, { id, location }]
    else this.#relocate(here, location)
    const pane = this.#panes.indexOf(id)
    if (pane >= 0) this.#focused = pane
    else this.#panes = this.#panes.with(this.#focused, id)
    this.#recent = [id, ...this.#recent.filter((one) => one !== id)]
    this.#see(id)
    return here?.location
  }

  #relocate(tab: Tab, location: TabLocation): void {
    if (sameLocation(tab.location, location)) return
    this.#tabs = this.#tabs.map((one) => (one === tab ? { id: tab.id, location } : one))
  }

  #see(id: string): void {
    if (!this.#seen.has(id)) this.#seen = new Set([...this.#seen, id])
  }

  get #activeId(): string {
    return this.#panes[this.#focused] ?? ''
  }

  #find(id: string): Tab | undefined {
    return this.#tabs.find((tab) => tab.id === id)
  }

  /** With two panes the other one stays; with one it shows `next`. */
  #closePane(id: string, next: TabLocation): void {
    const other = this.#find(this.#panes.find((pane) => pane !== id) ?? '')
    if (other) {
      this.#panes = [other.id]
      this.#focused = 0
    }
    this.open(other?.location ?? next)
  }

  /** In the form in which a new window receives them. */
  get saved(): SavedTabs {
    const locations = this.#tabs.map((tab) => tab.location)
    return { locations, active: this.activeIndex, otherPane: this.#otherPaneIndex }
  }

  #store(): void {
    this.#changed(this.saved)
  }

  get #otherPaneIndex(): number {
    const other = this.#panes.find((id) => id !== this.#activeId)
    return this.#tabs.findIndex((tab) => tab.id === other)
  }

  #restore(saved: SavedTabs): void {
    const ids = new Set(saved.locations.map(tabKey))
    const restored = [...ids]
      .flatMap((id) => saved.locations.find((location) => tabKey(location) === id) ?? [])
      .map(tabOf)
    const [active, other] = [saved.locations[saved.active], saved.locations[saved.otherPane]].map(
      (location) => location && tabKey(location),
    )
    this.#tabs = [tabOf(homeLocation), ...restored.filter(({ location }) => !isHome(location))]
    const last = readHistoryEntry(this.#history.state)
    const isReload = last?.workspace === this.#workspace
    this.#depth = last === null ? 0 : isReload ? last.depth : last.depth + 1
    this.#floor = isReload ? last.floor : this.#depth
    this.#top = this.#depth
    this.#put(this.#find(active ?? '')?.location ?? homeLocation)
    if (other !== undefined && other !== this.#activeId && this.#find(other) !== undefined) {
      this.#recent = [...this.#recent, other]
      this.#panes = [this.#activeId, other]
      this.#see(other)
    }
    const visit = this.#visit(this.active.location)
    if (last === null || isReload) this.#history.replaceState(visit, '')
    else this.#history.pushState(visit, '')
  }
}

function tabOf(location: TabLocation): Tab {
  return { id: tabKey(location), location }
}
