import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import exceptions from '../../resources/sample/exceptions.json' with { type: 'json' }
import type { SampleService } from '#sample/server.ts'
import {
  addressOf,
  requestJson,
  dataOf,
  isCallOf,
  isOdd,
  paths,
  row,
  rows,
  sampleService,
  sharedService,
  type Parameters,
} from './sample-requests.ts'

/** Nothing is requested here that changes when it is requested twice, but for what starts a service of its own. */
const shared = sharedService({ restated: 'never' })

type Row = Record<string, unknown>

async function callsOf(service: SampleService, parameters: Parameters): Promise<Row[]> {
  return dataOf(await requestJson(service, paths['calls.list'], { page_size: 100, ...parameters }))
}

/** Those that are as a finished call is; the odd ones have a test of their own. */
async function completedCalls(service: SampleService): Promise<Row[]> {
  return (await callsOf(service, { status: 'COMPLETED' })).filter((call) => !isOdd(call))
}

async function detailOf(service: SampleService, call: Row | undefined, parameters: Parameters = {}): Promise<Row> {
  return row(await requestJson(service, `${paths['calls.one']}${String(call?.call_id)}`, parameters))
}

const segmentsOf = (detail: Row) => rows(row(rows(detail.transcripts)[0]).segments)
const seconds = (value: unknown) => {
  expect(value).toMatch(/^\d+\.\d\d$/)
  return Number(value)
}

describe('a transcript', () => {
  test('runs forward within the call: segments in order, none overlapping, the last before the end', async () => {
    const service = shared()
    for (const call of await completedCalls(service)) {
      const segments = segmentsOf(await detailOf(service, call))
      let last = 0
      for (const [at, each] of segments.entries()) {
        expect(each.segment_id).toBe(at + 1)
        const [start, end] = [seconds(each.start_time), seconds(each.end_time)]
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(Number(call.duration) + 1)
      expect(Date.parse(String(call.end_time)) - Date.parse(String(call.start_time))).toBe(Number(call.duration) * 1000)
    }
  })

  test('has confidences and sentiments that differ, some low, and all in range', async () => {
    const service = shared()
    const details = await Promise.all((await completedCalls(service)).map((each) => detailOf(service, each)))
    const segments = details.flatMap(segmentsOf)
    const confidences = segments.map((each) => Number(each.confidence))
    const sentiments = segments.map((each) => Number(each.sentiment))
    expect(Math.max(...confidences)).toBeLessThanOrEqual(1)
    expect(confidences.filter((each) => each < 0.75).length).toBeGreaterThan(50)
    expect(Math.min(...sentiments)).toBeGreaterThanOrEqual(-1)
    expect(Math.max(...sentiments)).toBeLessThanOrEqual(1)
    expect(sentiments.filter((each) => each < -0.2).length).toBeGreaterThan(300)
  })

  test('no place of the script is left open, and no two calls of a company are alike', async () => {
    const service = shared()
    const calls = await completedCalls(service)
    const texts = calls.map((each) => String(rows(each.transcripts)[0]?.text))
    expect(texts.filter((each) => /[{}]|undefined|NaN/.test(each))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
    const headlines = calls.map((each) => String(each.headline))
    expect(headlines.filter((each) => /[{}]|undefined|NaN/.test(each))).toEqual([])
  })

  test('most name their speakers, some only number them, and every speaker who is named takes part', async () => {
    const service = shared()
    let numbered = 0
    for (const call of await completedCalls(service)) {
      const detail = await detailOf(service, call)
      const speakers = new Set(segmentsOf(detail).map((each) => String(each.speaker)))
      const names = new Set(rows(detail.participants).map((each) => String(each.name)))
      if (speakers.has('Speaker 0')) numbered++
      else expect(speakers).toEqual(names)
      expect(speakers.size).toBe(names.size)
    }
    expect(numbered).toBeGreaterThan(3)
    expect(numbered).toBeLessThan(30)
  })

  test('quotes the figures of its quarter as the statements have them', async () => {
    const service = shared()
    const [call] = (await callsOf(service, { symbol: 'KSTM' })).filter((each) =>
      String(each.call_title).includes('Q3 FY2026'),
    )
    const ask = async (year: number) =>
      dataOf(
        await requestJson(service, paths['fundamentals.enhanced'], {
          symbol: 'KSTM',
          fiscal_year: year,
          fiscal_period: 'Q3',
        }),
      )[0]
    const [now, before] = [await ask(2026), await ask(2025)]
    const text = String(rows(call?.transcripts)[0]?.text)
    const revenue = Number(now?.Revenue)
    expect(text).toContain(`$${(revenue / 1e6).toFixed(0)} million`)
    expect(text).toContain(`up ${((revenue / Number(before?.Revenue) - 1) * 100).toFixed(1)}% from a year ago`)
    expect(text).toContain(`${((Number(now?.OperatingIncome) / revenue) * 100).toFixed(1)}%`)
    expect(text).toContain(`$${Number(now?.DilutedEarningsPerShare).toFixed(2)} a share`)
  })

  test('in HTML is paragraphs, with what a speaker said escaped', async () => {
    const service = shared()
    for (const call of await completedCalls(service)) {
      const html = String(rows((await detailOf(service, call, { format: 'html' })).transcripts)[0]?.text)
      expect(html).toMatch(/^<p><strong>[^<]+:<\/strong> /)
      expect(html.replaceAll(/<\/?(p|strong)>/g, '')).not.toMatch(/[<>]/)
    }
    const response = await fetch(addressOf(service, `${paths['calls.one']}x`, { format: 'pdf' }))
    expect(response.status).toBe(400)
  })

  test('cleaned has no fillers, no neighbors of one speaker, and all the words', async () => {
    const service = shared()
    const calls = await completedCalls(service)
    let fillers = 0
    for (const call of calls) {
      const raw = segmentsOf(await detailOf(service, call))
      const clean = segmentsOf(await detailOf(service, call, { clean: true }))
      fillers += raw.filter((each) => /\b(uh|um), /i.test(String(each.text))).length
      expect(clean.filter((each) => /\b(uh|um), /i.test(String(each.text)))).toEqual([])
      expect(clean.filter((each, at) => at > 0 && clean[at - 1]?.speaker === each.speaker)).toEqual([])
      expect(clean.map((each) => each.segment_id)).toEqual(clean.map((_, at) => at + 1))
      expect(clean.at(-1)?.end_time).toBe(raw.at(-1)?.end_time)
      expect(clean[0]?.start_time).toBe(raw[0]?.start_time)
      expect(clean.length).toBeLessThan(raw.length)
    }
    expect(fillers).toBeGreaterThan(100)
  })
})

describe('a call that is not as most are', () => {
  const oddly = async (oddity: string) => {
    const odd = exceptions.calls.find((each) => each.oddity === oddity) ?? { symbol: '', period: '' }
    const [call] = (await callsOf(shared(), { symbol: odd.symbol })).filter((each) => isCallOf(each, odd))
    return detailOf(shared(), call)
  }
  const firstOf = (detail: Row) => row(rows(detail.transcripts)[0])

  test('has what makes it odd, and is whole otherwise', async () => {
    const textOnly = firstOf(await oddly('text-only'))
    expect([textOnly.segments, String(textOnly.text).split('\n').length > 20]).toEqual([null, true])
    expect(new Set(segmentsOf(await oddly('no-times')).map((each) => each.start_time))).toEqual(new Set(['']))
    const thousandfold = await oddly('milliseconds')
    expect(Number(segmentsOf(thousandfold).at(-1)?.end_time)).toBeGreaterThan(Number(thousandfold.duration) * 900)
    const texts = segmentsOf(await oddly('scripts')).map((each) => String(each.text))
    for (const script of [
      /\p{Script=Arabic}/u,
      /\p{Script=Han}/u,
      /\p{Script=Hebrew}/u,
      /\p{Extended_Pictographic}/u,
    ]) {
      expect(texts.some((text) => script.test(text))).toBe(true)
    }
    expect(row((await oddly('no-formats')).recording).formats).toEqual([])
    expect(segmentsOf(await oddly('long')).length).toBeGreaterThan(4000)
    expect((await oddly('postponed')).status).toBe('POSTPONED')
  })
})

describe('a call that is not finished', () => {
  test('has a first part of its transcript, and at the next look the whole of it', async () => {
    const service = await sampleService()
    const [call] = (await callsOf(service, { status: 'IN_PROGRESS' })).filter((each) => each.symbol === 'SDGE')
    const first = await detailOf(service, call)
    expect(first).toMatchObject({ status: 'IN_PROGRESS', recording: null, summary: null, end_time: null })
    const second = await detailOf(service, call)
    expect(second.status).toBe('COMPLETED')
    expect(segmentsOf(second).length).toBeGreaterThan(segmentsOf(first).length)
    expect(segmentsOf(second).slice(0, segmentsOf(first).length)).toEqual(segmentsOf(first))
    expect(String(second.updated_at) > String(first.updated_at)).toBe(true)
    expect((await callsOf(service, { symbol: 'SDGE' }))[0]?.status).toBe('COMPLETED')
  })

  test('can fail, and its transcript is then gone', async () => {
    const service = await sampleService()
    const [call] = (await callsOf(service, { status: 'IN_PROGRESS' })).filter((each) => each.symbol === 'HRTF')
    expect(segmentsOf(await detailOf(service, call)).length).toBeGreaterThan(5)
    expect(await detailOf(service, call)).toMatchObject({ status: 'FAILED', transcripts: [] })
  })
})

/** Seconds of an Ogg Opus file: the granule position of its last page less the pre-skip, at 48 kHz (RFC 7845, section 4). */
function opusSeconds(bytes: Buffer): number {
  const page = bytes.lastIndexOf('OggS')
  const head = bytes.indexOf('OpusHead')
  return (Number(bytes.readBigUInt64LE(page + 6)) - bytes.readUInt16LE(head + 10)) / 48_000
}

/** Seconds of an MP3 file of MPEG-2 layer III frames of 576 samples, walked frame by frame. */
function mp3Seconds(bytes: Buffer): number {
  const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  const rates = [22_050, 24_000, 16_000]
  let at = bytes.subarray(0, 3).toString() === 'ID3' ? 10 + bytes.readUInt32BE(6) : 0
  let duration = 0
  while (at + 4 <= bytes.length && bytes.readUInt16BE(at) >> 5 === 0x7ff) {
    const flags = bytes.readUInt8(at + 2)
    const rate = rates[(flags >> 2) & 3] ?? 22_050
    const length = Math.floor((72_000 * (kilobits[flags >> 4] ?? 0)) / rate) + ((flags >> 1) & 1)
    if (length < 24) break
    duration += 576 / rate
    at += length
  }
  return duration
}

describe('the recorded call of Halden Instruments', () => {
  const spoken = async (service: SampleService) => {
    const [call] = (await callsOf(service, { symbol: 'HLDN' })).filter((each) =>
      String(each.call_title).includes('Q3 FY2026'),
    )
    return detailOf(service, call, { audio: true })
  }

  test('is real speech in two files, whose lengths, measured in the files, are the length of the call', async () => {
    const service = shared()
    const { recording, duration } = await spoken(service)
    const formats = rows(row(recording).formats)
    expect(formats.map((each) => each.content_type)).toEqual(['audio/mpeg', 'audio/ogg'])
    const [mp3, ogg] = await Promise.all(
      formats.map(async (each) => {
        const response = await fetch(new URL(String(each.file_link), service.baseUrl))
        expect(response.headers.get('content-type')).toBe(each.content_type)
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(bytes.length).toBe(each.size)
        return bytes
      }),
    )
    if (mp3 === undefined || ogg === undefined) throw new Error('a recording is missing')
    expect(Math.abs(mp3Seconds(mp3) - Number(duration))).toBeLessThan(1)
    expect(Math.abs(opusSeconds(ogg) - Number(duration))).toBeLessThan(1)
    expect(mp3.length + ogg.length).toBeLessThan(1_200_000)
    expect(row(recording).total_size).toBe(mp3.length + ogg.length)
  })

  test('has segments that lie within the recording and fill most of it', async () => {
    const service = shared()
    const detail = await spoken(service)
    const segments = segmentsOf(detail)
    const file = readFileSync(new URL('../../resources/sample/recordings/hldn-2026-q3.ogg', import.meta.url))
    const length = opusSeconds(file)
    for (const each of segments) expect(seconds(each.end_time)).toBeLessThanOrEqual(length)
    const said = segments.reduce((sum, each) => sum + seconds(each.end_time) - seconds(each.start_time), 0)
    expect(said / length).toBeGreaterThan(0.8)
    // two to seven words a second is how people speak: a time that is wrong by a segment would show
    for (const each of segments) {
      const pace = String(each.text).split(' ').length / (seconds(each.end_time) - seconds(each.start_time))
      expect(pace).toBeGreaterThan(1.5)
      expect(pace).toBeLessThan(4.5)
    }
  })

  test('says the figures of the third quarter of 2026', async () => {
    const service = shared()
    const detail = await spoken(service)
    const text = segmentsOf(detail)
      .map((each) => String(each.text))
      .join(' ')
    const quarter = async (year: number) =>
      dataOf(
        await requestJson(service, paths['fundamentals.enhanced'], {
          symbol: 'HLDN',
          fiscal_year: year,
          fiscal_period: 'Q3',
        }),
      )[0]
    const [now, before] = [await quarter(2026), await quarter(2025)]
    const part = (record: Row | undefined, line: string) => Number(record?.[line]) / Number(record?.Revenue)
    expect(text).toContain(
      `$${(Number(now?.Revenue) / 1e9).toFixed(2)} billion, up ${((Number(now?.Revenue) / Number(before?.Revenue) - 1) * 100).toFixed(1)}%`,
    )
    expect(text).toContain(`operating margin was ${(part(now, 'OperatingIncome') * 100).toFixed(1)}%`)
    expect(text).toContain(
      `Gross margin was ${(part(now, 'GrossProfit') * 100).toFixed(1)}%, up ${Math.round((part(now, 'GrossProfit') - part(before, 'GrossProfit')) * 10_000)} basis points`,
    )
    expect(text).toContain(`earnings were ${Math.round(Number(now?.DilutedEarningsPerShare) * 100)} cents a share`)
    expect(text).toContain(
      `Capital expenditure was $${Math.round(-Number(now?.PurchasePropertyPlantEquipment) / 1e6)} million`,
    )
  })

  test('carries an audio URL of its own origin when that is requested, and not otherwise', async () => {
    const service = shared()
    const detail = await spoken(service)
    const url = String(row(detail.recording).audio_url)
    expect(new URL(url).origin).toBe(service.baseUrl)
    expect((await fetch(url)).headers.get('content-type')).toBe('audio/mpeg')
    const plain = row(await requestJson(service, `${paths['calls.one']}${String(detail.call_id)}`))
    expect(row(plain.recording).audio_url).toBeUndefined()
  })
})
