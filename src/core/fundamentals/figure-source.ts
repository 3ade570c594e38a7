import type { DeskAnswers, DeskQuestions } from '#contract/desk/desk.ts'
import type { Tie } from '#contract/desk/financials.ts'
import type { Mark } from '#contract/desk/provenance.ts'
import type { Reader } from '../database/handles.ts'
import { fail } from '../failure-error.ts'
import { getAnswer, getRecord, getRevisions, type Revision } from '../ledger/ledger-store.ts'
import { fieldAt, stepsTo } from './restated.ts'
import { readBothEditions, readContent, readPeriod, type StoredPeriod } from './series.ts'
import { SeriesTies } from './series-ties.ts'

type FigureSource = DeskAnswers['source']['figure']

/**
 * Where one stored figure comes from, as known at a moment or now. Throws `not-in-library` when the record is not there, or was not
 * there then.
 */
export function figureSource(
  db: Reader,
  { recordId, field, asKnownOn }: DeskQuestions['source']['figure'],
): FigureSource {
  const record = getRecord(db, recordId) ?? fail({ kind: 'not-in-library' })
  const revisions = getRevisions(db, recordId)
  const held = revisions.findIndex(({ knownFrom }) => asKnownOn === undefined || knownFrom <= asKnownOn)
  const revision = revisions[held] ?? fail({ kind: 'not-in-library' })
  const seenSince = held === 0 && (asKnownOn === undefined || record.lastSeenAt <= asKnownOn)
  const answer = getAnswer(db, seenSince ? record.lastAnswerId : revision.answerId) ?? fail({ kind: 'not-in-library' })
  const content: unknown = JSON.parse(revision.body)
  const text = JSON.stringify(content, null, 2)
  const period = readPeriod(db, recordId, asKnownOn ?? null)
  return {
    recordId,
    field,
    value: fieldAt(content, field),
    record: text,
    line: lineOf(text, stepsTo(content, field)),
    request: { operation: answer.operation, path: answer.path, parameters: asText(answer.parameters) },
    fetchedAt: answer.fetchedAt,
    firstFetchedAt: record.firstSeenAt,
    recordUpdatedAt: revision.recordUpdatedAt,
    hash: revision.hash.toString('hex'),
    versions: revisions.map((each, index) => versionOf(each, revisions[index + 1], field, record.lastSeenAt)),
    held,
    ties: period ? tiesOf(db, period, field, asKnownOn ?? null) : [],
    marks: period ? marksOf(readContent(period.edition, revision.body).marks, field) : [],
  }
}

function versionOf(
  revision: Revision,
  before: Revision | undefined,
  field: string,
  recordLastSeenAt: number,
): FigureSource['versions'][number] {
  const value = fieldAt(JSON.parse(revision.body), field)
  const earlier: unknown = before && fieldAt(JSON.parse(before.body), field)
  return {
    knownFrom: revision.knownFrom,
    lastSeen: revision.lastSeenAt ?? recordLastSeenAt,
    recordUpdatedAt: revision.recordUpdatedAt,
    hash: revision.hash.toString('hex'),
    value,
    change: typeof value === 'number' && typeof earlier === 'number' ? value - earlier : null,
  }
}

/** The line of pretty-printed JSON on which a field stands; a nested one is looked for behind its parent. */
function lineOf(text: string, steps: readonly string[]): number | null {
  const lines = text.split('\n')
  let from = 0
  for (const [depth, step] of steps.entries()) {
    const start = `${'  '.repeat(depth + 1)}${JSON.stringify(step)}: `
    from = lines.findIndex((line, index) => index >= from && line.startsWith(start))
    if (from < 0) return null
  }
  return from
}

function tiesOf(
  db: Reader,
  { symbol, edition, recordId }: StoredPeriod,
  field: string,
  asKnownOn: number | null,
): Tie[] {
  const both = readBothEditions(db, symbol, edition, asKnownOn)
  const at = both?.series.periods.findIndex((each) => each.recordId === recordId) ?? -1
  return both ? new SeriesTies(both.series, both.other).of(at, field) : []
}

function asText(parameters: string): Record<string, string> {
  const asked = JSON.parse(parameters) as Record<string, unknown>
  return Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
}

function marksOf(marks: ReturnType<typeof readContent>['marks'], field: string): Mark[] {
  return marks.filter(({ path }) => path === field).map((mark) => ({ record: 0, ...mark }))
}
