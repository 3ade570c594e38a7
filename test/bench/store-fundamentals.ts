import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { statementLines } from '#contract/service/statement-lines.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { inTurn, milliseconds, times, type Measured } from './measure.ts'

const records = 1000

/** Storing 1,000 enhanced records (parse, validate, ledger, project) against JSON.parse and one plain INSERT of the same bytes. */
export async function storeFundamentals(): Promise<Measured[]> {
  const { body, source } = thousandRecords()
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  let run = 0
  try {
    const { ours, theirs } = await inTurn(
      9,
      () => {
        run += 1
        const library = openDatabase(join(folder, `library-${run}.db`), libraryDatabase)
        if (!library.writer) throw new Error('the bench folder is read-only')
        const began = performance.now()
        const answer = validateResponse(
          'fundamentals.enhanced',
          { symbol: 'BENCH', page: 1 },
          { path: '/delivery/api/v1/fundamentals/enhanced', parameters: { symbol: 'BENCH' } },
          { body, contentType: 'application/json' },
          Date.now(),
          { operation: 'Enhanced fundamentals', host: 'bench' },
        )
        const { added } = storeResponse(library.writer, answer, enhancedResource)
        const took = performance.now() - began
        if (added !== records) throw new Error(`${added} records stored instead of ${records}`)
        library.close()
        return took
      },
      () => {
        const plain = new Database(join(folder, `plain-${run}.db`))
        plain.pragma('journal_mode = WAL')
        plain.pragma('synchronous = NORMAL')
        plain.exec('CREATE TABLE answer (body BLOB)')
        const insert = plain.prepare('INSERT INTO answer VALUES (?)')
        const began = performance.now()
        JSON.parse(body.toString('utf8'))
        insert.run(body)
        const took = performance.now() - began
        plain.close()
        return took
      },
    )
    return [
      {
        what: `store 1,000 enhanced records (${source}, ${(body.length / 1e6).toFixed(1)} MB): ${milliseconds(ours)} against ${milliseconds(theirs)} for JSON.parse + one INSERT`,
        figure: times(ours / theirs),
        bar: '≤ 5×',
        held: ours / theirs <= 5,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Real statements where the shared data is present, with the metrics and insights of an enhanced record beside them. */
function thousandRecords(): { body: Buffer; source: string } {
  const shared = join(import.meta.dirname, '../../../shared/data/fundamentals.jsonl.gz')
  const rows = existsSync(shared) ? realRows(shared) : madeRows()
  const data = rows.slice(0, records).map((figures, index) => ({
    symbol: `B${index % 50}`,
    cik: String(index).padStart(10, '0'),
    EndPeriod: `${1990 + Math.floor(index / 50)}-12-31`,
    Quarter: 'FY',
    Year: 1990 + Math.floor(index / 50),
    ...figures,
    pe_ratio: 18.25,
    price_to_book: 3.1,
    debt_to_equity: 0.44,
    return_on_assets: 0.071,
    return_on_equity: 0.163,
    revenue_per_employee: 412_000,
    roic: 0.129,
    fcf_yield: 0.041,
    working_capital_days: { dso: 58.2, dio: 97.4, dpo: 55.1 },
    risk_factors: {
      count: 31,
      top_themes: ['supply chain', 'currency', 'customer concentration'],
      average_sentiment_score: -0.21,
      most_negative_risk: { heading: 'We depend on a single supplier for a critical component', sentiment: -0.74 },
    },
    mdna: {
      forward_looking_term_count: 118,
      forward_to_historical_ratio: 0.62,
      tone_score: 0.14,
      key_topics: ['gross margin', 'backlog', 'capital expenditure'],
    },
    litigation_mentions: { count: 2, recent_headings: ['Patent matter', 'Shareholder derivative action'] },
    created_at: '2026-02-14T07:42:10Z',
    updated_at: '2026-02-14T07:42:10Z',
  }))
  const answer = { data, message: 'ok', pagination: { hits: records, page: 1, page_count: 1, page_size: records } }
  return {
    body: Buffer.from(JSON.stringify(answer)),
    source: existsSync(shared) ? 'real statements' : 'made statements',
  }
}

type Figures = Record<string, number | null>

function realRows(file: string): Figures[] {
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const { fields } = JSON.parse(head ?? '') as { fields: string[] }
  return lines.map((line) => {
    const { f } = JSON.parse(line) as { f: (number | null)[] }
    return Object.fromEntries(fields.map((field, at) => [field, f[at] ?? null]))
  })
}

function madeRows(): Figures[] {
  return Array.from({ length: records }, (_, row) =>
    Object.fromEntries(statementLines.map(({ field }, at) => [field, (row + 1) * 1_000_003 * (at + 1)])),
  )
}
