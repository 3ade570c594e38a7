/** All data that the sample service serves, generated when first requested. */

import type { Call } from '../calls/call-records.ts'
import { composedCall } from '../calls/call-records.ts'
import type { RecordingFile } from '../calls/recordings.ts'
import type { PlannedCall } from '../calls/schedule.ts'
import { plannedCalls } from '../calls/schedule.ts'
import type { NewsWire } from '../ratings-news/news.ts'
import { allNews } from '../ratings-news/news.ts'
import type { RatingWire } from '../ratings-news/ratings.ts'
import { allRatings } from '../ratings-news/ratings.ts'
import { companyListings } from '../securities/company-listings.ts'
import { madeSecurities } from '../securities/generated-securities.ts'
import type { SecurityWire } from '../securities/wire.ts'
import type { CompanyStatements } from '../statements/company-statements.ts'
import { companyStatements } from '../statements/company-statements.ts'
import type { Vintage } from '../statements/original-figures.ts'
import type { CompanyRecords, LiteWire } from '../statements/records.ts'
import { companyRecords, liteOnlyRecords } from '../statements/records.ts'
import { uuidFor } from './random.ts'
import { companySeeds } from './seeds.ts'

/** How many securities the search has in total. */
const securitiesServed = 3000

/** Everything served, made when it is first requested: starting makes nothing. */
export interface SampleData {
  /** undefined: no such company. */
  statements(symbol: string): CompanyStatements | undefined
  records(symbol: string, vintage: Vintage): CompanyRecords | undefined
  /** The companies' own lite records, and those of a company that only lite has. */
  lite(symbol: string, vintage: Vintage): readonly LiteWire[]
  readonly symbols: readonly string[]
  securities(): readonly SecurityWire[]
  /** Latest first. */
  calls(): readonly PlannedCall[]
  call(id: string): Call | undefined
  /** Latest first. */
  ratings(): readonly RatingWire[]
  /** Latest first. */
  news(): readonly NewsWire[]
  recordingFile(recordingId: string, name: string): RecordingFile | undefined
}

/** Keeps what `make` made for a name. */
function kept<Value>(make: (name: string) => Value): (name: string) => Value {
  const values = new Map<string, { value: Value }>()
  return (name) => {
    const found = values.get(name) ?? { value: make(name) }
    values.set(name, found)
    return found.value
  }
}

export function sampleData(): SampleData {
  const statements = kept((symbol) => {
    const seed = companySeeds.find((each) => each.symbol === symbol)
    return seed && companyStatements(seed)
  })
  const recordsOf = (vintage: Vintage) =>
    kept((symbol) => {
      const company = statements(symbol)
      return company && companyRecords(company, vintage)
    })
  const records = { original: recordsOf('original'), restated: recordsOf('restated') }
  const liteOnly = kept(liteOnlyRecords)
  const securities = kept(() => {
    const listings = companySeeds.flatMap(companyListings)
    return [...listings, ...madeSecurities(securitiesServed - listings.length)]
  })
  const calls = kept(() => plannedCalls(statements))
  const call = kept((id) => {
    const plan = calls('all').find((each) => each.id === id)
    const company = plan && statements(plan.seed.symbol)
    return plan && company && composedCall(plan, company)
  })
  const callOfRecording = kept((recordingId) =>
    calls('all').find((each) => uuidFor('recording', each.id) === recordingId),
  )
  const companies = kept(() => companySeeds.flatMap((seed) => statements(seed.symbol) ?? []))
  const ratings = kept(() => allRatings(companies('all')))
  const news = kept(() => allNews(companies('all'), ratings('all'), calls('all')))
  return {
    ratings: () => ratings('all'),
    news: () => news('all'),
    statements,
    calls: () => calls('all'),
    call,
    recordingFile: (recordingId, name) => {
      const plan = callOfRecording(recordingId)
      return plan && call(plan.id)?.recording?.files.find((each) => each.name === name)
    },
    records: (symbol, vintage) => records[vintage](symbol),
    lite: (symbol, vintage) => records[vintage](symbol)?.lite ?? liteOnly(symbol) ?? [],
    symbols: companySeeds.map((each) => each.symbol),
    securities: () => securities('all'),
  }
}
