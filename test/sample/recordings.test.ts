import { describe, expect, test } from 'vitest'
import type { FaultPlan } from '#sample/faults/fault-plan.ts'
import type { SampleService } from '#sample/server.ts'
import { requestJson, dataOf, paths, row, rows, sampleService, sharedService } from './sample-requests.ts'

const shared = sharedService()

interface File {
  readonly link: string
  readonly size: number
  readonly bytes: Buffer
  readonly etag: string
}

/** The first file of a company's last call that has a recording. */
async function fileOf(service: SampleService, symbol: string): Promise<File> {
  const calls = dataOf(await requestJson(service, paths['calls.list'], { symbol, status: 'COMPLETED' }))
  for (const { call_id: id } of calls) {
    const { recording } = row(await requestJson(service, `${paths['calls.one']}${String(id)}`))
    if (recording === null) continue
    const [format] = rows(row(recording).formats)
    const link = new URL(String(format?.file_link), service.baseUrl).href
    const response = await fetch(link)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { link, size: Number(format?.size), bytes, etag: response.headers.get('etag') ?? '' }
  }
  throw new Error(`${symbol} has no recording`)
}

async function part(file: File, headers: Record<string, string>) {
  const response = await fetch(file.link, { headers })
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    etag: response.headers.get('etag'),
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe.each(['HLDN', 'SKLR'])('a recording of %s', (symbol) => {
  test('is whole without a range, under a strong ETag, as long as the record says', async () => {
    const file = await fileOf(shared(), symbol)
    expect(file.bytes.length).toBe(file.size)
    expect(file.etag).toMatch(/^"[^"]+"$/)
    const head = await fetch(file.link, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(file.size))
    expect(head.headers.get('accept-ranges')).toBe('bytes')
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=40-50', 40, 51],
    ['bytes=1000-', 1000, undefined],
    ['bytes=-100', -100, undefined],
    ['bytes=200000-999999999', 200_000, undefined],
  ])('gives exactly the bytes of %s', async (range, from, to) => {
    const file = await fileOf(shared(), symbol)
    const answer = await part(file, { range })
    const wanted = file.bytes.subarray(from, to)
    expect(answer.status).toBe(206)
    expect(answer.bytes.equals(wanted)).toBe(true)
    const start = from < 0 ? file.size + from : from
    expect(answer.range).toBe(`bytes ${start}-${start + wanted.length - 1}/${file.size}`)
    expect(answer.etag).toBe(file.etag)
  })

  test('put together from parts it is the same to the byte', async () => {
    const file = await fileOf(shared(), symbol)
    const parts: Buffer[] = []
    for (let from = 0; from < file.size; from += 100_001) {
      parts.push((await part(file, { range: `bytes=${from}-${from + 100_000}` })).bytes)
    }
    expect(Buffer.concat(parts).equals(file.bytes)).toBe(true)
  })

  test('responds to a range beyond its end with 416 and its length', async () => {
    const file = await fileOf(shared(), symbol)
    const answer = await part(file, { range: `bytes=${file.size}-` })
    expect({ status: answer.status, range: answer.range }).toEqual({ status: 416, range: `bytes */${file.size}` })
  })

  test.each(['bytes=5-2', 'bytes=a-b', 'bytes=0-1,4-5', 'items=0-1'])('ignores the range %s', async (range) => {
    const file = await fileOf(shared(), symbol)
    const answer = await part(file, { range })
    expect({ status: answer.status, length: answer.bytes.length }).toEqual({ status: 200, length: file.size })
  })

  test('is continued under If-Range only with the same strong ETag', async () => {
    const file = await fileOf(shared(), symbol)
    const status = async (ifRange: string) => (await part(file, { range: 'bytes=10-19', 'if-range': ifRange })).status
    expect(await status(file.etag)).toBe(206)
    expect(await status('"another"')).toBe(200)
    expect(await status(`W/${file.etag}`)).toBe(200)
  })
})

test('tones are a WAV file of the length of the call, silent between the turns', async () => {
  const { bytes } = await fileOf(shared(), 'SKLR')
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  expect(bytes.subarray(8, 16).toString()).toBe('WAVEfmt ')
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes[44]).toBe(128)
  expect(new Set(bytes.subarray(44))).toEqual(new Set([118, 128, 138]))
})

test('a recording that does not exist is not found, and the key can be demanded', async () => {
  const service = await sampleService({ recordingsWantKey: true })
  expect((await fetch(`${service.baseUrl}/recordings/none/tones.wav`)).status).toBe(401)
  expect((await fetch(`${service.baseUrl}/recordings/none/tones.wav?apikey=sample-key`)).status).toBe(404)
})

describe('faults of recordings', () => {
  const bent = async (recordings: string) => {
    const service = shared()
    service.setFaults({})
    const file = await fileOf(service, 'HLDN')
    service.setFaults({ recordings } satisfies FaultPlan)
    return { file, ask: (headers: Record<string, string> = {}) => part(file, headers) }
  }

  test('ignores-range', async () => {
    const { file, ask } = await bent('ignores-range')
    const answer = await ask({ range: 'bytes=10-19' })
    expect({ status: answer.status, range: answer.range, length: answer.bytes.length }).toEqual({
      status: 200,
      range: null,
      length: file.size,
    })
  })

  test('wrong-start', async () => {
    const { file, ask } = await bent('wrong-start')
    const answer = await ask({ range: 'bytes=1000-1999' })
    expect(answer).toMatchObject({ status: 206, range: `bytes 900-1999/${file.size}` })
    expect(answer.bytes.equals(file.bytes.subarray(900, 2000))).toBe(true)
  })

  test('no-total', async () => {
    const { ask } = await bent('no-total')
    expect(await ask({ range: 'bytes=10-19' })).toMatchObject({ status: 206, range: 'bytes 10-19/*' })
  })

  test('short-range', async () => {
    const { file, ask } = await bent('short-range')
    const answer = await ask({ range: 'bytes=10-19' })
    expect(answer).toMatchObject({ status: 206, range: `bytes 10-14/${file.size}` })
    expect(answer.bytes).toHaveLength(5)
  })

  test('etag-changes, and a range requested under the old one is then not continued', async () => {
    const { ask } = await bent('etag-changes')
    const [first, second] = [await ask(), await ask()]
    expect(first.etag).not.toBe(second.etag)
    expect(second.etag).toMatch(/^"[^"]+"$/)
    expect((await ask({ range: 'bytes=10-19', 'if-range': String(second.etag) })).status).toBe(200)
  })

  test('etag-weak and etag-missing', async () => {
    const { file, ask } = await bent('etag-weak,etag-missing')
    expect((await ask()).etag).toBe(`W/${file.etag}`)
    expect((await ask()).etag).toBeNull()
  })

  test('range-refused: 416 to every range, 200 without', async () => {
    const { ask } = await bent('range-refused')
    expect((await ask({ range: 'bytes=0-1' })).status).toBe(416)
    expect((await ask()).status).toBe(200)
  })

  test('size-zero, size-differs and html-type', async () => {
    const { file, ask } = await bent('size-zero,size-differs,html-type')
    expect((await ask()).bytes).toHaveLength(0)
    expect((await ask()).bytes).toHaveLength(file.size + 1000)
    expect((await ask()).type).toMatch(/^text\/html/)
  })

  test('range-on-200', async () => {
    const { file, ask } = await bent('range-on-200')
    expect(await ask({ range: 'bytes=10-19' })).toMatchObject({
      status: 200,
      range: `bytes 0-${file.size - 1}/${file.size}`,
    })
  })

  test('a download can be cut in the middle', async () => {
    const { file } = await bent('cut-length')
    const response = await fetch(file.link)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})
