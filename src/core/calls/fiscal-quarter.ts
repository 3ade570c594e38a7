/** Infers the fiscal quarter that a call is about, from its title or its date. */

import type { InferredQuarter } from '#contract/api/calls.ts'
import { days } from '../duration.ts'

/** End of a stored fiscal period of the company. */
export interface PeriodEnd {
  readonly quarter: string
  readonly year: number
  /** Milliseconds since 1970 of the start of its last day in UTC. */
  readonly endsAt: number
}

type Quarter = InferredQuarter['quarter']

const ordinals: Readonly<Record<string, Quarter>> = {
  first: 'Q1',
  second: 'Q2',
  third: 'Q3',
  fourth: 'Q4',
  '1st': 'Q1',
  '2nd': 'Q2',
  '3rd': 'Q3',
  '4th': 'Q4',
  '1': 'Q1',
  '2': 'Q2',
  '3': 'Q3',
  '4': 'Q4',
}

const year = String.raw`(?:fy|f|fiscal(?: year)?|financial year|cy|year(?: ended)?)?[\s'’.,-]*(?<year>(?:19|20)\d\d|\d\d)(?:[/–-](?<until>\d{2,4}))?(?!\d|[.,]\d|%)`
const number = String.raw`(?<quarter>[1-4])`
const word = String.raw`(?<quarter>first|second|third|fourth|1st|2nd|3rd|4th)`
const between = String.raw`[\s,'’./:()-]*(?:(?:and|&)\s+(?:full|fiscal|fy|half|nine|first|six)[- ](?:year|months|half)?[\s,]*)?(?:results|earnings|call|of|for|the|ended|in)?[\s,'’(-]*(?:of |the )*`

/** Forms of a quarter in a title, most specific first; the year may be on either side. */
const writings: readonly RegExp[] = [
  String.raw`\bq\s?${number}${between}${year}`,
  String.raw`\b${number}\s?q${between}${year}`,
  String.raw`\bquarter\s+${number}${between}${year}`,
  String.raw`\b${word}[\s-]+(?:fiscal[\s-]+)?quarter${between}${year}`,
  String.raw`\b(?:fy|fiscal(?: year)?|financial year|year)?[\s'’]*(?<year>(?:19|20)\d\d)(?:[/–-](?<until>\d{2,4}))?[\s,'’(:-]*q\s?${number}\b`,
  String.raw`\bfy[\s'’]*(?<year>\d\d)(?!\d)[\s,'’(:-]*q\s?${number}\b`,
  String.raw`\b(?:fy|fiscal(?: year)?|financial year|year)?[\s'’]*(?<year>(?:19|20)\d\d)(?:[/–-](?<until>\d{2,4}))?[\s,'’(:-]*${number}\s?q\b`,
  String.raw`\b(?:fy|fiscal(?: year)?|financial year|year)?[\s'’]*(?<year>(?:19|20)\d\d)(?:[/–-](?<until>\d{2,4}))?[\s,'’(:-]*${word}[\s-]+quarter\b`,
].map((source) => new RegExp(source, 'i'))

const halves: readonly RegExp[] = [
  String.raw`\bh\s?(?<half>[12])${between}${year}`,
  String.raw`\b(?<half>[12])h\s?${between}${year}`,
  String.raw`\b(?<half>first|second|1st|2nd)[\s-]+half(?:[\s-]+year)?${between}${year}`,
  String.raw`\b(?:fy|fiscal(?: year)?)?[\s'’]*(?<year>(?:19|20)\d\d)(?:[/–-](?<until>\d{2,4}))?[\s,'’(:-]*h\s?(?<half>[12])\b`,
  String.raw`\b(?<half>half)[\s-]year(?:ly)?${between}${year}`,
].map((source) => new RegExp(source, 'i'))

const fullYears: readonly RegExp[] = [
  String.raw`\b(?:full[\s-]+year|annual results|year[\s-]end|preliminary results|fy|fiscal(?: year)?)${between}${year}`,
  String.raw`\b(?<year>(?:19|20)\d\d)(?:[/–-](?<until>\d{2,4}))?[\s,'’(:-]*(?:full[\s-]+year|annual results|year[\s-]end)\b`,
].map((source) => new RegExp(source, 'i'))

/** The quarter in a title, with the year if the title has one. */
export function quarterOfTitle(title: string): InferredQuarter | null {
  for (const writing of writings) {
    const found = writing.exec(title)?.groups
    const quarter = ordinals[found?.['quarter']?.toLowerCase() ?? '']
    if (found && quarter) return yearly(quarter, found)
  }
  for (const writing of halves) {
    const found = writing.exec(title)?.groups
    const half = found?.['half']?.toLowerCase()
    if (found && half) return yearly(half === '2' || half === 'second' || half === '2nd' ? 'Q4' : 'Q2', found)
  }
  for (const writing of fullYears) {
    const found = writing.exec(title)?.groups
    if (found) return yearly('FY', found)
  }
  return null
}

/** A fiscal year over two calendar years (`2025/26`) is named by its end. */
function yearly(
  quarter: Quarter,
  { year: from, until }: Readonly<Record<string, string | undefined>>,
): InferredQuarter | null {
  const written = Number(from)
  const firstYear = written < 100 ? 2000 + written : written
  const isSpan = until !== undefined && Number(until) % 100 === (firstYear + 1) % 100
  const at = isSpan ? firstYear + 1 : firstYear
  return at >= 1980 && at <= 2100 ? { quarter, year: at } : null
}

const quarterAlone = new RegExp(
  String.raw`\bq\s?${number}\b|\b(?<turned>[1-4])q\b|\b(?<spelled>first|second|third|fourth)[\s-]+quarter\b`,
  'i',
)
const noResults =
  /\b(conference|forum|summit|symposium|fireside|annual (general )?meeting|agm|investor day|capital markets? day|roadshow|merger|acquisition of)\b/i
const isResults = /\b(results|earnings|quarter|q[1-4]|[1-4]q|conference call|interim|half)\b/i

/** Days between the end of a period and the call that reports it. */
const soonest = 0
const latest = { quarter: 100, FY: 150 } as const

/**
 * The fiscal quarter of a call: by its title, else by its date against the company's stored period ends. Always shown as
 * inferred; null when neither tells.
 */
export function inferQuarter(
  titles: readonly (string | null)[],
  startedAt: number | null,
  periods: readonly PeriodEnd[],
): InferredQuarter | null {
  for (const title of titles) {
    const said = title && quarterOfTitle(title)
    if (said) return said
  }
  if (startedAt === null) return null
  const text = titles.filter((title) => title).join(' · ')
  if (noResults.test(text) && !isResults.test(text.replace(noResults, ''))) return null
  const groups = quarterAlone.exec(text)?.groups
  const alone = ordinals[(groups?.['quarter'] ?? groups?.['turned'] ?? groups?.['spelled'] ?? '').toLowerCase()]
  return lastEnded(periods, startedAt, alone)
}

function lastEnded(
  periods: readonly PeriodEnd[],
  startedAt: number,
  wanted: Quarter | undefined,
): InferredQuarter | null {
  let best: { readonly found: InferredQuarter; readonly since: number } | null = null
  for (const { quarter, year: fiscalYear, endsAt } of periods) {
    if (!isQuarter(quarter) || (wanted && quarter !== wanted)) continue
    const since = (startedAt - endsAt) / days
    if (!(since >= soonest && since <= (quarter === 'FY' ? latest.FY : latest.quarter))) continue
    // A quarter before the year that ends with it.
    const closer = best === null || since < best.since || (since === best.since && best.found.quarter === 'FY')
    if (closer) best = { found: { quarter, year: fiscalYear }, since }
  }
  return best?.found ?? null
}

function isQuarter(text: string): text is Quarter {
  return text === 'Q1' || text === 'Q2' || text === 'Q3' || text === 'Q4' || text === 'FY'
}
