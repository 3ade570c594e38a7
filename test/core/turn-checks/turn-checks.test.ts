import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { announcements } from '../announcements.ts'
import { callOnWire, callsSetup, segmentsOf } from '../calls/calls-service.ts'
import { filesIn } from '../folders.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { lastStep } from '../storage/steps.ts'

const remarks = [
  'Jane Doe: We sold fifteen million units.',
  'Jane Doe: We did not raise prices.',
  'Jane Doe: Thank you all for joining.',
  'Jane Doe: We opened a plant in Ohio.',
  'Jane Doe: We sold fifteen million units.',
]

/** A call whose turns have the confidence 0.6, except those that `sure` names by position. */
function unsureCall(id: string, lines: readonly string[], sure: readonly number[] = [], symbol = 'ACME') {
  const segments = segmentsOf(...lines).map((segment, at) => ({
    ...segment,
    confidence: sure.includes(at) ? 0.95 : 0.6,
  }))
  // A break between the segments keeps each a turn of its own.
  const spoken = segments.flatMap((segment, at) => {
    const breakAt = at * 10 + 9.5
    const other = { ...segment, segment_id: 100 + at, speaker: 'Operator', text: 'Go on.', start_time: String(breakAt) }
    return [segment, { ...other, end_time: String(breakAt + 0.4) }]
  })
  return callOnWire(id, { symbol, transcripts: [{ text: lines.join('\n'), language: 'en-US', segments: spoken }] })
}

async function setup() {
  const setUp = await callsSetup()
  setUp.resource.calls = [unsureCall('a', remarks)]
  await setUp.open('a')
  const { turnChecks } = setUp.api
  const list = async (more: Partial<Parameters<typeof turnChecks.list>[0]> = {}) =>
    (await turnChecks.list({ state: 'all', limit: 100, ...more })).passages
  const first = async () => {
    const [passage] = await list()
    if (!passage) throw new Error('no passage')
    return passage
  }
  const save = async (correction: string | null) => {
    const { callId, turn, text } = await first()
    return turnChecks.save({ callId, turn, text, correction })
  }
  return { ...setUp, turnChecks, list, first, save }
}

describe('the queue of transcript checks', () => {
  test('has the unsure turns with a figure, a name or a negation, why, and their seconds; nothing that was recognized surely', async () => {
    const { list, open, resource } = await setup()
    expect(await list()).toMatchObject([
      {
        callId: 'a',
        speaker: 'Jane Doe',
        text: 'We sold fifteen million units.',
        reasons: ['figure'],
        start: 0,
        end: 9,
      },
      { text: 'We did not raise prices.', reasons: ['negation'], confidence: 0.6, check: null, start: 10 },
      { text: 'We opened a plant in Ohio.', reasons: ['name'], start: 30 },
      { text: 'We sold fifteen million units.', reasons: ['figure'], start: 40 },
    ])
    resource.calls = [unsureCall('a', remarks, [0, 1])]
    await open('a', { freshness: 'service' })
    expect((await list()).map(({ start }) => start)).toEqual([30, 40])
  })

  test('has what the operator says only where it states a figure', async () => {
    const { list, resource, open } = await setup()
    resource.calls = [
      unsureCall('a', [
        'Operator: Our next question comes from Sam Reed of Ohio Partners.',
        'Operator: Press star zero for help, and do not hang up.',
        'Operator: They ask about the revenue of 45 million dollars.',
        ...remarks,
      ]),
    ]
    await open('a', { freshness: 'service' })
    expect((await list()).map(({ text }) => text).slice(0, 2)).toEqual([
      'They ask about the revenue of 45 million dollars.',
      'We sold fifteen million units.',
    ])
  })

  test('is of one call or of some companies, and its pages follow each other without a gap', async () => {
    const { list, turnChecks, resource, open } = await setup()
    resource.calls.push(unsureCall('b', remarks, [], 'OTHR'))
    await open('b')
    expect(await list({ symbols: ['OTHR'] })).toHaveLength(4)
    expect(await list({ callId: 'a' })).toHaveLength(4)
    const paged: string[] = []
    let after: Parameters<typeof turnChecks.list>[0]['after']
    do {
      const { passages, next } = await turnChecks.list({ state: 'open', limit: 3, after })
      paged.push(...passages.map(({ callId, turn }) => `${callId} ${turn}`))
      after = next ?? undefined
    } while (after)
    expect(paged).toEqual((await list()).map(({ callId, turn }) => `${callId} ${turn}`))
    expect(paged).toHaveLength(8)
  })
})

describe('a transcript check', () => {
  test('is stored with author and time, for its own turn alone, and survives a restart and the same words sent again', async () => {
    const setUp = await setup()
    const { save, list, turnChecks, resource, open, profile, clock, api } = setUp
    const { until } = await announcements(api)
    const { check, previous } = await save('We sold fifty million units.')
    expect(previous).toBeNull()
    expect(check).toMatchObject({ correction: 'We sold fifty million units.', at: clock.now() })
    expect(check.author).not.toBe('')
    expect(await until(1)).toContainEqual({ kind: 'notes', id: 'a' })
    expect((await list()).map((each) => each.check !== null)).toEqual([true, false, false, false])
    expect(await list({ state: 'open' })).toHaveLength(3)

    resource.calls = [unsureCall('a', ['Jane Doe: Welcome.', ...remarks])]
    await open('a', { freshness: 'service' })
    expect(await list()).toMatchObject([
      { start: 10, text: 'We sold fifteen million units.', check },
      {},
      {},
      { check: null },
    ])
    expect((await turnChecks.outdated()).checks).toEqual([])
    await setUp.close()
    const later = openedCore({ profile })
    expect((await later.api.turnChecks.list({ state: 'all', limit: 1 })).passages).toMatchObject([{ check }])
  })

  test('is kept, not used, and listed as outdated once the service sends other words', async () => {
    const { save, list, turnChecks, resource, open } = await setup()
    const { words, check } = await save('We sold fifty million units.')
    const changed = remarks.map((line) => line.replace('fifteen', 'sixteen'))
    resource.calls = [unsureCall('a', changed)]
    await open('a', { freshness: 'service' })
    expect((await list()).map((each) => each.check)).toEqual([null, null, null, null])
    expect((await turnChecks.outdated()).checks).toMatchObject([{ words, check, symbol: 'ACME' }])
  })

  test('confirms a turn, is replaced by a correction, and each is undone', async () => {
    const { save, first, turnChecks } = await setup()
    const confirmed = await save(null)
    expect(await first()).toMatchObject({ check: { correction: null } })
    const corrected = await save('We sold fifty million units.')
    expect(corrected.previous).toEqual(confirmed.check)
    await turnChecks.restore({ words: corrected.words, check: corrected.previous })
    expect((await first()).check).toEqual(confirmed.check)
    await turnChecks.restore({ words: confirmed.words, check: confirmed.previous })
    expect((await first()).check).toBeNull()
  })

  test('is listed with its call also where the turn is no longer unsure, and so not in the queue', async () => {
    const { save, list, turnChecks, resource, open } = await setup()
    const { words, check } = await save('We sold fifty million units.')
    resource.calls = [unsureCall('a', remarks, [0])]
    await open('a', { freshness: 'service' })
    expect((await list()).filter((each) => each.check !== null)).toEqual([])
    expect(await turnChecks.ofCall({ callId: 'a' })).toEqual({ checks: [{ words, check }] })
    expect(await turnChecks.ofCall({ callId: 'b' })).toEqual({ checks: [] })
  })

  test('never changes what the service sent', async () => {
    const { save, open, first } = await setup()
    const before = await open('a')
    await save('We sold fifty million units.')
    const after = await open('a')
    expect([after.hash, after.turns.text]).toEqual([before.hash, before.turns.text])
    expect((await first()).text).toBe('We sold fifteen million units.')
  })

  test('of a turn that has other words by now is refused', async () => {
    const { turnChecks } = await setup()
    const stale = { callId: 'a', turn: 0, text: 'We sold sixteen million units.', correction: null }
    expect(await failureOfQuestion(turnChecks.save(stale))).toMatchObject({ kind: 'not-in-library' })
  })
})

test('an export of the call has the correction of its own turn alone', async () => {
  const { save, open, api } = await setup()
  await save('We sold fifty million units.')
  const { hash } = await open('a')
  const { base64 } = await api.notes.export({ callId: 'a', hash, as: 'markdown', only: 'all' })
  const text = Buffer.from(base64, 'base64').toString()
  expect(text.match(/We sold fifteen million units\./g)).toHaveLength(2)
  expect(text.match(/Corrected .*: We sold fifty million units\./g)).toHaveLength(1)
  expect(text.indexOf('We sold fifty million units')).toBeLessThan(text.indexOf('We did not raise prices'))
})

describe('transcript checks are the user’s own data', () => {
  test('and are in a backup, with author and time, for the turn that they are of', async () => {
    const { save, list, api } = await setup()
    const { check } = await save('We sold fifty million units.')
    const checked = (await list()).map((each) => each.check)
    const backup = await lastStep(api.storage.createBackup({ folder: null }))
    if (backup.kind !== 'done') throw new Error(JSON.stringify(backup))
    const other = openedCore()
    expect(await lastStep(other.api.storage.restore({ path: backup.path }))).toMatchObject({ kind: 'done' })
    const { passages } = await other.api.turnChecks.list({ state: 'all', limit: 100 })
    expect(passages.map((each) => each.check)).toEqual(checked)
    expect(checked).toEqual([check, null, null, null])
  })

  test('and are deleted with their workspace: no file of the profile has a word of them', async () => {
    const { save, api, profile } = await setup()
    await save('We sold fifty million units.')
    const containing = () =>
      filesIn(profile).filter((name) => readFileSync(join(profile, name)).includes('fifty million units'))
    expect(containing()).not.toEqual([])
    const { active } = await api.workspaces.list()
    await api.workspaces.remove({ id: active })
    expect(containing()).toEqual([])
  })
})
