import { createRouterClient } from '@orpc/server'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openCore } from '#core/core.ts'
import { callResource } from '#core/calls/resources.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { lastStep } from '../core/storage/steps.ts'
import { timed } from './measure.ts'
import { received } from './received.ts'
import { callBody, callIdOf, endingOf, watched } from './scale-bodies.ts'
import { libraryOf } from './scale-library.ts'
import { syncTime } from './scale-sync.ts'
import { benchCalls } from './transcript-library.ts'

const rounds = 30
const ratingsEach = 100
/** Numbers that no library has. */
const firstNumber = 10_000_000

export interface WriteTimes {
  /** Milliseconds for a turn of a call of some four hundred. */
  readonly call: readonly number[]
  /** Milliseconds for a response of a hundred ratings, for one of them. */
  readonly rating: readonly number[]
  /** Milliseconds for a record. */
  readonly sync: number
  /** Milliseconds for a megabyte of the library. */
  readonly backup: readonly number[]
}

/** Adds to the library of the profile. */
export async function writeTimes(profile: string): Promise<WriteTimes> {
  const stored = await storeTimes(profile)
  return { ...stored, sync: await syncTime(profile), backup: await backupTimes(profile) }
}

async function storeTimes(profile: string): Promise<Pick<WriteTimes, 'call' | 'rating'>> {
  const library = openDatabase(libraryOf(profile), libraryDatabase)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  const { calls } = benchCalls()
  const [call, rating]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const number = firstNumber + round
      const template = calls[round % calls.length]
      if (!template) throw new Error('no calls')
      const body = callBody({ speakers: template.speakers, ending: endingOf(template.turns) }, number, Date.now())
      const parameters = { call_id: callIdOf(number) }
      const stored = await timed(() =>
        storeResponse(writer, received('calls.one', parameters, body, Date.now()), callResource),
      )
      // Per turn, since calls are not of one length.
      call.push(stored / template.turns.length)
      const ratings = ratingsBody(firstNumber + round * ratingsEach, round)
      const wanted = { symbol: watched[round] ?? '' }
      const hundred = await timed(() =>
        storeResponse(writer, received('ratings', wanted, ratings, Date.now()), ratingsResource),
      )
      rating.push(hundred / ratingsEach)
    }
    return { call: call.slice(1), rating: rating.slice(1) }
  } finally {
    library.close()
  }
}

function ratingsBody(first: number, company: number): Buffer {
  const data = Array.from({ length: ratingsEach }, (_, at) => ({
    ...{ id: first + at, ticker: watched[company], firm: `Firm ${at % 23}`, action: 'Maintains', rating: 'Hold' },
    ...{ price_target: '45.00', story: 'The firm expects growth in the second half.' },
    created_at: new Date(Date.now() - at * 3_600_000).toISOString(),
  }))
  return Buffer.from(JSON.stringify({ data, message: '' }))
}

async function backupTimes(profile: string): Promise<number[]> {
  const folder = join(profile, 'backups')
  mkdirSync(folder)
  const core = openCore({ profile, version: '0.0.0-bench' })
  const api = createRouterClient(core.router)
  const megabytes = statSync(libraryOf(profile)).size / 1_000_000
  const took: number[] = []
  try {
    for (let round = 0; round <= 2; round += 1) {
      const began = performance.now()
      const made = await lastStep(api.storage.createBackup({ folder }))
      if (made.kind !== 'done') throw new Error(JSON.stringify(made))
      took.push((performance.now() - began) / megabytes)
      rmSync(made.path)
    }
  } finally {
    await core.close()
  }
  return took.slice(1)
}
