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
  /** What it is called besides, in lower case. */
  readonly words: readonly string[]
  readonly icon: IconOf
}

export const companyCodes: Readonly<Record<CompanyView, CompanyCode>> = {
  overview: { codes: ['DES'], title: 'Overview', words: [], icon: LayoutDashboard },
  financials: {
    codes: ['FA'],
    title: 'Financials',
    words: ['statements', 'income statement', 'balance sheet', 'cash flow', 'fundamentals'],
    icon: Table,
  },
  timeline: { codes: ['EVT', 'EVTS'], title: 'Timeline', words: ['events'], icon: ChartGantt },
  profile: { codes: ['PROF'], title: 'Profile', words: [], icon: Building },
  calls: {
    codes: ['TRAN'],
    title: 'Calls',
    words: ['call', 'transcript', 'transcripts', 'earnings', 'earnings call', 'earnings calls'],
    icon: Mic,
  },
  guidance: { codes: ['GUID'], title: 'Guidance', words: ['outlook'], icon: Target },
  ratings: {
    codes: ['ANR'],
    title: 'Ratings',
    words: ['analyst ratings', 'price target', 'price targets'],
    icon: Gauge,
  },
  news: { codes: ['CN'], title: 'News', words: ['headlines'], icon: Newspaper },
  insights: { codes: ['INS'], title: 'Insights', words: ['filing text'], icon: Lightbulb },
  restatements: { codes: ['RST'], title: 'Restatements', words: ['restated'], icon: History },
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

/** A terminal's own keys are written as they are printed there: `VSPO US <Equity> FA <GO>`. */
export function readQuery(typed: string): PaletteQuery {
  const text = typed.replaceAll(/\s*<go>/gi, '').replaceAll(/<(\w+)>/g, '$1')
  const words = text.trim().split(/\s+/)
  const first = viewOfCode(words[0] ?? '')
  if (first !== null && (words.length > 1 || /\s$/.test(text))) {
    return { view: first, subject: words.slice(1).join(' ') }
  }
  const last = words.length > 1 ? viewOfCode(words.at(-1) ?? '') : null
  if (last !== null) return { view: last, subject: words.slice(0, -1).join(' ') }
  return { view: null, subject: text.trim() }
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

/** `TEAR VSPO`, `VSPO TEAR`, `VSPO tear sheet` or `DIFF VSPO`; null: no document is named. */
export function readDocumentQuery(text: string): DocumentQuery | null {
  const words = text.trim().split(/\s+/)
  if (words.length > 2 && words.slice(-2).join(' ').toLowerCase() === 'tear sheet')
    return { kind: 'tear-sheet', code: 'TEAR', subject: words.slice(0, -2).join(' ') }
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
