import { isContractProcedure } from '@orpc/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { announcement, api } from '#contract/api/api.ts'
import { listsWithoutEnd, placesOf, unlimited, type Place } from '../request-places.ts'

interface Procedure {
  readonly path: string
  readonly writes: boolean
  readonly isLookup: boolean
  /** What an administrator's policy must allow. */
  readonly subjectTo: unknown
  readonly errors: readonly string[]
}

/** Every procedure of the API. */
function procedures(branch: object, path: readonly string[] = []): Procedure[] {
  return Object.entries(branch).flatMap(([name, value]: [string, object]) => {
    if (!isContractProcedure(value)) return procedures(value, [...path, name])
    const definition: { meta: object; errorMap: object } = value['~orpc']
    const isMarked = (mark: string) => Reflect.get(definition.meta, mark) === true
    return [
      {
        path: [...path, name].join('.'),
        writes: isMarked('writes'),
        isLookup: isMarked('isLookup'),
        subjectTo: Reflect.get(definition.meta, 'subjectTo'),
        errors: Object.keys(definition.errorMap),
      },
    ]
  })
}

/** Every place in the input of every procedure. Files and streams have no schema that can be listed. */
function requestPlaces(branch: object, path: readonly string[] = []): Place[] {
  return Object.entries(branch).flatMap(([name, value]: [string, object]) => {
    const here = [...path, name]
    if (!isContractProcedure(value)) return requestPlaces(value, here)
    const { inputSchema } = value['~orpc'] as { readonly inputSchema?: z.ZodType }
    if (!inputSchema || !('_zod' in inputSchema)) return []
    return placesOf(inputSchema, here.join('.'))
  })
}

describe('a request', () => {
  const places = requestPlaces(api)

  test('has limits for every whole number that is no identifier, so that none is a day that no calendar has (E8)', () => {
    const isOpen = ({ schema }: Place) =>
      schema.type === 'integer' &&
      (schema.minimum === Number.MIN_SAFE_INTEGER || schema.minimum === undefined || schema.maximum === undefined)
    const identifier =
      /(^|\.)(id|ids\[\]|recordId|(recordIds|baseRecordIds)\[\]|jobId|segmentId|locate\[\]|position|format)$/
    // A fiscal year of the service, as it writes it.
    const ofService = /^fetch\.\w+\.parameters\.fiscal_year$|^financials\.revertKnown\.(added|removed)\[\]\.year$/
    const open = places.filter(isOpen).map(({ path }) => path)
    expect(open.filter((path) => !identifier.test(path) && !ofService.test(path))).toEqual([])
    expect(open.length).toBeGreaterThan(10)
  })

  test('has a largest length for every list (E8)', () => {
    expect(listsWithoutEnd(places)).toEqual([])
    expect(places.filter(({ schema }) => schema.type === 'array').length).toBeGreaterThan(50)
  })

  test('has a largest length for every text, and no place for anything at all (E8)', () => {
    expect(unlimited(places)).toEqual([])
    expect(places.filter(({ schema }) => schema.type === 'string').length).toBeGreaterThan(200)
  })
})

describe('the API', () => {
  const all = procedures(api)

  test('can fail in one typed way only, whatever is requested', () => {
    expect(all.filter(({ errors }) => errors.join() !== 'FAILURE')).toEqual([])
    expect(all.length).toBeGreaterThan(20)
  })

  test('marks what a user looks up and waits for, before which a download steps aside', () => {
    expect(all.filter(({ isLookup }) => isLookup).map(({ path }) => path)).toEqual([
      'securities.find',
      'securities.measureExchange',
      'securities.profile',
      'search.run',
      'financials.open',
      'comparisons.table',
      'calls.open',
      'calls.turnAt',
      'calls.comparison',
    ])
  })

  test('marks every procedure that gives a file, so that an administrator can forbid exports', () => {
    expect(all.filter(({ subjectTo }) => subjectTo !== undefined)).toMatchObject(
      [
        'exports.company',
        'exports.comparison',
        'exports.table',
        'exports.update',
        'exports.document',
        'notes.export',
        'recordings.clip',
        'storage.publish',
        'packs.make',
      ].map((path) => ({ path, subjectTo: ['exports'] })),
    )
  })

  test('marks as changes the procedures that change something, so that they run one after another', () => {
    expect(all.filter(({ writes }) => writes).map(({ path }) => path)).toEqual([
      'search.save',
      'search.rename',
      'search.remove',
      'search.markSeen',
      'search.setSynonyms',
      'financials.acceptNewFigures',
      'financials.markKnown',
      'financials.unmarkKnown',
      'financials.revertKnown',
      'comparisons.save',
      'comparisons.rename',
      'comparisons.remove',
      'comparisons.restore',
      'metrics.save',
      'metrics.remove',
      'calls.setTimes',
      'calls.setPassagesSplit',
      'calls.setFigureDismissed',
      'turnChecks.save',
      'turnChecks.restore',
      'notes.add',
      'notes.edit',
      'notes.remove',
      'notes.restore',
      'notes.savePosition',
      'recordings.download',
      'recordings.pause',
      'recordings.remove',
      'recordings.setLimits',
      'recovery.keep',
      'recovery.restore',
      'recovery.useLibrary',
      'recovery.startEmptyLibrary',
      'recovery.removeWorkspace',
      'drafts.save',
      'drafts.discard',
      'home.markSeen',
      'home.restoreSeen',
      'home.clearRecent',
      'home.restoreRecent',
      'home.recordOpened',
      'alerts.add',
      'alerts.setOn',
      'alerts.remove',
      'alerts.restore',
      'alerts.markSeen',
      'alerts.markUnseen',
      'assistants.setAccess',
      'sampleLibrary.load',
      'watchlists.create',
      'watchlists.rename',
      'watchlists.remove',
      'watchlists.restore',
      'watchlists.reorder',
      'watchlists.addCompanies',
      'watchlists.removeCompanies',
      'watchlists.restoreCompanies',
      'watchlists.moveCompanies',
      'watchlists.setNote',
      'watchlists.setView',
      'watchlists.markSeen',
      'watchlists.restoreSeen',
      'screens.save',
      'screens.rename',
      'screens.remove',
      'screens.restore',
      'screens.markSeen',
      'sync.start',
      'sync.refresh',
      'sync.pause',
      'sync.resume',
      'sync.stop',
      'sync.retryFailed',
      'sync.remove',
      'sync.endOffline',
      'sync.setSettings',
      'tabs.open',
      'tabs.take',
      'tabs.save',
      'workspaces.create',
      'workspaces.edit',
      'workspaces.activate',
      'workspaces.deleteSample',
      'workspaces.remove',
      'storage.removeRecordings',
      'storage.setPublishAfterRefresh',
      'program.checkForUpdates',
      'preferences.write',
    ])
  })

  test('has no request whose response could contain a key', () => {
    const { workspaces } = api
    const shown = Object.keys(workspaces.create['~orpc'].outputSchema?.shape ?? {})
    expect(shown).toContain('hasKey')
    expect(shown.filter((name) => /key|secret|token/i.test(name))).toEqual(['hasKey'])
  })
})

test('an announcement says what changed and carries none of it', () => {
  expect(announcement.parse({ kind: 'ratings', records: [{ id: 1 }] })).toEqual({ kind: 'ratings' })
  expect(announcement.parse({ kind: 'call', id: 'c', text: 'x' })).toEqual({ kind: 'call', id: 'c' })
})
