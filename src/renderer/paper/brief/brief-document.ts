/** The earnings brief as text and tables, from which its Word version is made. */

import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import { unitOf } from '#contract/api/figure-lines.ts'
import type { BriefCell, BriefFigures, BriefLine, BriefPeriod, EarningsBrief } from '#contract/api/brief.ts'
import type { DocumentBlock, EditableDocument } from '#contract/api/exports.ts'
import { formatCallDay } from '../../format/call-dates.ts'
import { sentencesText, targetText } from '../../format/contract-texts.ts'
import { formatCallTime, formatDay, formatInstantDay } from '../../format/dates.ts'
import { formatFigure, formatRestatement, formatScore } from '../../format/figures.ts'
import { opinionText } from '../../format/ratings-text.ts'
import { editableDocument, heading, paragraph, section, table, type TableColumn } from '../word-blocks.ts'
import { changeCell, figureCell, paperScale } from '../paper-figures.ts'
import { meaningsText, splitHeadMark } from '../paper-marks.ts'
import type { PaperSettings } from '../paper-settings.ts'
import { runningHead } from '../running-head.ts'
import { briefSources, type BriefSources } from './brief-sources.ts'
import {
  callText,
  cellMarks,
  changeCellOf,
  figureMarks,
  footOf,
  againstText,
  listed,
  passagesText,
  questionsText,
  rangesText,
  restatedText,
  shortPeriodName,
  sinceText,
  spokenOfCallText,
  speakerText,
  subjectOf,
} from './brief-text.ts'

/** The brief as text and tables: all that is in the library, also what the page has no room for. Pure. */
export function briefDocument(brief: EarningsBrief, settings: PaperSettings, title: string): EditableDocument {
  const sources = briefSources(brief)
  const wanted = (name: string, blocks: () => readonly DocumentBlock[]) => (settings.shows(name) ? blocks() : [])
  return editableDocument(settings, {
    title,
    kind: 'Earnings brief',
    running: runningHead(settings, 'Earnings brief', brief.at),
    name: `${brief.company ?? brief.symbol} ${subjectOf(brief)}`,
    subtitle: `${brief.symbol}, ${callText(brief)}`,
    foot: footOf(brief, settings),
    blocks: [
      ...wanted('lead', () => paragraph(sentencesText(brief.lead), 'lead')),
      ...wanted('figures', () =>
        brief.figures ? [...figureBlocks(brief.figures, sources), ...spokenBlocks(brief)] : [],
      ),
      ...wanted('tone', () => toneBlocks(brief, sources)),
      ...wanted('topics', () => topicBlocks(brief, sources)),
      ...wanted('said', () => saidBlocks(brief, sources)),
      ...wanted('questions', () => questionBlocks(brief, sources)),
      ...wanted('ratings', () => ratingBlocks(brief, sources)),
      ...wanted('restatements', () => changeBlocks(brief, sources)),
      ...wanted('news', () => newsBlocks(brief, sources)),
      ...section(
        heading('Sources', null),
        sources.rows.flatMap(({ number, text }) => paragraph(`${number} ${text}.`, 'note')),
        paragraph([...sources.absent, ...(brief.figures?.splits ?? [])].join(' '), 'note'),
      ),
    ],
  })
}

const figureColumn = (head: string, width = 52): TableColumn => ({ head, width, isFigure: true })

function marked(cell: BriefCell, line: BriefLine, period: BriefPeriod): string {
  return [...cellMarks(cell, line, period), figureCell(cell.value, line.unit).text].join(' ')
}

function figureBlocks(figures: BriefFigures, sources: BriefSources): DocumentBlock[] {
  const { current, previous, yearAgo, notStored } = figures
  const head = (period: typeof current) =>
    figureColumn(
      `${[...splitHeadMark(period.remarks), fiscalPeriodName(period)].join(' ')} ${period.endPeriod === null ? 'not stored' : formatDay(period.endPeriod)}`,
      60,
    )
  const columns: TableColumn[] = [
    { head: 'Reported currency, millions, except per share', width: 130 },
    head(current),
    ...(previous ? [head(previous), figureColumn('q/q')] : []),
    ...(yearAgo ? [head(yearAgo), figureColumn('y/y')] : []),
  ]
  const note = listed(
    notStored ? `${fiscalPeriodName(notStored)} not stored: latest stored` : againstText(figures),
    meaningsText(figureMarks(figures)),
  )
  const rows = figures.lines.map((line) => ({
    rank: line.rank === 'share' ? ('sub' as const) : line.rank === 'total' ? ('total' as const) : ('plain' as const),
    cells: [
      line.label,
      marked(line.current, line, current),
      ...(previous ? [marked(line.previous, line, previous), changeCellOf(line, line.sequential).text] : []),
      ...(yearAgo ? [marked(line.yearAgo, line, yearAgo), changeCellOf(line, line.yearOverYear).text] : []),
    ],
  }))
  return section(heading('Figures', sources.numberOf('fundamentals'), note), table(columns, rows))
}

function spokenBlocks(brief: EarningsBrief): readonly DocumentBlock[] {
  const text = spokenOfCallText(brief)
  return text === '' ? [] : paragraph(`${text}.`, 'note')
}

function toneBlocks({ tone }: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  const columns = [{ head: 'Call', width: 120 }, figureColumn('Prepared'), figureColumn('Q&A'), figureColumn('Call')]
  const rows = tone.map(({ quarter, startedAt, prepared, qa, call }) => ({
    cells: [
      listed(quarter ? shortPeriodName(quarter) : '', startedAt === null ? '' : formatCallDay(startedAt)),
      ...[prepared, qa, call].map((score) => formatScore(score)),
    ],
  }))
  return section(
    heading('Sentiment', sources.numberOf('transcript'), `average per call, ${tone.length} stored`),
    table(columns, rows),
  )
}

function topicBlocks({ topics }: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  if (!topics) return []
  const hasPrevious = topics.terms[0]?.before !== null
  const columns = [
    { head: 'Term', width: 120 },
    figureColumn('This call'),
    ...(hasPrevious ? [figureColumn('Previous call')] : []),
  ]
  const rows = topics.terms.map(({ term, now, before }) => ({
    cells: [term, String(now), ...(hasPrevious ? [String(before ?? 0)] : [])],
  }))
  return section(
    heading('Topics', sources.numberOf('transcript'), 'mentions in Q&A'),
    table(columns, rows),
    paragraph(topics.added.length === 0 ? '' : `New on this call: ${topics.added.join(', ')}.`),
    paragraph(topics.dropped.length === 0 ? '' : `Not mentioned again: ${topics.dropped.join(', ')}.`),
  )
}

function saidBlocks({ passages, language }: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  return section(
    heading('Quotes', sources.numberOf('transcript'), passagesText(passages)),
    passages.flatMap((passage) => [
      ...paragraph(passage.text, 'quote', language),
      ...paragraph(speakerText(passage), 'note'),
    ]),
  )
}

function questionBlocks({ questions, language }: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  if (!questions) return []
  const timed = (quote: { readonly start: number | null; readonly text: string } | null) =>
    quote === null ? '' : `${quote.start === null ? '' : `${formatCallTime(quote.start)} `}${quote.text}`
  const columns = [
    { head: 'Firm and analyst', width: 100 },
    { head: 'First question, and its time in the recording', width: 240, language },
    { head: 'First sentence of the answer', width: 240, language },
    figureColumn('Sentiment', 56),
  ]
  const rows = questions.firms.map(({ firm, analyst, sentiment, question, answer }) => ({
    cells: [
      listed(firm ?? '', analyst),
      timed(question),
      answer ? `${timed(answer)} (${answer.speaker})` : 'no company answer',
      formatScore(sentiment),
    ],
  }))
  return section(
    heading('Questions by firm', sources.numberOf('transcript'), questionsText(questions)),
    table(columns, rows),
  )
}

function ratingBlocks(brief: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  const columns = [
    { head: 'Date', width: 60 },
    { head: 'Firm', width: 120 },
    { head: 'Rating', width: 140 },
    ...['Previous', 'Target', 'Change'].map((head) => figureColumn(head, 60)),
  ]
  const rows = brief.ratings.entries.map((entry) => ({
    rank: entry.kind === 'up' || entry.kind === 'down' ? ('total' as const) : ('plain' as const),
    cells: [
      entry.at === null ? '' : formatInstantDay(entry.at),
      entry.firmName ?? '',
      opinionText(entry),
      entry.previousTarget ? targetText(entry.previousTarget.target) : '',
      entry.target ? targetText(entry.target) : '',
      entry.targetChange === null ? '' : changeCell(entry.targetChange, 'money').text,
    ],
  }))
  const note = listed(sinceText(brief), rangesText(brief.ratings))
  return section(heading('Ratings', sources.numberOf('ratings'), note), table(columns, rows))
}

function changeBlocks({ restatements }: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  const columns = [
    { head: 'Period', width: 70 },
    { head: 'Line', width: 200 },
    ...['Previous', 'Restated', 'Change'].map((head) => figureColumn(head, 60)),
    { head: 'Detected', width: 60 },
  ]
  const rows = restatements.changes.map((changed) => {
    const { field, previous, current } = changed
    const unit = unitOf(field)
    const change = typeof previous === 'number' && typeof current === 'number' ? current - previous : null
    return {
      cells: [
        fiscalPeriodName(changed),
        changed.label,
        formatFigure(previous, unit, paperScale),
        formatFigure(current, unit, paperScale),
        change === null ? '' : formatRestatement(change, unit, paperScale),
        formatInstantDay(changed.seenAt),
      ],
    }
  })
  const note = restatedText(restatements)
  return section(heading('Restatements', sources.numberOf('fundamentals'), note), table(columns, rows))
}

function newsBlocks(brief: EarningsBrief, sources: BriefSources): DocumentBlock[] {
  const columns = [
    { head: '', width: 60 },
    { head: '', width: 500 },
  ]
  const rows = brief.news.map(({ at, headline, catalyst }) => ({
    cells: [at === null ? '' : formatInstantDay(at), headline ?? catalyst ?? ''],
  }))
  return section(heading('News', sources.numberOf('news'), sinceText(brief)), table(columns, rows))
}
