/**
 * Builds the groups of entries that the palette lists for a text: commands, securities, calls,
 * saved searches and more.
 */

import {
  Building2 as Building,
  Columns3 as Columns,
  Funnel,
  GitCompare,
  Globe,
  List,
  Mic,
  NotebookPen,
  Printer,
  TextSearch,
} from 'lucide'
import type { SavedItems } from '#contract/api/home.ts'
import type { SecurityHit } from '#contract/api/securities.ts'
import { isOnMarket, readTerminalSymbol } from '#contract/api/terminal-symbols.ts'
import { noteAuthor } from '../format/author-text.ts'
import { matchedWords, type TextPart } from '../format/matched-text.ts'
import type { IconOf } from '../ui/icon.ts'
import type { Action, ActionId } from '../app/actions.svelte.ts'
import type { PaperDocument } from '../app/paper-document.ts'
import {
  comparing,
  comparingCalls,
  companyViews,
  newScreen,
  type CompanyView,
  type TabLocation,
} from '../app/tab-locations.ts'
import { titleOf } from '../app/tab-title.ts'
import {
  asSymbol,
  companyCodes,
  readDocumentQuery,
  readQuery,
  viewOfCode,
  type DocumentKind,
  type DocumentQuery,
} from './company-codes.ts'
import { byMatch, matchTier, matchTiers } from './match-rank.ts'
import { viewOfName, type NamedPage } from './named-page.ts'

export interface PaletteEntry {
  readonly id: string
  readonly icon: IconOf | null
  /** Shown at the left in the monospaced font: `FA`, `VSPO`. */
  readonly code: string
  /** The parts that match the typed text are highlighted. */
  readonly title: readonly TextPart[]
  /** Shown at the right end, in the faintest color of text. */
  readonly note: string
  /** In the catalog's notation. */
  readonly keys: readonly string[]
  /** Why it cannot be run. */
  readonly off: string | null
  readonly does:
    | { readonly opens: TabLocation }
    /** Where its tab was left, or at its overview. */
    | { readonly opensCompany: string }
    | { readonly prints: PaperDocument }
    | { readonly runs: Action }
}

interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

export interface LatestCall {
  readonly callId: string
  readonly symbol: string
  readonly title: string
}

export const nothingSaved: SavedItems = { watchlists: [], comparisons: [], screens: [], searches: [], notes: [] }

/** What the entries of the palette are computed from. */
export interface PaletteContext {
  readonly text: string
  /** Stored securities that match the text; those of the previous text until they have arrived. */
  readonly hits: readonly SecurityHit[]
  /** What the text names in plain words. */
  readonly page: NamedPage | null
  readonly actions: readonly Action[]
  /** The user's keys of an action. */
  readonly keysOf: (id: ActionId) => readonly string[]
  /** The user's lists, comparisons, screens, searches and notes that the text's subject finds. */
  readonly saved: SavedItems
  /** Of the best matching company; null: none is stored, or none is wanted. */
  readonly latestCall: LatestCall | null
  /** Most recently opened first. */
  readonly recent: readonly TabLocation[]
  /** Symbols of the companies that are open, the most recently viewed first. */
  readonly open: readonly string[]
  readonly offline: boolean
}

interface RankedGroup {
  readonly group: PaletteGroup
  /** A tier of `matchTiers`, or above them. */
  readonly fit: number
}

export const serviceEntry = 'service'
/** Ranks above every tier of matches. */
const first = matchTiers.symbol + 1
const mostSecurities = 8
const mostRecent = 8
/** Stored statements do not tell whether these lists are stored. */
const lists: readonly CompanyView[] = ['timeline', 'calls', 'guidance', 'ratings', 'news']

/** The groups that fit the text, the one with the best entry first. */
export function paletteGroups(sight: PaletteContext): readonly PaletteGroup[] {
  const printed = readDocumentQuery(sight.text)
  // Any words may occur in a transcript, so a search of the transcripts is always offered.
  if (printed)
    return [
      ...documentGroups(printed, sight),
      ...(printed.subject === '' ? [] : [transcriptsGroup(null, sight.text.trim())]),
    ]
  const { view, subject: typed } = readQuery(sight.text)
  const terminal = readTerminalSymbol(typed)
  const subject = terminal?.symbol ?? typed
  const recent = (hit: SecurityHit) => recency(sight.open, hit.symbol)
  const securityFit = (hit: SecurityHit) =>
    hit.symbol === ''
      ? matchTiers.none
      : terminal && !isOnMarket(hit, terminal)
        ? matchTiers.letters
        : matchTier({ symbol: hit.symbol, name: hit.name, codes: identifiersOf(hit) }, subject)
  const securities = byMatch(sight.hits, securityFit, recent)
  const [best] = securities
  const named = best && subject !== '' ? best : null
  // The text is the code or the name of a view without a company after it, and no symbol of a company.
  const isSymbol = named?.symbol.toUpperCase() === subject.toUpperCase()
  const coded = view === null && !isSymbol ? viewOfCode(subject) : null
  const alone = coded ?? (view === null && !isSymbol ? viewOfName(subject) : null)
  // The company on screen offers its views itself; it is among those that are open, and may be the one that is named.
  const page = view === null ? sight.page : null
  const viewed = page?.kind === 'view' ? page : null
  const isShown = ({ id }: Action) => id === `company.${alone ?? viewed?.view ?? ''}`
  const actions = view === null ? fittingActions(sight).filter((action) => !isShown(action)) : []
  const isCommand = actions.some(({ code }) => code !== undefined && viewOfCode(code) === alone)
  const rankedViews = (): RankedGroup => {
    if (viewed)
      return {
        group: viewsGroup(viewed.view, viewed.hit.symbol, viewed.hit, sight),
        fit: matchTiers.nameBeginning,
      }
    if (alone === null)
      return {
        group: viewsGroup(view, subject, named, sight),
        fit: named && view === null ? securityFit(named) : first,
      }
    const group = viewsGroup(alone, '', null, sight)
    if (coded === null) return { group, fit: matchTiers.word }
    return { group, fit: isCommand ? matchTiers.beginning : matchTiers.code }
  }
  const groups: RankedGroup[] = [
    rankedViews(),
    { group: securitiesGroup(view, subject, securities, sight), fit: best ? securityFit(best) : matchTiers.none },
    {
      group: {
        id: 'commands',
        title: 'Commands',
        entries: actions.map((action) => actionEntry(action, subject, sight)),
      },
      fit: Math.max(
        matchTiers.none,
        ...actions.slice(0, 1).map((action) => actionFit(action, sight.keysOf(action.id), subject)),
      ),
    },
  ]
  const saved = savedGroup(subject, sight.saved)
  const ordered = [...groups, saved].toSorted((left, right) => right.fit - left.fit).map(({ group }) => group)
  const beyond = [serviceGroup(view, subject, sight), transcriptsGroup(view, typed)]
  return [
    ...recentGroups(sight),
    ...fullTextGroups(sight.text),
    ...compareGroups(sight.text),
    ...(page?.kind === 'comparison' ? [comparisonGroup('CMP', page.symbols)] : []),
    ...ordered,
    // Several words that match no company are most likely words from a transcript.
    ...(named === null && /\s/.test(subject) ? beyond.toReversed() : beyond),
  ]
    .map((group) => ({ ...group, entries: eachOnce(group.entries) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Two securities may share an id or a symbol, but the window needs a unique id for each entry. */
function eachOnce(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  return entries.filter(({ id }, at) => entries.findIndex((other) => other.id === id) === at)
}

/** A command that cannot run is listed when its words match, not when a few letters happen to match. */
function fittingActions({ actions, keysOf, text }: PaletteContext): readonly Action[] {
  const fit = (action: Action) => actionFit(action, keysOf(action.id), text)
  const listed = actions.filter(
    (action) => action.keysOnly !== true && (fit(action) > matchTiers.letters || (action.off?.() ?? null) === null),
  )
  return byMatch(listed, fit)
}

/** A punctuation key, such as `?`, finds its command. A letter does not: it begins a word. */
function actionFit({ title, code, words = [] }: Action, keys: readonly string[], text: string): number {
  const signs = keys.filter((key) => /^[^\p{L}\p{N}]$/u.test(key))
  const fit = matchTier({ name: title, codes: code === undefined ? signs : [...signs, code] }, text)
  return Math.max(fit, ...words.map((word) => Math.min(matchTiers.word, matchTier({ name: word }, text))))
}

/** The identifiers by which a security is found, in addition to its symbol; the CIK also without its leading zeros. */
function identifiersOf({ isin, cusip, figi, cik }: SecurityHit): readonly string[] {
  return [isin, cusip, figi, cik, cik?.replace(/^0+/, '') ?? null].filter((code) => code !== null)
}

/** For an empty field. */
function recentGroups({ text, recent }: PaletteContext): readonly PaletteGroup[] {
  if (text.trim() !== '' || recent.length === 0) return []
  const entries = recent.slice(0, mostRecent).map((location, index): PaletteEntry => {
    const { icon, strong, rest } = titleOf(location)
    return {
      id: `recent-${index}`,
      icon,
      code: strong,
      title: plain(rest),
      note: '',
      keys: [],
      off: null,
      does: { opens: location },
    }
  })
  return [{ id: 'recent', title: 'Recent', entries }]
}

/** Watchlists, comparisons, screens and searches by name, with or without the word for their kind; notes by their text. */
function savedGroup(subject: string, { watchlists, comparisons, screens, searches, notes }: SavedItems) {
  const entryOf = (entry: Pick<PaletteEntry, 'id' | 'icon' | 'note' | 'does'>, name: string): PaletteEntry => ({
    ...entry,
    code: '',
    title: matchedWords(name, subject),
    keys: [],
    off: null,
  })
  const lists = watchlists.map(({ id, name }) =>
    entryOf(
      { id: `list-${id}`, icon: List, note: 'watchlist', does: { opens: { screen: 'watchlists', id, name } } },
      name,
    ),
  )
  const compared = comparisons.map(({ id, name }) => {
    const location = { ...comparing([]), saved: id, name }
    return entryOf({ id: `comparison-${id}`, icon: Columns, note: 'comparison', does: { opens: location } }, name)
  })
  const screened = screens.map(({ id, name }) => {
    const does = { opens: { ...newScreen, saved: id, name } } as const
    return entryOf({ id: `screen-${id}`, icon: Funnel, note: 'screen', does }, name)
  })
  const searched = searches.map(({ id, name, query }) => {
    const does = { opens: { screen: 'text', query, view: 'hits' } } as const
    return entryOf({ id: `search-${id}`, icon: TextSearch, note: `saved search, ${query}`, does }, name)
  })
  const written = notes.map(({ id, callId, turn, note, author, editedAt }) =>
    entryOf(
      {
        id: `note-${id}`,
        icon: NotebookPen,
        note: author === null ? 'note' : `note by ${noteAuthor({ author, editedAt })}`,
        does: { opens: { screen: 'call', callId, title: 'Call', turn } },
      },
      note,
    ),
  )
  const named = { watchlist: watchlists, comparison: comparisons, screen: screens, 'saved search': searches }
  const names = Object.entries(named).flatMap(([kind, items]) =>
    items.map(({ name }) =>
      Math.max(
        matchTier({ name }, subject),
        Math.min(matchTiers.word, matchTier({ name: `${kind} ${name}` }, subject)),
      ),
    ),
  )
  // A name that holds the text within a word fits less than a word that begins so.
  const fit = subject === '' ? matchTiers.none : Math.max(matchTiers.letters, ...names)
  return {
    group: { id: 'saved', title: 'Saved', entries: [...lists, ...compared, ...screened, ...searched, ...written] },
    fit,
  }
}

/** Any words may have been said on a call. */
function transcriptsGroup(view: CompanyView | null, subject: string): PaletteGroup {
  const query = view === null && subject.length > 1 ? subject : null
  const entries: PaletteEntry[] =
    query === null
      ? []
      : [
          {
            id: 'transcripts',
            icon: TextSearch,
            code: '',
            title: plain(`Search transcripts for “${query}”`),
            note: '',
            keys: [],
            off: null,
            does: { opens: { screen: 'text', query, view: 'hits' } },
          },
        ]
  return { id: 'transcripts', title: 'Full text', entries }
}

/** The company's views by their codes; with nothing more, or a code alone, the companies that are open. */
function viewsGroup(
  view: CompanyView | null,
  subject: string,
  named: SecurityHit | null,
  { hits, open, offline, latestCall }: PaletteContext,
): PaletteGroup {
  const id = 'views'
  if (named) {
    const views = view === null ? companyViews : [view, ...companyViews.filter((other) => other !== view)]
    // The hit does not tell which of the company's calls are stored.
    const noteOf = (each: CompanyView) => (lists.includes(each) ? '' : onDiskWords(named, offline))
    return {
      id,
      title: named.name === '' ? named.symbol : named.name,
      entries: [
        ...(view === 'calls' && latestCall?.symbol === named.symbol ? [latestCallEntry(latestCall)] : []),
        ...views.map((each) => viewEntry(each, named.symbol, named.name, subject, noteOf(each))),
      ],
    }
  }
  if (subject !== '') return { id, title: '', entries: [] }
  if (view === null) return { id, title: 'Open companies', entries: openEntries(open, hits) }
  const entries = open.map((symbol) => viewEntry(view, symbol, nameOf(symbol, hits), subject, 'open'))
  return { id, title: companyCodes[view].title, entries }
}

function securitiesGroup(
  view: CompanyView | null,
  subject: string,
  securities: readonly SecurityHit[],
  { open }: PaletteContext,
): PaletteGroup {
  const listed = subject === '' ? securities.filter(({ symbol }) => !open.includes(symbol)) : securities
  return {
    id: 'securities',
    title: subject === '' ? 'Stored companies' : 'Stored securities',
    entries: listed.slice(0, mostSecurities).map((hit) => securityEntry(hit, view, subject)),
  }
}

function openEntries(open: readonly string[], hits: readonly SecurityHit[]): readonly PaletteEntry[] {
  return open.map((symbol) => ({
    id: `open-${symbol}`,
    icon: Building,
    code: symbol,
    title: plain(nameOf(symbol, hits) || symbol),
    note: 'open',
    keys: [],
    off: null,
    does: { opensCompany: symbol },
  }))
}

function latestCallEntry({ callId, title }: LatestCall): PaletteEntry {
  return {
    id: 'latest-call',
    icon: Mic,
    code: companyCodes.calls.codes[0],
    title: plain(`Latest call: ${title}`),
    note: '',
    keys: [],
    off: null,
    does: { opens: { screen: 'call', callId, title, turn: -1 } },
  }
}

function viewEntry(view: CompanyView, symbol: string, name: string, subject: string, note: string): PaletteEntry {
  const { codes, title, icon } = companyCodes[view]
  const company = [
    ...matchedWords(symbol, subject),
    ...(name === '' ? [] : [...plain(', '), ...matchedWords(name, subject)]),
  ]
  return {
    id: `${view}-${symbol}`,
    icon,
    code: codes[0],
    title: [...plain(`${title} for `), ...company],
    note,
    keys: [],
    off: null,
    does: { opens: { screen: 'company', symbol, view } },
  }
}

function securityEntry(hit: SecurityHit, view: CompanyView | null, subject: string): PaletteEntry {
  return {
    id: `security-${hit.id}`,
    icon: Building,
    code: hit.symbol,
    title: matchedWords(hit.name === '' ? hit.symbol : hit.name, subject),
    note: [hit.mic ?? hit.exchange, hit.figi ?? hit.isin].filter((part) => part !== null && part !== '').join(', '),
    keys: [],
    off: null,
    does: view === null ? { opensCompany: hit.symbol } : { opens: { screen: 'company', symbol: hit.symbol, view } },
  }
}

function actionEntry(action: Action, subject: string, { keysOf }: PaletteContext): PaletteEntry {
  return {
    id: `action-${action.id}`,
    icon: action.icon ?? null,
    code: action.code ?? '',
    title: matchedWords(action.title, subject),
    note: '',
    keys: keysOf(action.id).slice(0, 1),
    off: action.off?.() ?? null,
    does: { runs: action },
  }
}

/**
 * The search screen searches the service at once when it is opened with a text. With a code, a symbol that the library does not know is
 * opened as it was typed.
 */
function serviceGroup(view: CompanyView | null, subject: string, { hits, offline }: PaletteContext): PaletteGroup {
  const search: PaletteEntry = {
    id: serviceEntry,
    icon: Globe,
    code: '',
    title: plain(`Search all securities for “${subject}”`),
    note: offline ? 'offline: stored companies only' : '',
    keys: ['Mod+Enter'],
    off: null,
    does: { opens: { screen: 'search', query: subject, type: null } },
  }
  const symbol = view === null ? null : asSymbol(subject)
  const isKnown = hits.some((hit) => hit.symbol.toUpperCase() === symbol)
  const typed = view === null || symbol === null || isKnown ? [] : [viewEntry(view, symbol, '', '', 'as typed')]
  return { id: 'service', title: 'Search the service', entries: subject === '' ? [] : [...typed, search] }
}

/** `CMP HLDN KSTM`: compares these companies; `SCAT HLDN KSTM`: the same as a scatter. */
function compareGroups(text: string): readonly PaletteGroup[] {
  const [, code = '', list = ''] = /^\s*(CMP|SCAT)\s+(\S.*)$/i.exec(text) ?? []
  const words = list.trim().split(/[\s,;]+/)
  const symbols = [...new Set(words.map((word) => asSymbol(word)))].filter((symbol) => symbol !== null)
  return symbols.length === 0 ? [] : [comparisonGroup(code.toUpperCase(), symbols)]
}

function comparisonGroup(code: string, symbols: readonly string[]): PaletteGroup {
  const isScatter = code === 'SCAT'
  const entry: PaletteEntry = {
    id: 'compare',
    icon: Columns,
    code,
    title: [...plain(isScatter ? 'Scatter chart of ' : 'Compare '), { text: symbols.join(', '), hit: true }],
    note: '',
    keys: [],
    off: null,
    does: { opens: comparing(symbols, isScatter ? 'scatter' : 'spread') },
  }
  return { id: 'compare', title: 'Comparison', entries: [entry] }
}

const documentTitles: Readonly<Record<DocumentKind, string>> = {
  'tear-sheet': 'Tear sheet',
  brief: 'Earnings brief',
  'call-comparison': 'Latest call against previous call',
}

function documentOf(kind: DocumentKind, symbol: string): PaletteEntry['does'] {
  switch (kind) {
    case 'brief':
      return { prints: { kind, symbol, callId: null, asOf: null } }
    case 'tear-sheet':
      return { prints: { kind, symbol, asOf: null } }
    case 'call-comparison':
      return { opens: comparingCalls(symbol) }
    default:
      return kind satisfies never
  }
}

/** The companies that a document is offered for: the open ones until a company is typed, and a symbol as it was typed. */
function documentGroups(query: DocumentQuery, { hits, open }: PaletteContext): readonly PaletteGroup[] {
  const subject = readTerminalSymbol(query.subject)?.symbol ?? query.subject
  const typed = asSymbol(subject)
  const found =
    subject === ''
      ? open.map((symbol) => ({ symbol, name: nameOf(symbol, hits), note: 'open' }))
      : byMatch(hits, (hit) =>
          matchTier({ symbol: hit.symbol, name: hit.name, codes: identifiersOf(hit) }, subject),
        ).map(({ symbol, name }) => ({ symbol, name, note: '' }))
  const isKnown = found.some(({ symbol }) => symbol.toUpperCase() === typed)
  const companies = [...found, ...(typed === null || isKnown ? [] : [{ symbol: typed, name: '', note: 'as typed' }])]
  const entries = companies
    .filter(({ symbol }, at) => symbol !== '' && companies.findIndex((other) => other.symbol === symbol) === at)
    .slice(0, mostSecurities)
    .map(({ symbol, name, note }): PaletteEntry => ({
      id: `${query.kind}-${symbol}`,
      icon: query.kind === 'call-comparison' ? GitCompare : Printer,
      code: query.code,
      title: [
        ...plain(`${documentTitles[query.kind]} for `),
        ...matchedWords(symbol, subject),
        ...(name === '' ? [] : [...plain(', '), ...matchedWords(name, subject)]),
      ],
      note,
      keys: [],
      off: null,
      does: documentOf(query.kind, symbol),
    }))
  const title = query.kind === 'call-comparison' ? 'Call comparison' : 'Print'
  return entries.length === 0 ? [] : [{ id: 'documents', title, entries }]
}

/** `TS pricing OR mix`: everything after the code is the query. */
function fullTextGroups(text: string): readonly PaletteGroup[] {
  const query = /^\s*TS\s+(\S.*)$/i.exec(text)?.[1]?.trim()
  if (query === undefined) return []
  const entry: PaletteEntry = {
    id: 'full-text',
    icon: TextSearch,
    code: 'TS',
    title: [...plain('Search all transcripts for '), { text: query, hit: true }],
    note: '',
    keys: [],
    off: null,
    does: { opens: { screen: 'text', query, view: 'hits' } },
  }
  return [{ id: 'full-text', title: 'Full text', entries: [entry] }]
}

function onDiskWords({ hasFundamentals }: SecurityHit, offline: boolean): string {
  if (hasFundamentals) return 'stored'
  return offline ? 'not stored' : 'from the service'
}

function nameOf(symbol: string, hits: readonly SecurityHit[]): string {
  return hits.find((hit) => hit.symbol === symbol)?.name ?? ''
}

function recency(open: readonly string[], symbol: string): number | null {
  const index = open.indexOf(symbol)
  return index < 0 ? null : index
}

function plain(text: string): readonly TextPart[] {
  return [{ text, hit: false }]
}
