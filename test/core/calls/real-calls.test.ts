import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { deriveTranscript } from '#core/calls/transcript/derive.ts'
import { firstQuestions } from './real-questions.ts'

/** Sixty real calls, misheard words, wrong speakers and all, read where they lie beside the project; they are no part of it. */
const file = join(import.meta.dirname, '../../../../shared/data/calls.jsonl.gz')

interface RealCall {
  readonly symbol: string
  readonly seg: readonly (readonly [string, number, number, string, number | null])[]
  readonly spk: Readonly<Record<string, string>>
}

function realCalls(): RealCall[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as RealCall)
}

function realTranscripts() {
  return realCalls().map(({ symbol, seg, spk }) => {
    const segments = seg.map(([speaker, start, end, text, confidence], at) => ({
      segment_id: at,
      speaker: spk[speaker] ?? speaker,
      start_time: String(start),
      end_time: String(end),
      text,
      confidence,
    }))
    return { symbol, ...deriveTranscript({ transcripts: [{ segments }] }, json) }
  })
}

/** Words between the questions as derived and the announcement of the first, as a share of the call; negative: too early. */
function distanceOfQuestions(
  { seg, spk }: RealCall,
  first: number,
  form: 'as spoken' | 'merged by speaker',
  listed: { readonly role: string; readonly organization: string } | null,
): number {
  const segments: { speaker: string; text: string }[] = []
  let announced = 0
  for (const [at, [number, , , text]] of seg.entries()) {
    const speaker = spk[number] ?? number
    const last = segments.at(-1)
    if (form === 'merged by speaker' && last && last.speaker === speaker) last.text += ` ${text}`
    else segments.push({ speaker, text })
    if (at === first) announced = segments.length - 1
  }
  const presenters = new Set(seg.slice(0, first).map(([number]) => spk[number] ?? number))
  presenters.delete('Operator')
  const participants = listed && [...presenters].map((name) => ({ name, ...listed }))
  const { sections, words } = deriveTranscript({ name: 'Acme', transcripts: [{ segments }], participants }, json)
  const from = sections.indexOf('qa')
  const before = (turn: number) => words.slice(0, turn).reduce((sum, each) => sum + each, 0)
  return (before(from < 0 ? words.length : from) - before(announced)) / before(words.length)
}

const json = { format: 'json' } as const

describe.skipIf(!existsSync(file))('sixty real calls (which are no part of the project)', () => {
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

  const forms = ['as spoken', 'merged by speaker'] as const
  const lists = {
    'no participants': null,
    'officers under another organisation': { role: 'Chief Executive Officer', organization: 'Something Else' },
    'officers listed as analysts': { role: 'Analyst', organization: '' },
  } as const
  test.each(forms.flatMap((form) => Object.entries(lists).map(([list, listed]) => ({ form, list, listed }))))(
    'have their questions begin where the first is announced ($form, $list)',
    ({ form, listed }) => {
      const off = realCalls().flatMap((call, at) => {
        const first = firstQuestions.get(at)
        return first === undefined ? [] : [distanceOfQuestions(call, first, form, listed)]
      })
      expect(off.filter((share) => Math.abs(share) > 0.1)).toEqual([])
      expect(off.filter((share) => Math.abs(share) <= 0.02).length / off.length).toBeGreaterThan(0.88)
    },
  )

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
