/**
 * Terminal codes of company views and documents, as Bloomberg users type them (`VSPO FA`), and how
 * the palette parses them.
 */

import {
  Building2 as Building,
  ChartGantt,
  Gauge,
  History,
  LayoutDashboard,
  Lightbulb,
  Mic,
  Newspaper,
  Table,
  Target,
} from 'lucide'
import type { PaperDocument } from '../app/paper-document.ts'
import type { IconOf } from '../ui/icon.ts'
import { companyViews, type CompanyView } from '../app/tab-locations.ts'

interface CompanyCode {
  /** Codes of Bloomberg users, before or after the symbol; the first one is shown. */
  readonly codes: readonly [string, ...string[]]
  /** Stands before "of VSPO, Vesper Optics". */
  readonly title: string
  readonly icon: IconOf
}

export const companyCodes: Readonly<Record<CompanyView, CompanyCode>> = {
  overview: { codes: ['DES'], title: 'Overview', icon: LayoutDashboard },
  financials: { codes: ['FA'], title: 'Financials', icon: Table },
  timeline: { codes: ['EVT', 'EVTS'], title: 'Timeline', icon: ChartGantt },
  profile: { codes: ['PROF'], title: 'Profile', icon: Building },
  calls: { codes: ['TRAN'], title: 'Calls', icon: Mic },
  guidance: { codes: ['GUID'], title: 'Guidance', icon: Target },
  ratings: { codes: ['ANR'], title: 'Ratings', icon: Gauge },
  news: { codes: ['CN'], title: 'News', icon: Newspaper },
  insights: { codes: ['INS'], title: 'Insights', icon: Lightbulb },
  restatements: { codes: ['RST'], title: 'Restatements', icon: History },
}

/** `FA`, `fa`: the view of the code. */
export function viewOfCode(word: string): CompanyView | null {
  return companyViews.find((view) => companyCodes[view].codes.includes(word.toUpperCase())) ?? null
}

interface PaletteQuery {
  /** Named by a code: `FA VSPO` or `VSPO FA`. */
  readonly view: CompanyView | null
  /** The remaining text: symbol, name, or words of a command. */
  readonly subject: string
}

export function readQuery(text: string): PaletteQuery {
  const words = text.trim().split(/\s+/)
  const first = viewOfCode(words[0] ?? '')
  if (first !== null && (words.length > 1 || /\s$/.test(text))) {
    return { view: first, subject: words.slice(1).join(' ') }
  }
  const last = words.length > 1 ? viewOfCode(words.at(-1) ?? '') : null
  if (last !== null) return { view: last, subject: words.slice(0, -1).join(' ') }
  return { view: null, subject: text.trim() }
}

export interface TitledQuery {
  readonly view: CompanyView
  /** As typed. */
  readonly symbol: string
}

/** `VSPO guidance` or `guidance VSPO`; null: no view is named by its title. The two words may also be meant as words of a call. */
export function readTitledQuery(text: string): TitledQuery | null {
  const [first, second, ...more] = text.trim().split(/\s+/)
  if (first === undefined || second === undefined || more.length > 0) return null
  for (const [title, symbol] of [
    [first, second],
    [second, first],
  ] as const) {
    const view = companyViews.find((each) => companyCodes[each].title.toLowerCase() === title.toLowerCase())
    if (view !== undefined && asSymbol(symbol) !== null) return { view, symbol }
  }
  return null
}

/** What a company has besides its views: documents, and the comparison of its latest call with the previous one. */
export type DocumentKind = PaperDocument['kind'] | 'call-comparison'

/** By what a Bloomberg user types before or after the symbol. */
const documentCodes: Readonly<Record<string, DocumentKind>> = {
  TEAR: 'tear-sheet',
  BRF: 'brief',
  DIFF: 'call-comparison',
}

export interface DocumentQuery {
  readonly kind: DocumentKind
  readonly code: string
  /** Symbol or name; empty: none yet. */
  readonly subject: string
}

/** `TEAR VSPO`, `VSPO TEAR` or `DIFF VSPO`; null: no document is named. */
export function readDocumentQuery(text: string): DocumentQuery | null {
  const words = text.trim().split(/\s+/)
  // Behind more than one word it is a word of a text: "wear and tear".
  const places = words.length === 2 ? [0, 1] : [0]
  const at = places.find((index) => Object.hasOwn(documentCodes, (words[index] ?? '').toUpperCase()))
  if (at === undefined || (words.length === 1 && !/\s$/.test(text))) return null
  const code = (words[at] ?? '').toUpperCase()
  const kind = documentCodes[code]
  if (kind === undefined) return null
  // "tear sheet" is the title of the command; before a symbol it is the code.
  const isTitle = code === 'TEAR' && words[1]?.toLowerCase() === 'sheet'
  if (isTitle && words.length === 2) return null
  return { kind, code, subject: words.filter((_, index) => index !== at && !(isTitle && index === 1)).join(' ') }
}

/** A text that may be a symbol although the library does not know it. */
export function asSymbol(subject: string): string | null {
  const text = subject.toUpperCase()
  return /^[A-Z0-9][A-Z0-9.:^=/*-]{0,31}$/.test(text) ? text : null
}
