import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { callResource } from '#core/calls/resources.ts'
import type { OpenDatabase } from '#core/database/database-kind.ts'
import { updateInThread } from '#core/export/workbook-update/update-in-thread.ts'
import { markPrefix } from '#core/export/workbook/workbook-stream.ts'
import { ZipStream } from '#core/export/workbook/zip-stream.ts'
import { failureOf } from '#core/failure-error.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { mostWords } from '#core/full-text-index/vocabulary.ts'
import { longCall } from './long-call.ts'
import { milliseconds, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

/** What a request may wait for another one's input. */
const longest = 250
const rounds = 3

interface Hostile {
  readonly what: string
  readonly take: (library: OpenDatabase, round: number) => Promise<string> | string
}

/**
 * The worst that a service or a file may bring within the limits, and just beyond them: the longest that the core's thread works without
 * letting another request in between, in its own time on the processor, so that a busy machine does not count.
 */
export async function hostileInput(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const library = await newLibrary(profile)
    const rows: Measured[] = []
    for (const { what, take } of inputs(profile)) {
      const took: number[] = []
      let ended = ''
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const delay = await longestDelay(async () => (ended = await take(library, round)))
        if (round > 0) took.push(delay)
      }
      const delay = Math.min(...took)
      const figure = milliseconds(delay)
      rows.push({ what: `${what} (${ended}): others wait`, figure, bar: `≤ ${longest} ms`, held: delay <= longest })
    }
    library.close()
    return rows
  } finally {
    rmSync(profile, { recursive: true })
  }
}

/** The most that this thread works from one look at what else is to be done to the next. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  let isRunning = true
  const looking = (async () => {
    for (let last = process.threadCpuUsage(); isRunning; last = process.threadCpuUsage()) {
      // Waiting costs no time on the processor.
      await new Promise((resolve) => setTimeout(resolve, 1))
      const { user, system } = process.threadCpuUsage(last)
      most = Math.max(most, (user + system) / 1000)
    }
  })()
  await setImmediate()
  await work()
  await setImmediate()
  isRunning = false
  await looking
  return most
}

function inputs(profile: string): Hostile[] {
  const bytes = 2_900_000
  const turns = (count: number, text: (at: number) => string, speaker = (at: number) => `Speaker ${at % 9}`) =>
    Array.from({ length: count }, (_, at) => ({
      segment_id: at,
      speaker: speaker(at),
      start_time: '1',
      end_time: '2',
      confidence: 0.9,
      text: text(at),
      sentiment: 0.1,
    }))
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Jane${at} Doe`, role: 'Analyst', organization: `Bank ${at}` }))
  const said = (text: string) => ({ transcripts: [{ segments: turns(1, () => text) }] })
  const words = (count: number) => Array.from({ length: count }, (_, at) => `${(at * 7919).toString(36)}x`).join(' ')
  const inHtml = (text: string) => ({ transcripts: [{ text, segments: null }] })
  const long = longCall(10_000)
  return [
    {
      what: `a call of 10,000 turns (${long.source})`,
      take: (to, round) => takeCall(to, long.body(`long-${round}`), `long-${round}`),
    },
    call('16,000 turns of a word', { transcripts: [{ segments: turns(16_000, () => 'Hi') }] }),
    call('10,000 speakers and as many participants', {
      transcripts: [
        {
          segments: turns(
            8000,
            () => 'Hi',
            (at) => `Jane${at} Doe`,
          ),
        },
      ],
      participants: people(8000),
    }),
    call('3 MB of blanks behind an announcement', said(`First question from ${' '.repeat(bytes)}Jane`)),
    call('3 MB of announcements', said('first question from '.repeat(bytes / 20))),
    call(`${mostWords.toLocaleString('en')} different words`, said(words(mostWords - 10))),
    call('half a million different words', said(words(500_000))),
    call('200,000 characters without a space', said('売上高は増加'.repeat(33_000))),
    call('3 MB without a space', said('漢'.repeat(bytes / 3))),
    call('a name of a million brackets', {
      transcripts: [
        {
          segments: turns(
            1,
            () => 'Hi',
            () => '('.repeat(1e6),
          ),
        },
      ],
    }),
    call('3 MB of nested HTML', inHtml('<div>'.repeat(bytes / 5)), 'html'),
    call(
      '3 MB of HTML whose closing tags close nothing',
      inHtml(`${'<b>'.repeat(bytes / 7)}${'</i>'.repeat(bytes / 7)}`),
      'html',
    ),
    answer('149,000 values in a hundred records', `{"data":[${recordOf(1490, 100)}]}`),
    answer('5,000 records with every field of another type', wrongRatings(5000)),
    answer('12 MB of empty lists', `{"data":[${'[],'.repeat(4e6)}[]]}`),
    answer('lists six million deep', '['.repeat(6e6) + ']'.repeat(6e6)),
    workbook('a sheet of a million cells', `<row>${'<c><f>A1</f><v>1</v></c>'.repeat(1000)}</row>`.repeat(999)),
    workbook('a sheet nested without end', '<a>'.repeat(1_000_000)),
  ]

  function call(what: string, fields: object, format: 'json' | 'html' = 'json'): Hostile {
    return {
      what,
      take: (library, round) => {
        const callId = `${what} ${round}`
        const body = JSON.stringify({ call_id: callId, symbol: 'X', start_time: '2025-10-01T09:00:00Z', ...fields })
        return takeCall(library, Buffer.from(body), callId, format)
      },
    }
  }

  function answer(what: string, text: string): Hostile {
    const body = Buffer.from(text)
    return { what, take: (library) => outcome(() => takeRatings(library, body)) }
  }

  function workbook(what: string, rows: string): Hostile {
    return { what, take: async () => outcome(async () => updateHostile(profile, await packedWorkbook(rows))) }
  }
}

function recordOf(members: number, records: number): string {
  return Array.from(
    { length: records },
    (_, record) =>
      `{"id":${record},${Array.from({ length: members - 2 }, (__, at) => `"k${record}_${at}":0`).join(',')}}`,
  ).join(',')
}

function wrongRatings(count: number): string {
  const wrong =
    '{"id":"x","firm":1,"ticker":2,"exchange":3,"company":4,"action":5,"rating":6,"price_target":7,"story":8}'
  return `{"data":[${Array.from({ length: count }, () => wrong).join(',')}]}`
}

const asked = { operation: 'bench', host: 'bench' }
const request = { path: '/', parameters: {} }

/** As responses are processed: read, then, after other requests had their turn, stored. */
function takeCall(
  library: OpenDatabase,
  body: Buffer,
  callId: string,
  format: 'json' | 'html' = 'json',
): Promise<string> {
  return outcome(async () => {
    const parameters = { call_id: callId, format }
    const believed = validateResponse(
      'calls.one',
      parameters,
      request,
      { body, contentType: 'application/json' },
      Date.now(),
      asked,
    )
    await setImmediate()
    if (library.writer) storeResponse(library.writer, believed, callResource)
  })
}

async function takeRatings(library: OpenDatabase, body: Buffer): Promise<void> {
  const believed = validateResponse(
    'ratings',
    {},
    request,
    { body, contentType: 'application/json' },
    Date.now(),
    asked,
  )
  await setImmediate()
  if (library.writer) storeResponse(library.writer, believed, ratingsResource)
}

async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'taken'
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return 'refused'
  }
}

async function updateHostile(profile: string, workbook: Buffer): Promise<void> {
  const folder = join(profile, 'workspaces', 'sample')
  const files = { library: join(folder, 'library.db'), desk: join(folder, 'desk.db'), isReadOnly: false }
  const facts = { workspace: 'bench', baseUrl: 'http://bench', isSample: true, program: 'bench', madeAt: Date.now() }
  const pieces = updateInThread({ workbook, files, facts }, new AbortController().signal)
  for await (const piece of pieces) if (piece.kind === 'updated') return
}

/** With a mark on its sheet, so that the sheet is read. */
async function packedWorkbook(rows: string): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const pieces: Uint8Array[] = []
  const zip = new ZipStream((piece) => void pieces.push(piece))
  const parts = {
    '[Content_Types].xml':
      '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets><definedNames><definedName name="${markPrefix}question">A!$A$1</definedName></definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/a.xml"/><Relationship Id="b" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': '<styleSheet/>',
    'xl/worksheets/a.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  for (const [name, text] of Object.entries(parts)) await zip.add(name, [text])
  await zip.end()
  return Buffer.concat(pieces)
}
