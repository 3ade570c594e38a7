import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { distanceOfQuestions, type Form } from '../core/calls/distance-of-questions.ts'
import type { Measured } from './measure.ts'
import { firstQuestions } from './real-first-questions.ts'

/** Sixty real calls with misheard words and wrong speakers. They are not part of the repository. */
const file = join(import.meta.dirname, '../../../shared/data/calls.jsonl.gz')

interface RealCall {
  readonly seg: readonly (readonly [string, number, number, string, number | null])[]
  readonly spk: Readonly<Record<string, string>>
}

const forms: readonly Form[] = ['as spoken', 'merged by speaker']
const lists = {
  'no participants': null,
  'officers under another organization': { role: 'Chief Executive Officer', organization: 'Something Else' },
  'officers listed as analysts': { role: 'Analyst', organization: '' },
} as const

/** How often the questions of a real call are found where a reader finds them. */
export function realCalls(): Measured[] {
  const what = 'questions of real calls begin within 2% of where they are announced'
  if (!existsSync(file)) return [{ what, figure: 'not measured: no real calls here', bar: '> 88%', held: null }]
  const calls = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RealCall)
  return forms.flatMap((form) =>
    Object.entries(lists).map(([list, listed]): Measured => {
      const distances = calls.flatMap(({ seg, spk }, index) => {
        const first = firstQuestions.get(index)
        const spoken = seg.map(([speaker, , , text]) => ({ speaker: spk[speaker] ?? speaker, text }))
        return first === undefined ? [] : [Math.abs(distanceOfQuestions(spoken, first, form, listed))]
      })
      const near = distances.filter((distance) => distance <= 0.02).length / distances.length
      const far = distances.filter((distance) => distance > 0.1).length
      return {
        what: `${what} (${form}, ${list})`,
        figure: `${(near * 100).toFixed(0)}% of ${distances.length}, ${far} off by more than 10%`,
        bar: '> 88%, none off by more than 10%',
        held: near > 0.88 && far === 0,
      }
    }),
  )
}
