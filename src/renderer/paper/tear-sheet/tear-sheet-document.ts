/** The tear sheet as text and tables, from which its Word version is made. */

import { comparedLines } from '#contract/api/figure-lines.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { DocumentBlock, EditableDocument } from '#contract/api/exports.ts'
import { formatLongCallDay } from '../../format/call-dates.ts'
import { sentencesText, targetText } from '../../format/contract-texts.ts'
import type { SheetTable, TearSheetFacts } from '#contract/api/tear-sheet.ts'
import { noteDay } from '../../format/author-text.ts'
import { formatCallTime, formatDay, formatInstantDay } from '../../format/dates.ts'
import { formatFigure, formatGrowth, formatScore } from '../../format/figures.ts'
import { filingPair, filingRows, newTopics } from '../../format/filing-text.ts'
import { changesText, opinionsText, opinionText } from '../../format/ratings-text.ts'
import { editableDocument, heading, paragraph, section, table, type TableColumn } from '../word-blocks.ts'
import { paperScale } from '../paper-figures.ts'
import { meaningsText, splitHeadMark } from '../paper-marks.ts'
import { usualDisclaimer, type PaperSettings } from '../paper-settings.ts'
import { runningHead } from '../running-head.ts'
import { balanceRows } from './balance-sheet-rows.ts'
import { checksText, restatedText } from './checks-text.ts'
import { companyRows } from './company-rows.ts'
import { definitions } from './definitions.ts'
import { marksIn, quarterRows, sheetRows, yearRows, type SheetRow } from './tear-sheet-rows.ts'
import type { SheetSources } from './tear-sheet-sources.ts'

export interface SheetDocumentOptions {
  readonly facts: TearSheetFacts
  readonly sources: SheetSources
  readonly settings: PaperSettings
  readonly asOf: number
  readonly title: string
}

/** The tear sheet as text and tables: all that is in the library, also what two pages have no room for. Pure. */
export function sheetDocument(options: SheetDocumentOptions): EditableDocument {
  const { facts, sources, settings, asOf, title } = options
  const { figures } = facts
  const wanted = (name: string, blocks: () => readonly DocumentBlock[]) => (settings.shows(name) ? blocks() : [])
  const latest = figures?.quarters.columns.at(-1)?.stored ?? figures?.years.columns.at(-1)?.stored ?? null
  return editableDocument(settings, {
    title,
    kind: 'Tear sheet',
    running: runningHead(settings, 'Tear sheet', asOf),
    name: facts.name ?? facts.symbol,
    subtitle: latest ? `${facts.symbol}, ${fiscalPeriodName(latest)} to ${formatDay(latest.endPeriod)}` : facts.symbol,
    foot: [
      ...(facts.isSample ? ['Sample data: every figure is invented.'] : []),
      settings.disclaimer.trim() || usualDisclaimer,
    ].join(' '),
    blocks: [
      ...wanted('latest', () =>
        section(
          heading(figures?.basis === 'annual' ? 'Latest year' : 'Latest quarter', sources.latest),
          paragraph(sentencesText(figures?.sentences ?? []), 'lead'),
        ),
      ),
      ...wanted('company', () => companyBlocks(options)),
      ...wanted('balance', () => balanceBlocks(options)),
      ...wanted('checks', () => checkBlocks(options)),
      ...wanted('ratios', () => ratioBlocks(options)),
      ...wanted('years', () =>
        figures ? periodBlocks('Fiscal years', figures.years, sheetRows(yearRows, figures.years, 10), options) : [],
      ),
      ...wanted('quarters', () =>
        figures?.basis === 'quarterly'
          ? periodBlocks('Quarters', figures.quarters, sheetRows(quarterRows, figures.quarters, 8), options)
          : [],
      ),
      ...wanted('call', () => callBlocks(options)),
      ...wanted('ratings', () => ratingBlocks(options)),
      ...wanted('news', () =>
        section(
          heading('News', sources.numberOf('news')),
          table(
            [
              { head: '', width: 60 },
              { head: '', width: 500 },
            ],
            facts.news.entries.map(({ at, headline }) => ({
              cells: [at === null ? '' : formatInstantDay(at), headline ?? 'No headline'],
            })),
          ),
        ),
      ),
      ...wanted('filing-text', () => filingBlocks(options)),
      ...wanted('notes', () =>
        section(
          heading('Notes', null, `${facts.notes.entries.length} of ${facts.notes.total}, latest first`),
          facts.notes.entries.flatMap((entry) => paragraph(`${entry.note.trim()} (${noteDay(entry)})`, 'quote')),
        ),
      ),
      ...section(
        heading('Sources', null),
        sources.rows.flatMap(({ number, record, request, fetched, hash }) =>
          paragraph(`${number} ${record}, ${request}, fetched ${fetched}, sha256 ${hash}.`, 'note'),
        ),
        paragraph([...sources.origins, ...sources.absent, ...definitions(facts), figureWords(facts)].join(' '), 'note'),
      ),
    ],
  })
}

const figureColumn = (head: string, width = 52): TableColumn => ({ head, width, isFigure: true })
const pairs: readonly TableColumn[] = [
  { head: '', width: 160 },
  { head: '', width: 400 },
]

function companyBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  if (!facts.security) return []
  const { record } = facts.security
  const yearEnd = facts.figures?.years.columns.at(-1)?.stored?.endPeriod ?? null
  return section(
    heading('Company', sources.numberOf('security')),
    paragraph(record['company_info.description'] ?? ''),
    table(
      pairs,
      companyRows(record, yearEnd).map(({ label, value }) => ({ cells: [label, value] })),
    ),
  )
}

function balanceBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const balance = facts.figures?.balance
  if (!balance) return []
  return section(
    heading('Balance sheet', sources.latest, `${formatDay(balance.period.endPeriod)}, millions`),
    table(
      [{ head: '', width: 200 }, figureColumn('', 80), { head: '', width: 280 }],
      balanceRows(balance.lines).map(({ label, rank, cell }) => ({ rank, cells: [label, cell.text, ''] })),
    ),
  )
}

function checkBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const { figures } = facts
  if (!figures) return []
  const { tie, rest, year } = checksText(figures)
  const restated =
    figures.restated.figures.length > 0
      ? `Restated: ${restatedText(figures.restated)}`
      : 'No restatements since first download.'
  return section(heading('Checks', sources.latest), paragraph([tie, rest, restated, year].join(' ')))
}

function ratioBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const ratios = facts.figures?.ratios
  if (!ratios) return []
  return section(
    heading('Ratios as stored', sources.latest, fiscalPeriodName(ratios.period)),
    table(
      [{ head: '', width: 200 }, figureColumn('', 80), { head: '', width: 280 }],
      Object.entries(ratios.lines).flatMap(([field, figure]) => {
        const line = comparedLines.get(field)
        if (figure === null) return []
        return [{ cells: [line?.label ?? field, formatFigure(figure, line?.unit ?? 'ratio', paperScale), ''] }]
      }),
    ),
  )
}

function periodBlocks(
  title: string,
  { columns, twelveMonths }: SheetTable,
  rows: readonly SheetRow[],
  { sources }: SheetDocumentOptions,
): DocumentBlock[] {
  const count = rows[0]?.cells.length ?? 0
  return section(
    heading(
      title,
      sources.numberOf(title === 'Quarters' ? 'quarters' : 'years'),
      ['reported currency, millions, except per share', meaningsText(marksIn(rows))]
        .filter((part) => part !== '')
        .join('; '),
    ),
    table(
      [
        { head: '', width: 110 },
        ...columns
          .slice(-count)
          .map((column) =>
            figureColumn(withMarks(fiscalPeriodName(column), splitHeadMark(column.stored?.remarks ?? [])), 46),
          ),
        ...(twelveMonths ? [figureColumn('LTM', 46)] : []),
      ],
      rows.map(({ label, rank, cells, twelveMonths: total }) => ({
        rank: rank === 'growth' || rank === 'sub' ? ('sub' as const) : rank,
        cells: [
          label,
          ...cells.map(({ text, marks }) => withMarks(text, marks)),
          ...(twelveMonths ? [total ? withMarks(total.text, total.marks) : ''] : []),
        ],
      })),
    ),
  )
}

/** "r t 1,296.8": marks precede their figure, as on the printed page. */
function withMarks(text: string, marks: readonly string[]): string {
  return [...marks, text].join(' ')
}

function figureWords({ figures }: TearSheetFacts): string {
  return figures ? 'Negative figures in parentheses. n/a: not stored; n.m.: not meaningful.' : ''
}

function callBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const { call } = facts
  if (!call) return []
  const { entry, sentiment, previousSentiment } = call
  const note = [
    entry.quarter === null ? entry.title : fiscalPeriodName(entry.quarter),
    ...(entry.startedAt === null ? [] : [formatLongCallDay(entry.startedAt)]),
  ].join(', ')
  if (!sentiment)
    return section(heading('Latest call', null, note), paragraph('The transcript of this call is not downloaded.'))
  const parts = [
    ['Prepared remarks', 'prepared'],
    ['Q&A', 'qa'],
    ['Call', 'call'],
  ] as const
  const time = (start: number | null) => (start === null ? '' : formatCallTime(start))
  return section(
    heading('Latest call', sources.numberOf('call'), note),
    table(
      [
        { head: 'Sentiment', width: 200 },
        figureColumn('This call', 80),
        figureColumn('Previous call', 80),
        { head: '', width: 200 },
      ],
      parts.map(([label, part]) => ({
        cells: [label, formatScore(sentiment[part]), formatScore(previousSentiment?.[part] ?? null), ''],
      })),
    ),
    call.passages.flatMap(({ text, start, speaker, role }) => [
      ...paragraph(text, 'quote', call.language),
      ...paragraph([time(start), [speaker, role ?? ''].filter((part) => part !== '').join(', ')].join(' '), 'note'),
    ]),
    table(
      [
        { head: 'Time', width: 50 },
        { head: 'Analyst', width: 220 },
        { head: 'Terms', width: 220, language: call.language },
        figureColumn('Sentiment', 60),
      ],
      call.questioners.map(({ start, organization, name, terms, sentiment: score }) => ({
        cells: [
          time(start),
          [organization ?? '', name].filter((part) => part !== '').join(', '),
          terms.join(', '),
          formatScore(score),
        ],
      })),
    ),
  )
}

function ratingBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const { ratings } = facts
  if (ratings.latest.length === 0) return []
  return section(
    heading('Ratings', sources.numberOf('ratings'), opinionsText(ratings)),
    table(
      [
        { head: 'Date', width: 60 },
        { head: 'Firm', width: 140 },
        { head: 'Rating', width: 140 },
        ...['Previous', 'Target', 'Change'].map((head) => figureColumn(head, 60)),
      ],
      ratings.latest.map((entry) => ({
        rank: entry.kind === 'up' || entry.kind === 'down' ? ('total' as const) : ('plain' as const),
        cells: [
          entry.at === null ? '' : formatInstantDay(entry.at),
          entry.firmName ?? 'Firm not stated',
          opinionText(entry),
          entry.previousTarget ? targetText(entry.previousTarget.target) : '',
          entry.target ? targetText(entry.target) : '',
          entry.targetChange === null ? '' : formatGrowth(entry.targetChange),
        ],
      })),
    ),
    paragraph(`${changesText(ratings).replace(/^last/, 'Last')}.`),
  )
}

function filingBlocks({ facts, sources }: SheetDocumentOptions): DocumentBlock[] {
  const { latest, before } = filingPair(facts.filingText)
  if (!latest) return []
  const topics = newTopics(latest, before)
  return section(
    heading('Filing text', sources.latest, 'calculated by the service'),
    table(
      [
        { head: '', width: 240 },
        figureColumn(fiscalPeriodName(latest), 80),
        ...(before ? [figureColumn(fiscalPeriodName(before), 80), figureColumn('Change', 80)] : []),
      ],
      filingRows(latest, before)
        .filter(({ now }) => now !== 'n/a')
        .map((row) => ({ cells: [row.label, row.now, ...(before ? [row.before, row.changeText] : [])] })),
    ),
    paragraph(topics.length === 0 ? '' : `New topics: ${topics.join(', ')}.`),
  )
}
