import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { deriveTranscript } from '#core/calls/transcript/derive.ts'

/** Sixty real calls, misheard words, wrong speakers and all, read where they lie beside the project; they are no part of it. */
const file = join(import.meta.dirname, '../../../../shared/data/calls.jsonl.gz')

interface RealCall {
  readonly symbol: string
  readonly seg: readonly (readonly [string, number, number, string, number | null])[]
  readonly spk: Readonly<Record<string, string>>
}

function realTranscripts() {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map((line) => {
    const { symbol, seg, spk } = JSON.parse(line) as RealCall
    const segments = seg.map(([speaker, start, end, text, confidence], at) => ({
      segment_id: at,
      speaker: spk[speaker] ?? speaker,
      start_time: String(start),
      end_time: String(end),
      text,
      confidence,
    }))
    return { symbol, ...deriveTranscript({ transcripts: [{ segments }] }, { format: 'json' }) }
  })
}

describe.skipIf(!existsSync(file))('sixty real calls', () => {
  const calls = existsSync(file) ? realTranscripts() : []
  const share = (count: number) => count / calls.length

  test('have their times told in seconds by the words alone', () => {
    expect(calls.map(({ times }) => times.unit)).toEqual(calls.map(() => 'seconds'))
  })

  test('are divided into remarks and questions, and the questions begin neither with the call nor with its end', () => {
    const parted = calls.filter(({ sections }) => {
      const from = sections.indexOf('qa') / sections.length
      return from > 0.08 && from < 0.95
    })
    expect(share(parted.length)).toBeGreaterThan(0.9)
  })

  test('have chapters that cover every turn once', () => {
    for (const { chapters, said } of calls) {
      const covered = chapters.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      )
      expect(covered).toEqual(said.turns.map((_, at) => at))
    }
  })

  test.each([
    ['CAHPF', 11],
    ['AVAL', 6],
    ['CIB', 9],
    ['SARTF', 9],
    ['JRONF', 8],
    ['IFNNY', 10],
    ['ALSMY', 10],
  ])('%s has its %i questions, each with an asker of its own', (symbol, questions) => {
    const [call] = calls.filter((each) => each.symbol === symbol)
    expect(call?.questionTurns.size).toBe(questions)
    const titles = call?.chapters.filter(({ kind }) => kind === 'question').map(({ title }) => title) ?? []
    expect(titles.every((title) => title !== 'Question')).toBe(true)
  })
})
