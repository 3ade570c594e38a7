import Database from 'better-sqlite3'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { callOnWire, callsSetup, key, readable, transcribed } from '../calls/calls-service.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

const form = { format: 'json', clean: false } as const
const wireCall = (id: string, ...turns: readonly string[]) =>
  callOnWire(id, { call_title: 'Q3 FY2025 earnings call', ...transcribed(...turns) })

/** The labels of the figures that the library has of each call, read beside the program. */
function storedLabels(profile: string, change = '', isRead = true): Record<string, string[]> {
  const file = globSync(join(profile, '**/library.db')).find((each) => !each.includes('sample'))
  const library = new Database(file)
  try {
    if (change !== '') library.exec(change)
    if (!isRead) return {}
    const rows = library
      .prepare<[], { callId: string; claims: Buffer }>('SELECT call_id AS callId, claims FROM transcript_figures')
      .all()
    return Object.fromEntries(
      rows.map(({ callId, claims }) => {
        const found = JSON.parse(inflateRawSync(claims).toString()) as { label: string }[]
        return [callId, found.map(({ label }) => label)]
      }),
    )
  } finally {
    library.close()
  }
}

async function until(profile: string, fits: (labels: Record<string, string[]>) => boolean): Promise<void> {
  while (!fits(storedLabels(profile))) await setImmediate()
}

const hasBoth = (labels: Record<string, string[]>) => Object.keys(labels).length === 2

test('the figures of stored calls are found without a request for them, again when the words are others, and after a restart only those of the other calls', async () => {
  const setUp = await callsSetup()
  const { open, resource, profile } = setUp
  resource.calls = [
    wireCall('a', 'Jane Doe: Revenue for the third quarter was 1.318 billion.'),
    wireCall('b', 'Jane Doe: Gross margin was 45.5 percent in the third quarter.'),
  ]
  await open('a')
  await open('b')
  await until(profile, hasBoth)
  expect(storedLabels(profile)).toEqual({ a: ['Revenue'], b: ['Gross margin'] })
  resource.calls = [wireCall('a', 'Jane Doe: Operating income for the third quarter was 218 million.')]
  await open('a', { freshness: 'service' })
  await until(profile, (labels) => labels['a']?.[0] === 'Operating income')
  await setUp.close()

  // The first call gets other figures than would be found again.
  storedLabels(
    profile,
    `UPDATE transcript_figures SET claims = (SELECT claims FROM transcript_figures WHERE call_id = 'b') WHERE call_id = 'a';
     DELETE FROM transcript_figures WHERE call_id = 'b'`,
  )
  const later = openedCore({ profile })
  await until(profile, hasBoth)
  expect(storedLabels(profile)).toEqual({ a: ['Gross margin'], b: ['Gross margin'] })
  const figures = async () => (await later.api.calls.figures({ callId: 'a', form }))?.figures.map(({ label }) => label)
  expect(await figures()).toEqual(['Gross margin'])
})

test('no call is read while the user waits for a lookup', async () => {
  const text = 'Revenue for the third quarter was 1.318 billion.'
  const requested = Promise.withResolvers<() => void>()
  const service = await scriptedService((response, { url }) => {
    if (url.pathname.includes('/calls/')) return json(response, wireCall('a', `Jane Doe: ${text}`))
    requested.resolve(() => json(response, { message: 'no' }, 404))
  })
  const opened = openedCore()
  await liveWorkspace(opened, service.origin, { key })
  const { api, profile } = opened
  await readable(await api.calls.open({ callId: 'a', form, freshness: 'library-first' }))
  await until(profile, (labels) => 'a' in labels)

  const lookup = api.securities.measureExchange({ mic: 'XNAS' }).catch(() => undefined)
  const respond = await requested.promise
  // The call is to be read again.
  await api.turnChecks.save({ callId: 'a', turn: 0, text, correction: text.replace('Revenue', 'Operating income') })
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  expect(storedLabels(profile)).toEqual({})
  respond()
  await lookup
  await until(profile, (labels) => labels['a']?.[0] === 'Operating income')
})

test('a call is stored as read with its correction, and without it once that is undone', async () => {
  const { open, resource, profile, api } = await callsSetup()
  const text = 'Revenue for the third quarter was 1.318 billion.'
  resource.calls = [wireCall('a', `Jane Doe: ${text}`)]
  await open('a')
  await until(profile, (labels) => labels['a']?.[0] === 'Revenue')
  const correction = text.replace('Revenue', 'Operating income')
  const { words } = await api.turnChecks.save({ callId: 'a', turn: 0, text, correction })
  await until(profile, (labels) => labels['a']?.[0] === 'Operating income')
  await api.turnChecks.restore({ words, check: null })
  await until(profile, (labels) => labels['a']?.[0] === 'Revenue')
})

test('a call whose reading is a defect is logged, and older ones are read all the same', async () => {
  const setUp = await callsSetup()
  const { open, resource, profile } = setUp
  resource.calls = [
    wireCall('a', 'Jane Doe: Revenue for the third quarter was 1.318 billion.'),
    { ...wireCall('b', 'Jane Doe: Gross margin was 45.5 percent.'), start_time: '2031-01-05T14:00:00Z' },
  ]
  await open('a')
  await open('b')
  await until(profile, hasBoth)
  await setUp.close()
  storedLabels(
    profile,
    `DELETE FROM transcript_figures;
     CREATE TRIGGER not_this_call BEFORE INSERT ON transcript_figures WHEN NEW.call_id = 'b'
     BEGIN SELECT RAISE(ABORT, 'the reading of this call fails'); END`,
  )
  openedCore({ profile })
  await until(profile, (labels) => 'a' in labels)
  expect(storedLabels(profile)).toEqual({ a: ['Revenue'] })
  const log = readFileSync(join(profile, 'logs', 'tearsheet.log'), 'utf8')
  expect(log.split('the reading of this call fails')).toHaveLength(2)
})

test('a damaged row is found again when the call is opened', async () => {
  const { open, resource, profile, api } = await callsSetup()
  resource.calls = [wireCall('a', 'Jane Doe: Revenue for the third quarter was 1.318 billion.')]
  await open('a')
  await until(profile, (labels) => 'a' in labels)
  storedLabels(profile, `UPDATE transcript_figures SET claims = x'00ff'`, false)
  expect((await api.calls.figures({ callId: 'a', form }))?.figures).toMatchObject([{ label: 'Revenue' }])
})
