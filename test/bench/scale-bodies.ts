import type { OperationName } from '#contract/service/operations.ts'
import { repeatedSecurities } from './cached-securities.ts'
import { quarterOf } from './compare.ts'
import type { LibrarySize } from './scale-library.ts'
import { benchCalls, type BenchCall } from './transcript-library.ts'

type StoredOperation = Extract<OperationName, 'securities' | 'fundamentals.enhanced' | 'ratings' | 'news' | 'calls.one'>

/** One response of the service, and how long ago it came. */
export interface ScaleBody {
  readonly operation: StoredOperation
  readonly parameters: Readonly<Record<string, string | number>>
  readonly body: Buffer
  readonly daysAgo: number
}

/** The companies of the watchlist, which every library has. */
export const watched: readonly string[] = Array.from({ length: 5000 }, (_, at) => `SL${String(at).padStart(4, '0')}`)
/** Companies with twenty years of statements in every library, which are opened. */
export const opened = 40
export const nameOf = (company: number) => `Scale ${String(company).padStart(4, '0')} Inc`
export const callIdOf = (call: number) => `00000000-0000-4000-8000-${String(call).padStart(12, '0')}`

const longest = 80
const day = 86_400_000
/** The service's page of a search. */
const page = 100
/** Before the watchlist was last looked at, and since. */
const [earlier, lately] = [20, 1]

/** All responses of a library of that size, by kind, in the order in which they are stored. */
export function scaleBodies(size: LibrarySize, now: number): Readonly<Record<string, Generator<ScaleBody, void>>> {
  const { calls } = benchCalls()
  const text = textsOf(calls)
  return {
    securities: securities(size.securities),
    statements: statements(size.quarters),
    ratings: perCompany('ratings', size.ratings, (number, company, at) => ({
      ...{ id: number + 1, ticker: watched[company], company: nameOf(company), firm: `Firm ${(company + at) % 23}` },
      ...{ action: 'Maintains', rating: at % 3 === 0 ? 'Buy' : 'Hold', price_target: `${40 + (at % 30)}.00` },
      ...{ story: text(number), created_at: publishedAt(now, at, company) },
    })),
    news: perCompany('news', size.newsItems, (number, company, at) => ({
      ...{ id: number + 1, news_id: callIdOf(number), ticker: watched[company], type: at % 2 ? 'gainers' : 'losers' },
      ...{ headline: text(number * 3 + 1), catalyst: text(number * 3 + 2) },
      ...{ securities: [{ ticker: watched[company], name: nameOf(company) }] },
      created_at: publishedAt(now, at, company),
    })),
    calls: callsOf(calls, size.turns, now),
  }
}

const jsonOf = (content: unknown) => Buffer.from(JSON.stringify(content))

function* securities(count: number): Generator<ScaleBody, void> {
  const { rowAt } = repeatedSecurities()
  for (let first = 0; first < count; first += page) {
    const hits = Array.from({ length: Math.min(page, count - first) }, (_, at) => {
      const index = first + at
      const symbol = watched[index]
      const row = rowAt(index)
      const own = symbol === undefined ? row : { ...row, id: symbol, symbol, name: nameOf(index) }
      const document = {
        ...{ id: own.id, symbol: own.symbol, name: own.name, status: own.status },
        'exchange_info.exchange_name': own.exchange,
        'exchange_info.mic_code': own.mic,
        'classification.security_type': own.type,
        'classification.gics': own.sector,
        'ticker_meta.currency_name': own.currency,
        'financials.market_cap': own.market_cap,
        'identifiers.isin': own.isin,
      }
      return { document: Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)) }
    })
    const body = jsonOf({ data: { hits }, message: '' })
    yield { operation: 'securities', parameters: { query: `page ${first}`, type: 'query_by' }, body, daysAgo: lately }
  }
}

function* statements(quarters: number): Generator<ScaleBody, void> {
  for (const [company, symbol] of watched.entries()) {
    const count = company < opened ? longest : quarters
    const data = Array.from({ length: count }, (_, at) =>
      rounded(quarterOf(symbol, company, longest - count + at, false)),
    )
    const parameters = { symbol, page: 1, page_size: 100 }
    const body = jsonOf({ data, message: '' })
    yield { operation: 'fundamentals.enhanced', parameters, body, daysAgo: earlier }
  }
}

/** As in a filing. Figures of seventeen digits would be read by the core's way for those, which is slower. */
function rounded(period: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(period)
  return Object.fromEntries(
    entries.map(([field, value]) => [
      field,
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value,
    ]),
  )
}

/** The latest of a company came after the watchlist was looked at. */
function* perCompany(
  operation: 'ratings' | 'news',
  count: number,
  recordOf: (number: number, company: number, at: number) => Readonly<Record<string, unknown>>,
): Generator<ScaleBody, void> {
  const each = count / watched.length
  for (const [company, symbol] of watched.entries()) {
    const records = Array.from({ length: each }, (_, at) => recordOf(company * each + at, company, at))
    for (const [data, daysAgo] of [[records.slice(1), earlier] as const, [records.slice(0, 1), lately] as const])
      if (data.length > 0) yield { operation, parameters: { symbol }, body: jsonOf({ data, message: '' }), daysAgo }
  }
}

/** The latest in the last days, the others spread over ten years. */
function publishedAt(now: number, at: number, company: number): string {
  const daysAgo = at === 0 ? 2 + (company % 10) : 30 + ((at * 37 + company) % 3600)
  return new Date(now - daysAgo * day).toISOString()
}

function* callsOf(calls: readonly BenchCall[], turns: number, now: number): Generator<ScaleBody, void> {
  const templates = calls.map(({ turns: spoken, ...call }) => ({
    ...call,
    turns: spoken.length,
    ending: endingOf(spoken),
  }))
  for (let [number, stored] = [0, 0]; stored < turns; number += 1) {
    const template = templates[number % templates.length]
    if (!template) throw new Error('no calls')
    const body = callBody(template, number, now)
    yield { operation: 'calls.one', parameters: { call_id: callIdOf(number) }, body, daysAgo: earlier }
    stored += template.turns
  }
}

/** A call of the watchlist's companies in turn, and then of the same companies a quarter earlier. */
export function callBody(
  { speakers, ending }: { readonly speakers: number; readonly ending: string },
  number: number,
  now: number,
): Buffer {
  const company = number % watched.length
  const earlierCalls = Math.floor(number / watched.length)
  const startedAt = new Date(now - (30 + (company % 60) + earlierCalls * 91) * day)
  const quarter = `Q${Math.floor(startedAt.getUTCMonth() / 3) + 1} ${startedAt.getUTCFullYear()}`
  const head = {
    ...{ call_id: callIdOf(number), symbol: watched[company], name: nameOf(company) },
    ...{ call_title: `${nameOf(company)} ${quarter} earnings call`, start_time: startedAt.toISOString() },
    status: 'COMPLETED',
    participants: Array.from({ length: speakers }, (_, speaker) => ({
      name: speakerOf(speaker),
      role: ['Operator', 'Chief Executive Officer', 'Chief Financial Officer'][speaker] ?? 'Analyst',
      organization: speaker < 3 ? nameOf(company) : `Bank ${speaker}`,
    })),
  }
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},${ending}`)
}

const speakerOf = (speaker: number) => (speaker === 0 ? 'Operator' : `Speaker ${speaker}`)

/** The end of a call's JSON, which its repetitions share. */
export function endingOf(turns: BenchCall['turns']): string {
  const segments = turns.map(({ speaker, start, end, confidence, text }, at) => ({
    ...{ segment_id: at + 1, speaker: speakerOf(speaker), start_time: start.toFixed(2), end_time: end.toFixed(2) },
    ...{ confidence, sentiment: ((at * 7) % 19) / 10 - 0.9, text },
  }))
  const text = turns.map((turn) => turn.text).join('\n')
  return `"transcripts":${JSON.stringify([{ text, language: 'en-US', segments, type: 'NON_LIVE' }])}}`
}

/** Sentences of the calls, as the words of ratings and news. */
function textsOf(calls: readonly BenchCall[]): (number: number) => string {
  const texts = calls.flatMap(({ turns }) => turns.map(({ text }) => text)).filter((text) => text.length > 60)
  return (number) => (texts[(number * 7919) % texts.length] ?? '').slice(0, 240)
}
