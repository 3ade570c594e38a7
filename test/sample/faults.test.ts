import { createServer, get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { faultSequence } from '#sample/faults/fault-plan.ts'
import { faults } from '#sample/faults/fault-catalog.ts'
import {
  addressOf,
  requestJson,
  dataOf,
  paths,
  row,
  rows,
  sampleService,
  sharedService,
  type Parameters,
} from './sample-requests.ts'

const shared = sharedService({ restated: 'never' })
const path = paths['fundamentals.enhanced']
const question: Parameters = { symbol: 'HLDN', page_size: 4 }

/** The response under one fault, by fetch. */
async function under(
  steps: string,
  parameters: Parameters = question,
  at: keyof typeof paths = 'fundamentals.enhanced',
) {
  const service = shared()
  service.setFaults({ [at]: steps })
  const response = await fetch(addressOf(service, paths[at], parameters), { redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') }
}

const json = async (steps: string, parameters?: Parameters, at?: keyof typeof paths): Promise<unknown> =>
  JSON.parse((await under(steps, parameters, at)).text)

/** What comes over the wire, to the byte, until the service ends the connection. */
function raw(url: string): Promise<{ text: string; ended: 'closed' | 'reset' }> {
  const { hostname, port, pathname, search } = new URL(url)
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
    })
    const done = (ended: 'closed' | 'reset') => resolve({ text: Buffer.concat(parts).toString('utf8'), ended })
    socket.on('data', (part) => parts.push(part))
    socket.on('error', () => done('reset'))
    socket.on('end', () => done('closed'))
  })
}

async function rawUnder(steps: string) {
  const service = shared()
  service.setFaults({})
  const whole = await (await fetch(addressOf(service, path, question))).text()
  service.setFaults({ 'fundamentals.enhanced': steps })
  const { text, ended } = await raw(addressOf(service, path, question))
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { whole, head: head.toLowerCase(), body: body.join('\r\n\r\n'), ended }
}

describe('status codes', () => {
  test.each([401, 403, 404, 407, 408, 429, 500, 502, 503, 504, 511])('%d comes with a message', async (status) => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': String(status) })
    // not by fetch, for which 407 is no response but a broken network (Fetch, HTTP-network-or-cache fetch)
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      get(addressOf(service, path, question), (response) => {
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode, text }))
      }).on('error', reject)
    })
    expect(answer.status).toBe(status)
    expect(row(JSON.parse(answer.text)).message).toBe('Fault.')
  })

  test('Retry-After can be seconds, a date or nonsense, or be absent', async () => {
    expect((await under('429;retry-after=5')).headers.get('retry-after')).toBe('5')
    expect((await under('429;retry-after=0')).headers.get('retry-after')).toBe('0')
    expect((await under('503;retry-after=soon')).headers.get('retry-after')).toBe('soon')
    expect((await under('503')).headers.get('retry-after')).toBeNull()
    const date = Date.parse(String((await under('503;retry-after=+30')).headers.get('retry-after')))
    expect(date - Date.now()).toBeGreaterThan(25_000)
    expect(date - Date.now()).toBeLessThanOrEqual(30_000)
  })

  test('a sequence goes on from request to request, and its last step stays', async () => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': '503,503,ok' })
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await fetch(addressOf(service, path, question))).status)
    expect(statuses).toEqual([503, 503, 200, 200, 200])
  })

  test('one operation fails alone; * lays a fault on all that have none of their own', async () => {
    const service = shared()
    const statuses = async () => ({
      enhanced: (await fetch(addressOf(service, path, question))).status,
      ratings: (await fetch(addressOf(service, paths.ratings))).status,
    })
    service.setFaults({ ratings: '403' })
    expect(await statuses()).toEqual({ enhanced: 200, ratings: 403 })
    service.setFaults({ '*': '500', ratings: 'ok' })
    expect(await statuses()).toEqual({ enhanced: 500, ratings: 200 })
    service.setFaults({})
    expect(await statuses()).toEqual({ enhanced: 200, ratings: 200 })
  })
})

describe('how a response is sent', () => {
  test('hang: the request is taken, and nothing comes', async () => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': 'hang' })
    const before = service.requests.length
    const leaving = new AbortController()
    const answer = fetch(addressOf(service, path, question), { signal: leaving.signal })
    await expect.poll(() => service.requests.length).toBe(before + 1)
    // a second request gets its response while the first one hangs
    expect((await fetch(addressOf(service, paths.ratings))).status).toBe(200)
    expect(service.requests[before]?.status).toBeNull()
    leaving.abort()
    await expect(answer).rejects.toThrow()
  })

  test('hold: the response waits until it is released, and is whole', async () => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': 'hold' })
    const before = service.requests.length
    const answer = fetch(addressOf(service, path, question))
    await expect.poll(() => service.requests.length).toBe(before + 1)
    expect((await fetch(addressOf(service, paths.ratings))).status).toBe(200)
    expect(service.requests[before]?.status).toBeNull()
    service.release()
    const released = await (await answer).text()
    service.setFaults({})
    expect(released).toBe(await (await fetch(addressOf(service, path, question))).text())
  })

  test('a service with a hanging request can be closed', async () => {
    const service = await sampleService({ faults: { ratings: 'hang' } })
    const answer = fetch(addressOf(service, paths.ratings))
    await expect.poll(() => service.requests.length).toBe(1)
    await service.close()
    await expect(answer).rejects.toThrow()
  })

  test('drip: headers at once, then one byte after another', async () => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': 'drip;ms=1' })
    const response = await fetch(addressOf(service, path, { symbol: 'NONE' }))
    const parts: number[] = []
    if (response.body !== null) for await (const part of response.body) parts.push(part.length)
    const length = parts.reduce((sum, each) => sum + each, 0)
    expect(String(length)).toBe(response.headers.get('content-length'))
    expect(parts.length).toBeGreaterThan(10)
  })

  test('reset: no response; reset-midway: half of one', async () => {
    expect(await rawUnder('reset')).toMatchObject({ head: '', ended: 'reset' })
    const midway = await rawUnder('reset-midway')
    expect(midway.ended).toBe('reset')
    expect(midway.body.length).toBeLessThan(midway.whole.length)
  })

  test('cut-length: half the body under the length of the whole', async () => {
    const { whole, head, body, ended } = await rawUnder('cut-length')
    expect(head).toContain(`content-length: ${Buffer.byteLength(whole)}`)
    expect({ body, ended }).toEqual({ body: whole.slice(0, Math.floor(whole.length / 2)), ended: 'closed' })
  })

  test('cut-chunked: chunks without the last one', async () => {
    const { head, body, ended } = await rawUnder('cut-chunked')
    expect(head).toContain('transfer-encoding: chunked')
    expect(body).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(ended).toBe('closed')
  })

  test('cut-close: half the body, no length, no chunks; close-delimited: all of it', async () => {
    const cut = await rawUnder('cut-close')
    expect(cut.head).not.toMatch(/content-length|transfer-encoding/)
    expect(cut.body).toBe(cut.whole.slice(0, Math.floor(cut.whole.length / 2)))
    const whole = await rawUnder('close-delimited')
    expect(whole.head).not.toMatch(/content-length|transfer-encoding/)
    expect(whole.body).toBe(whole.whole)
  })

  test('slow, as a fault and as a setting, sends the whole all the same', async () => {
    expect(dataOf(await json('slow;ms=1'))).toHaveLength(4)
    const service = await sampleService({ slow: 1 })
    expect(dataOf(await requestJson(service, path, question))).toHaveLength(4)
  })
})

describe('bodies', () => {
  test('not-json, empty and portal are 200 all the same', async () => {
    const sentence = await under('not-json')
    expect({ status: sentence.status, type: sentence.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    })
    expect(() => JSON.parse(sentence.text) as unknown).toThrow()
    expect((await under('empty')).bytes).toHaveLength(0)
    const portal = await under('portal')
    expect({ status: portal.status, type: portal.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(portal.text).toContain('<h1>')
  })

  test('nan, bom, duplicate-keys, utf-16 and text-plain are JSON, nearly', async () => {
    expect((await under('nan')).text).toContain(':NaN')
    const marked = await under('bom')
    expect([...marked.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect((await under('duplicate-keys')).text).toMatch(/^\{"data":"first of two","data":\[/)
    const wide = await under('utf-16')
    expect(dataOf(JSON.parse(wide.bytes.toString('utf16le')))).toHaveLength(4)
    const plain = await under('text-plain')
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(dataOf(JSON.parse(plain.text))).toHaveLength(4)
    const untyped = await under('no-type')
    expect(untyped.headers.get('content-type')).toBeNull()
    expect(dataOf(JSON.parse(untyped.text))).toHaveLength(4)
  })

  test('oversized is as large as requested, and a list to its end', async () => {
    const { bytes, text } = await under('oversized;mb=2')
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024)
    expect(rows(row(JSON.parse(text)).data).length).toBeGreaterThan(1000)
  })

  test('bomb is small on the wire and large when it is unpacked', async () => {
    const service = shared()
    service.setFaults({ 'fundamentals.enhanced': 'bomb;mb=20' })
    const response = await fetch(addressOf(service, path, question))
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(Number(response.headers.get('content-length'))).toBeLessThan(200_000)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(20 * 1024 * 1024)
  })

  test('deep is nested as deep as requested', async () => {
    const { text } = await under('deep;depth=5000')
    expect(text).toContain('['.repeat(5000))
    expect(text).toContain(']'.repeat(5000))
  })
})

describe('shapes', () => {
  test('the wrapper can be without data, with null, with an object, or not there', async () => {
    expect(row(await json('data-missing'))).not.toHaveProperty('data')
    expect(row(await json('data-null')).data).toBeNull()
    expect(row(await json('data-object')).data).toEqual({ rows: 'none' })
    expect(rows(await json('bare'))).toHaveLength(4)
    const wrapped = row(await json('wrapped', question, 'fundamentals.lite'))
    expect(rows(wrapped.data)).toHaveLength(4)
    expect(await json('message-only')).toEqual({ message: 'invalid key' })
  })

  test('rows can be null, their numbers text, their texts lists, and the other rows stay good', async () => {
    expect(row(await json('null-rows')).data).toMatchObject([{ symbol: 'HLDN' }, null, { symbol: 'HLDN' }, null])
    expect(dataOf(await json('number-strings'))[0]).toMatchObject({ Revenue: '1318400000', Year: '2026' })
    expect(dataOf(await json('wrong-types'))).toMatchObject([
      { symbol: 'HLDN' },
      { symbol: ['HLDN'] },
      { symbol: 'HLDN' },
      { symbol: ['HLDN'] },
    ])
  })

  test('values and fields that nobody has seen come with the rest', async () => {
    expect(dataOf(await json('new-values'))[0]).toMatchObject({ Quarter: 'NEVER_SEEN', symbol: 'HLDN' })
    expect(dataOf(await json('extra-fields'))[0]).toMatchObject({ added_later: 'kept', Revenue: 1_318_400_000 })
    expect((await under('proto-keys')).text).toContain('"__proto__":{"polluted":true}')
  })

  test('each record can come again under the same id, and each entry of its lists', async () => {
    const periods = dataOf(await json('duplicates'))
    expect(periods.slice(0, 2)).toMatchObject([
      { Quarter: 'Q3', Year: 2026, Revenue: 1_318_400_000 },
      { Quarter: 'Q3', Year: 2026, Revenue: 1_318_400_001 },
    ])
    const hits = rows(row(row(await json('duplicates', { q: 'H', query_by: 'symbol' }, 'securities')).data).hits)
    expect(row(hits[1]?.document).id).toBe(row(hits[0]?.document).id)
  })

  test('they reach the search hits and the one call too', async () => {
    const hits = rows(row(row(await json('null-rows', { q: 'H', query_by: 'symbol' }, 'securities')).data).hits)
    expect(hits[1]?.document).toBeNull()
    expect(hits[0]?.document).not.toBeNull()
    const service = shared()
    service.setFaults({})
    const [call] = dataOf(await requestJson(service, paths['calls.list']))
    service.setFaults({ 'calls.one': 'number-strings' })
    const one = row(await requestJson(service, `${paths['calls.one']}${String(call?.call_id)}`))
    expect(one.duration).toBe('0')
  })
})

describe('the fields of a record can be at fault', () => {
  const first = async (steps: string, target: keyof typeof paths = 'fundamentals.enhanced') => {
    const answer = await json(steps, undefined, target)
    return Array.isArray(answer) ? row(answer[0]) : (dataOf(answer)[0] ?? {})
  }

  test('its figures as text, as no number, as null, not there, or with more digits than a double holds', async () => {
    expect(await first('figures-as-text')).toMatchObject({ Revenue: '1318400000.0', Year: 2026, Quarter: 'Q3' })
    expect(await first('figures-unreadable')).toMatchObject({ Revenue: 'n/a', Year: 2026 })
    expect(await first('figures-null')).toMatchObject({ Revenue: null, Year: 2026 })
    expect(await first('figures-missing')).not.toHaveProperty('Revenue')
    expect((await under('figures-precise')).text).toContain('"Revenue":1318400000.00000000000000000001')
  })

  test('a share of them, the same in every record', async () => {
    const [all, some] = [await first('ok'), await first('figures-missing;share=0.33')]
    const numbers = (record: object) => Object.values(record).filter((value) => typeof value === 'number').length
    expect((numbers(all) - numbers(some)) / numbers(all)).toBeCloseTo(0.33, 1)
  })

  test('its ids as text or not there, its booleans as text or numbers, its times as numbers', async () => {
    expect(await first('ids-as-text', 'ratings')).toMatchObject({ id: expect.stringMatching(/^\d+$/) as string })
    expect(await first('ids-missing', 'ratings')).not.toHaveProperty('id')
    expect(await first('booleans-as-text', 'ratings')).toMatchObject({ is_rating: 'true' })
    expect(await first('booleans-as-numbers', 'ratings')).toMatchObject({ is_rating: 1 })
    expect(await first('times-as-numbers', 'ratings')).toMatchObject({ created_at: expect.any(Number) as number })
  })

  test('a call its transcripts, their segments and its participants', async () => {
    expect(await first('transcripts-empty', 'calls.list')).toMatchObject({ transcripts: [] })
    expect(await first('transcripts-null', 'calls.list')).toMatchObject({ transcripts: null })
  })
})

describe('redirects', () => {
  const target = async (steps: string) => {
    const { status, headers } = await under(steps)
    return { status, location: headers.get('location') }
  }

  test('none of them carries the key on', async () => {
    for (const name of Object.keys(faults.redirect)) {
      expect((await target(name)).location ?? '').not.toContain('sample-key')
    }
  })

  test('redirect-same leads to a response on the same origin, once the key is added again', async () => {
    const { status, location } = await target('redirect-same')
    expect(status).toBe(302)
    const url = new URL(String(location), shared().baseUrl)
    expect(url.origin).toBe(shared().baseUrl)
    expect((await fetch(url)).status).toBe(401)
    url.searchParams.set('apikey', 'sample-key')
    expect(dataOf(await (await fetch(url)).json())).toHaveLength(4)
  })

  test('redirect-loop leads to itself, for ever', async () => {
    const first = await target('redirect-loop')
    expect(first.status).toBe(302)
    const again = await fetch(new URL(String(first.location), shared().baseUrl), { redirect: 'manual' })
    expect(again.headers.get('location')).toBe(first.location)
  })

  test('redirect-cross leads to the origin that was named', async () => {
    const seen: string[] = []
    const other = createServer((request, response) => {
      seen.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())))
    const address = other.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const { location } = await target(`redirect-cross;to=http://127.0.0.1:${address.port}`)
    await fetch(String(location))
    expect(seen).toEqual([`${path}?symbol=HLDN&page_size=4`])
  })

  test('the others lead where no client should go', async () => {
    expect(new URL(String((await target('redirect-userinfo')).location)).username).toBe('reader')
    expect(await target('redirect-nowhere')).toEqual({ status: 302, location: null })
    expect(URL.canParse(String((await target('redirect-bad')).location))).toBe(false)
    expect((await target('redirect-portal')).location).toBe('http://portal.invalid/login')
  })
})

describe('pages', () => {
  const years = async (steps: string, page: number) => {
    const answer = row(await json(steps, { symbol: 'HLDN', page_size: 4, page, fiscal_period: 'FY' }))
    return { rows: rows(answer.data).map((each) => each.Year), pagination: row(answer.pagination) }
  }

  test('page-repeats, page-empty, page-short', async () => {
    expect((await years('page-repeats', 2)).rows).toEqual([2025, 2024, 2023, 2022])
    expect(await years('page-empty', 2)).toMatchObject({ rows: [], pagination: { hits: 10, page_count: 3 } })
    expect((await years('page-empty', 1)).rows).toHaveLength(4)
    expect((await years('page-short', 1)).rows).toEqual([2025])
    expect(await years('rows-missing', 3)).toMatchObject({ rows: [], pagination: { hits: 10 } })
    expect((await years('rows-missing', 2)).rows).toEqual([2021, 2020, 2019])
  })

  test('page-size-refused: a reason for what is too much, the page for what is not', async () => {
    expect(await json('page-size-refused;most=3', { symbol: 'HLDN', page_size: 4 })).toEqual({
      message: 'page_size must not be greater than 3.',
    })
    expect((await years('page-size-refused;most=4', 1)).rows).toHaveLength(4)
  })

  test('page-count-high, page-count-low, page-count-huge', async () => {
    expect((await years('page-count-high', 1)).pagination.page_count).toBe(6)
    expect((await years('page-count-low', 1)).pagination.page_count).toBe(1)
    expect((await years('page-count-huge', 9)).pagination.page_count).toBe(1_000_000_000)
    expect((await years('page-count-huge', 9)).rows).toHaveLength(4)
  })

  test('list-shifts: the last row of a page is the first of the next', async () => {
    const pages = [await years('list-shifts', 1), await years('list-shifts', 2), await years('list-shifts', 3)]
    expect(pages.map((each) => each.rows)).toEqual([
      [2025, 2024, 2023, 2022],
      [2022, 2021, 2020, 2019],
      [2019, 2018, 2017, 2016],
    ])
  })
})

test('more requests a second than the limit get a 429, and a second later they are taken again', async () => {
  let now = 0
  const service = await sampleService({ limit: 2, clock: () => now })
  const ask = async () => {
    const response = await fetch(addressOf(service, paths.ratings, { symbol: 'HLDN' }))
    return [response.status, response.headers.get('retry-after')]
  }
  expect([await ask(), await ask(), await ask()]).toEqual([
    [200, null],
    [200, null],
    [429, '1'],
  ])
  now = 999
  expect(await ask()).toEqual([429, '1'])
  now = 1000
  expect(await ask()).toEqual([200, null])
})

describe('a plan that cannot be read', () => {
  test.each([
    [{ ratings: 'explode' }, 'Unknown fault "explode"'],
    [{ ratings: 'wrong-start' }, 'A recording fault cannot be applied to ratings.'],
    [{ 'calls.one': 'page-empty' }, 'A paging fault cannot be applied to calls.one.'],
    [{ recordings: 'data-null' }, 'A shape fault cannot be applied to recordings.'],
  ])('%j says why', (plan, says) => {
    expect(() => faultSequence(plan)).toThrow(says)
  })

  test('a target that does not exist is named, and the plan before it stays', async () => {
    const service = await sampleService({ faults: { ratings: '500' } })
    const stray: Record<string, string> = { rating: '500' }
    expect(() => service.setFaults(stray)).toThrow('"rating"')
    expect((await fetch(addressOf(service, paths.ratings))).status).toBe(500)
    await expect(sampleService({ faults: { news: 'explode' } })).rejects.toThrow('explode')
  })

  test('every fault of the table can be applied to something', () => {
    for (const [group, names] of Object.entries(faults)) {
      for (const name of Object.keys(names)) {
        const target = group === 'recording' ? 'recordings' : 'ratings'
        expect(faultSequence({ [target]: name }).next(target)).toMatchObject({ group, name })
      }
    }
  })
})
