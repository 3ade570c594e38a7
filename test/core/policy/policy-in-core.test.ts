import { describe, expect, test } from 'vitest'
import type { TableChunk } from '#contract/api/exports.ts'
import { sentenceOf } from '#contract/failure.ts'
import { noPolicy, policyIn, strictPolicy } from '#core/policy/policy-file.ts'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames } from '../opened-core.ts'
import { listed } from '../records.ts'
import { opened, served, settled } from '../recordings/downloading.ts'
import { callId } from '../recordings/recording-service.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

const anySignal = new AbortController().signal
const rating = { parameters: { symbol: 'ACME' }, freshness: 'service' } as const
const forbids = (detail: string) => ({ kind: 'by-policy', detail })

function ratingsService() {
  return scriptedService((response) => json(response, listed([{ id: 1, ticker: 'ACME', firm: 'Firm' }])))
}

async function* table(): AsyncGenerator<TableChunk> {
  yield { kind: 'head', title: 'Calls', as: 'csv', columns: [{ title: 'Title', kind: 'text' }], facts: [] }
  yield await Promise.resolve({ kind: 'end' })
}

describe('a policy that names services', () => {
  test('lets requests go to them and to no other, whoever asks; what is stored stays readable', async () => {
    const [allowed, other] = [await ratingsService(), await ratingsService()]
    const before = openedCore()
    const otherId = await liveWorkspace(before, other.origin, { key: 'other-key' })
    await before.api.fetch.ratings(rating)
    await before.close()
    const asked = other.heard.length

    const policy = { ...noPolicy, services: [allowed.origin] }
    const after = openedCore({ profile: before.profile, policy })
    const { core, api } = after
    core.keys.hold({ workspace: otherId, origin: other.origin, key: 'other-key' })
    expect(await failureOfQuestion(api.fetch.ratings(rating))).toMatchObject(forbids('requests to 127.0.0.1'))
    const { checks } = await api.workspaces.test({ id: otherId, symbol: 'ACME' })
    expect(checks.filter(({ result }) => result === 'works')).toEqual([])
    expect(other.heard.length).toBe(asked)
    const stored = await api.fetch.ratings({ ...rating, freshness: 'library' })
    expect(stored.records.map(({ firm }) => firm)).toEqual(['Firm'])

    await liveWorkspace(after, allowed.origin, { key: 'a-key' })
    expect((await api.fetch.ratings(rating)).records).toHaveLength(1)
  })

  test('refuses a workspace of another service before anything is made', async () => {
    const { api } = openedCore({ policy: { ...noPolicy, services: ['https://data.example.com'] } })
    const create = (baseUrl: string, recordingsBase = '') =>
      api.workspaces.create({ name: 'Mine', baseUrl, recordingsBase, search: usualNames })
    expect(await failureOfQuestion(create('https://other.example.com'))).toMatchObject(
      forbids('requests to other.example.com'),
    )
    expect(await failureOfQuestion(create('https://data.example.com', 'https://files.example.com'))).toMatchObject(
      forbids('requests to files.example.com'),
    )
    expect((await api.workspaces.list()).workspaces).toHaveLength(1)
    const { id } = await create('https://data.example.com/v1')
    expect(
      await failureOfQuestion(
        api.workspaces.edit({
          id,
          edit: { name: 'Mine', baseUrl: 'https://other.example.com', recordingsBase: '', search: usualNames },
        }),
      ),
    ).toMatchObject(forbids('requests to other.example.com'))
  })

  test('connects at the base URL that the administrator set, and at no other path of its host', async () => {
    const policy = policyIn(JSON.stringify({ version: 1, baseUrl: 'https://data.example.com/v1' }))
    const { api } = openedCore({ policy })
    const create = (baseUrl: string) =>
      api.workspaces.create({ name: 'Mine', baseUrl, recordingsBase: '', search: usualNames })
    expect(await failureOfQuestion(create('https://data.example.com/v2'))).toMatchObject(
      forbids('another service address'),
    )
    expect((await create('https://data.example.com/v1')).baseUrl).toBe('https://data.example.com/v1')
  })

  test('never cuts the sample off', async () => {
    const sample = await ratingsService()
    const { api } = openedCore({
      sample: { baseUrl: sample.origin, key: 'sample-key' },
      policy: { ...noPolicy, services: [] },
    })
    expect((await api.fetch.ratings(rating)).records).toHaveLength(1)
  })
})

describe('a policy that forbids exports', () => {
  const policy = { ...noPolicy, exports: false }

  test('says so in place of a file', async () => {
    const { api } = openedCore({ policy })
    const failure = await failureOfQuestion(api.exports.table(table()))
    expect(failure).toEqual(forbids('exports'))
    expect(sentenceOf({ kind: 'by-policy', detail: 'exports' })).toBe('Your administrator does not allow exports.')
  })
})

describe('a policy that forbids recordings', () => {
  test('plays, downloads and cuts none, also of those that are on disk, and requests none', async () => {
    const service = await served()
    const before = await opened(service)
    await before.api.recordings.download({ callId })
    expect((await settled(before)).state).toBe('on-disk')
    await before.close()
    const asked = service.asked.length

    const { core, api } = await opened(service, {
      profile: before.profile,
      policy: { ...noPolicy, recordings: false },
    })
    expect(await api.recordings.read({ callId })).toMatchObject({ media: null, local: true })
    for (const request of [
      api.recordings.download({ callId }),
      api.recordings.refresh({ callId }),
      api.recordings.clip({ callId, from: 0, to: 1 }),
    ]) {
      expect(await failureOfQuestion(request)).toEqual(forbids('recordings'))
    }
    const media = await core.openMedia(callId, { method: 'GET', range: null, ifRange: null }, anySignal)
    expect([media.status, service.asked.length]).toEqual([403, asked])
  })
})

describe('a damaged policy', () => {
  test('is reported, and everything it could have restricted is off', async () => {
    const { api } = openedCore({ policy: strictPolicy('unknown setting “exprots”') })
    const { notices } = await api.status.now()
    expect(notices.map(({ failure }) => sentenceOf(failure))).toEqual([
      'Your administrator’s policy file cannot be used: unknown setting “exprots”. Until it is repaired, your data services, exports, recordings and update checks are off. Stored data is still available.',
    ])
    expect(await api.policy.read()).toMatchObject({
      source: 'damaged',
      exports: false,
      recordings: false,
      services: [],
    })
    expect(
      await failureOfQuestion(
        api.workspaces.create({
          name: 'Mine',
          baseUrl: 'https://data.example.com',
          recordingsBase: '',
          search: usualNames,
        }),
      ),
    ).toMatchObject(forbids('requests to data.example.com'))
  })
})
