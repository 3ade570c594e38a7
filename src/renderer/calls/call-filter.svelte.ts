/**
 * The filter of the list of calls: view, companies, text, time range, download state and so on.
 */

import type { CallDownload } from '#contract/api/call-downloads.ts'
import type { CallFilter, CallView } from '#contract/api/calls.ts'
import { ListFilter } from '../app/list-filter.svelte.ts'
import type { CallsView } from '../app/tab-locations.ts'
import { rangeOf } from '../app/time-range.ts'
import { startOfCallDay } from '../format/call-dates.ts'
import { statusText } from './call-labels.ts'

export const downloadText: Readonly<Record<CallDownload, string>> = {
  missing: 'Not downloaded',
  transcript: 'Transcript downloaded',
  recording: 'Recording downloaded',
  downloading: 'Recording downloading',
  failed: 'Download failed',
}

const viewText: Readonly<Record<Exclude<CallView, 'all'>, string>> = {
  unread: 'unread',
  new: 'new',
  hits: 'with hits',
}

/** A view is not a filter that the user set: it is named by what it lists. */
const emptyView: Readonly<Record<Exclude<CallView, 'all'>, string>> = {
  unread: 'No unread calls.',
  new: 'No new calls.',
  hits: 'No calls with hits.',
}

/** Older calls at the service are listed without being downloaded: they are neither unread nor new, and have no hits. */
export function mayMatchOlder({ view, download }: CallFilter): boolean {
  return view === undefined && (download === undefined || download === 'missing')
}

interface CallListFilterOptions {
  /** The saved search whose hits are counted until the user chooses; null: there is no saved search. */
  readonly firstSearch?: () => string | null
  /** The last state of the list. */
  readonly left?: CallsView
  /** The user changed what `left` has. */
  readonly onchange?: () => void
}

/** The filter of a list of calls. */
export class CallListFilter extends ListFilter {
  /** As received from the service; empty: any. */
  status = $state('')
  download = $state<CallDownload | ''>('')
  view = $state<CallView>('all')
  /** Null: the user wants no hits. Undefined: the user has not chosen. */
  #chosenSearch = $state<string | null>()
  readonly #firstSearch: () => string | null
  readonly #now: () => number
  readonly #onchange: () => void
  readonly filter: CallFilter = $derived.by(() => this.#asFilter())

  constructor(
    symbols: () => string,
    now: () => number,
    { firstSearch = () => null, left = {}, onchange = () => {} }: CallListFilterOptions = {},
  ) {
    super(symbols)
    this.#now = now
    this.#firstSearch = firstSearch
    this.#onchange = onchange
    super.text = left.text ?? ''
    if (left.search !== undefined) this.#chosenSearch = left.search === '' ? null : left.search
  }

  override get text(): string {
    return super.text
  }

  override set text(text: string) {
    super.text = text
    this.#onchange()
  }

  /** The saved search whose hits are counted; null: none. */
  get search(): string | null {
    return this.#chosenSearch === undefined ? this.#firstSearch() : this.#chosenSearch
  }

  set search(id: string | null) {
    this.#chosenSearch = id
    if (id === null && this.view === 'hits') this.view = 'all'
    this.#onchange()
  }

  /** The state that is restored when the list is opened again. */
  get left(): Pick<CallsView, 'text' | 'search'> {
    return {
      ...(this.text !== '' && { text: this.text }),
      ...(this.#chosenSearch !== undefined && { search: this.#chosenSearch ?? '' }),
    }
  }

  override get isNarrowed(): boolean {
    return super.isNarrowed || this.status !== '' || this.download !== '' || this.view !== 'all'
  }

  override get chosen(): readonly string[] {
    const own = [
      this.status === '' ? '' : statusText(this.status),
      this.download === '' ? '' : downloadText[this.download].toLowerCase(),
      this.view === 'all' ? '' : viewText[this.view],
    ]
    return [...super.chosen, ...own.filter((words) => words !== '')]
  }

  /** A view without any other filter. */
  get isViewAlone(): boolean {
    return this.view !== 'all' && this.chosen.length === 1
  }

  override noMatch(many: string): string {
    return this.view !== 'all' && this.isViewAlone ? emptyView[this.view] : super.noMatch(many)
  }

  override clear(): void {
    super.clear()
    this.status = ''
    this.download = ''
    this.view = 'all'
  }

  #asFilter(): CallFilter {
    const symbols = this.companies
    const text = this.text.trim()
    const { from, to } = rangeOf(this, this.#now(), startOfCallDay)
    return {
      ...(symbols && { symbols }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(this.status !== '' && { status: this.status }),
      ...(text !== '' && { text }),
      ...(this.download !== '' && { download: this.download }),
      ...(this.view !== 'all' && { view: this.view }),
      ...(this.search !== null && { search: this.search }),
    }
  }
}
