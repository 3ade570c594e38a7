import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { systemClock } from '#core/clock.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open.ts'
import type { Writer } from '#core/database/handles.ts'
import type { Library } from '#core/ledger/library.ts'
import { findSecurities } from '#core/securities/find.ts'
import { storeSecurity, type SecurityRow } from '#core/securities/securities-store.ts'
import { ServiceClient } from '#core/service/client.ts'
import { Gate, gentlePace } from '#core/service/gate.ts'
import { HeldKeys } from '#core/service/held-keys.ts'
import { Sender } from '#core/service/send.ts'
import { milliseconds, percentile, timed, type Measured } from './measure.ts'

const cached = 300_000

/** Securities search while typing over 300,000 cached securities: every beginning of what analysts type, in the core. */
export async function searchSecurities(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const library = openDatabase(join(folder, 'library.db'), libraryDatabase)
  try {
    if (!library.writer) throw new Error('the bench folder is read-only')
    const { rows, source } = securityRows()
    fill(library.writer, rows)
    const desk = offlineDesk(library.reader)
    const typed = typedTexts(rows)
    const took: number[] = []
    for (const query of typed) {
      took.push(await timed(() => findSecurities(desk, { query, freshness: 'library' }, new AbortController().signal)))
    }
    const p95 = percentile(took, 0.95)
    return [
      {
        what: `search while typing over ${cached.toLocaleString('en')} securities (${source}), ${typed.length} key presses: p50 ${milliseconds(percentile(took, 0.5))}, worst ${milliseconds(Math.max(...took))}`,
        figure: `p95 ${milliseconds(p95)}`,
        bar: '≤ 30 ms',
        held: p95 <= 30,
      },
    ]
  } finally {
    library.close()
    rmSync(folder, { recursive: true })
  }
}

/** The beginnings of names, symbols and identifiers spread over the whole library, letter by letter. */
function typedTexts(rows: readonly Row[]): string[] {
  const wanted = [0.03, 0.21, 0.38, 0.47, 0.62, 0.79, 0.94].map((share) => rows[Math.floor(share * rows.length)])
  const whole = wanted.flatMap((row) => (row ? [row.symbol, row.name.slice(0, 14), row.isin ?? ''] : []))
  const common = ['fund', 'global equity', 'bank', 'us government bond', 'ishares core', 'vanguard']
  return [...whole, ...common].flatMap((text) => [...text].map((_, end) => text.slice(0, end + 1)))
}

type Row = Omit<SecurityRow, 'recordId'>

function securityRows(): { rows: Row[]; source: string } {
  const shared = join(import.meta.dirname, '../../../shared/data/securities.jsonl.gz')
  const seeds = existsSync(shared) ? realSeeds(shared) : madeSeeds()
  const rows = Array.from({ length: cached }, (_, index): Row => {
    const seed = seeds[index % seeds.length] ?? seeds[0]
    const copy = Math.floor(index / seeds.length)
    if (!seed) throw new Error('no securities')
    return {
      ...empty,
      ...seed,
      id: `${index}_${copy}`,
      symbol: copy === 0 ? seed.symbol : `${seed.symbol}${copy}`,
      market_cap: (index * 7919) % 900_000_000,
    }
  })
  return { rows, source: existsSync(shared) ? 'real funds, repeated' : 'made' }
}

const empty: Omit<Row, 'id' | 'symbol' | 'name'> = {
  exchange: null,
  mic: null,
  country: null,
  type: 'ETP',
  sector: null,
  gics_code: null,
  currency: null,
  status: 'ACTIVE',
  market_cap: null,
  isin: null,
  cusip: null,
  figi: null,
  figi_composite: null,
  figi_share_class: null,
  cik: null,
  opol: null,
}

type Seed = Pick<Row, 'symbol' | 'name'> & Partial<Row>

function realSeeds(file: string): Seed[] {
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  const names = JSON.parse(head ?? '') as string[]
  const at = (name: string) => names.indexOf(name)
  const [symbol, name, exchange, mic, currency, isin, sector] = [
    'symbol',
    'name',
    'ex',
    'mic',
    'cur',
    'isin',
    'group',
  ].map(at)
  const text = (cells: unknown[], column: number | undefined) => {
    const cell = cells[column ?? -1]
    return typeof cell === 'string' && cell !== '' ? cell : null
  }
  return lines.map((line) => {
    const cells = JSON.parse(line) as unknown[]
    return {
      symbol: text(cells, symbol) ?? '',
      name: text(cells, name) ?? text(cells, symbol) ?? '',
      exchange: text(cells, exchange),
      mic: text(cells, mic),
      currency: text(cells, currency),
      isin: text(cells, isin),
      sector: text(cells, sector),
    }
  })
}

function madeSeeds(): Seed[] {
  const words = [
    'Global',
    'Core',
    'Equity',
    'Bond',
    'Bank',
    'Energy',
    'Fund',
    'Trust',
    'Industrial',
    'Pacific',
    'Nordic',
  ]
  return Array.from({ length: 60_000 }, (_, index) => ({
    symbol: index.toString(36).toUpperCase().padStart(4, 'A'),
    name: [7, 11, 13].map((prime) => words[(index * prime + Math.floor(index / prime)) % words.length]).join(' '),
    exchange: `Exchange ${index % 40}`,
  }))
}

/** Rows go straight to the feature's tables: the ledger behind them is measured elsewhere. */
function fill(db: Writer, rows: readonly Row[]): void {
  db.transaction(() => {
    db.run("INSERT INTO ledger_answer (operation, parameters, path, fetched_at) VALUES ('securities', '{}', '', 0)")
    db.run("INSERT INTO ledger_content (hash, body) VALUES (x'00', '{}')")
    for (const [index, row] of rows.entries()) {
      const recordId = index + 1
      db.run(
        `INSERT INTO ledger_record (id, kind, identity, content_id, revisions, first_seen_at, last_seen_at, last_answer_id)
         VALUES (?, 'securities', ?, 1, 1, 0, 0, 1)`,
        [recordId, row.id],
      )
      storeSecurity(db, { recordId, ...row })
    }
  })
}

function offlineDesk(reader: Library['reader']): Library {
  const unused = () => {
    throw new Error('the bench asks no service')
  }
  return {
    reader,
    writer: null,
    client: new ServiceClient(unused, {
      sender: new Sender(new HeldKeys(), systemClock),
      gate: new Gate(gentlePace, systemClock, () => undefined),
      clock: systemClock,
      random: Math.random,
      hasKey: () => false,
      learned: unused,
      heard: unused,
    }),
    clock: systemClock,
    announce: () => undefined,
    behind: unused,
  }
}
