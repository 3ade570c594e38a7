import type { CallDownload } from '#contract/api/call-downloads.ts'
import type { CallFilter, CallView } from '#contract/api/calls.ts'
import { ListFilter } from '../app/list-filter.svelte.ts'
import { rangeOf } from '../app/time-range.ts'
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

/** What a list of calls is narrowed to. */
export class CallListFilter extends ListFilter {
  /** As the service writes it; empty: any. */
  status = $state('')
  download = $state<CallDownload | ''>('')
  view = $state<CallView>('all')
  /** The saved search whose hits are counted; null: none. */
  search = $state<string | null>(null)
  readonly #now: () => number
  readonly filter: CallFilter = $derived.by(() => this.#asFilter())

  constructor(symbols: () => string, now: () => number) {
    super(symbols)
    this.#now = now
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

  override noMatch(many: string): string {
    return this.view !== 'all' && this.chosen.length === 1 ? emptyView[this.view] : super.noMatch(many)
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
    const { from, to } = rangeOf(this, this.#now())
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
