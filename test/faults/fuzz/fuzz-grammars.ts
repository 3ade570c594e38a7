/**
 * Gives generated texts to everything that reads one: each is read or refused, in time, and is the same when it is written and read
 * again. In turn with these, one pattern is repeated to two lengths: the time may grow with the length, not with its square.
 */

import fc from 'fast-check'
import { runInThisContext } from 'node:vm'
import type { FuzzCase, FuzzKind } from './fuzz-kind.ts'
import { patience } from './fuzz-kind.ts'
import { storedTexts } from './grammars/stored-texts.ts'
import type { TextReader } from './grammars/text-reader.ts'
import { typedTexts } from './grammars/typed-texts.ts'
import { wireTexts } from './grammars/wire-texts.ts'
import { oddTexts } from './input-arbitrary.ts'

export const fuzzGrammars: FuzzKind = {
  name: 'grammars',
  share: 0.45,
  cases: (_, count, seed) => casesOf(count, seed),
}

const readers = [...typedTexts, ...storedTexts, ...wireTexts]

/** Of so many rounds over all readers, one repeats a pattern. */
const roundsToGrowth = 24
/** The longer text has so many times the characters of the shorter one. */
const growth = 16
/** Linear with a factor for the noise of the machine; a square has 256. */
const mostGrowth = 80
/** Milliseconds below which a clock says more about itself than about a reader. */
const leastTime = 0.25

async function* casesOf(count: number, seed: number): AsyncGenerator<FuzzCase> {
  const texts = readers.map((reader) => ({ reader, text: textArbitrary(reader), pattern: patternArbitrary(reader) }))
  for (let at = 0; at < count; at += 1) {
    const own = seed + at
    const chosen = texts[at % texts.length]
    if (chosen === undefined) return
    const { reader, text, pattern } = chosen
    if (Math.floor(at / texts.length) % roundsToGrowth === 1) {
      const [parts = ['', '', '']] = fc.sample(pattern, { seed: own, numRuns: 1 })
      yield { to: reader.name, seed: own, input: JSON.stringify(parts), ...grownOutcome(reader, parts) }
    } else {
      const [input = ''] = fc.sample(text, { seed: own, numRuns: 1 })
      yield { to: reader.name, seed: own, input: JSON.stringify(input), ...outcomeOf(reader, input) }
    }
  }
}

type Outcome = Pick<FuzzCase, 'outcome' | 'fault'>

function outcomeOf({ read }: TextReader, text: string): Outcome {
  try {
    return { outcome: stoppable(() => read(text)), fault: null }
  } catch (error) {
    return { outcome: 'failed', fault: String(error) }
  }
}

type Pattern = readonly [before: string, again: string, after: string]

function grownOutcome(reader: TextReader, pattern: Pattern): Outcome {
  const texts = { short: grown(pattern, reader.longest / growth), long: grown(pattern, reader.longest) }
  try {
    const best = { short: Infinity, long: Infinity }
    // A slow moment of the machine does not come three times.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      best.short = Math.min(best.short, timeOf(reader, texts.short))
      best.long = Math.min(best.long, timeOf(reader, texts.long))
      if (best.long <= mostGrowth * Math.max(leastTime, best.short)) return { outcome: 'grown', fault: null }
    }
    return { outcome: 'failed', fault: 'its time grows faster than the length of the text' }
  } catch (error) {
    return { outcome: 'failed', fault: String(error) }
  }
}

function grown([before, again, after]: Pattern, length: number): string {
  const room = Math.max(0, length - before.length - after.length)
  return `${before}${again.repeat(Math.floor(room / Math.max(1, again.length)))}${after}`.slice(0, length)
}

/** The least of three, in milliseconds. */
function timeOf({ read }: TextReader, text: string): number {
  const times = [1, 2, 3].map(() => {
    const from = performance.now()
    stoppable(() => read(text))
    return performance.now() - from
  })
  return Math.min(...times)
}

/** Runs it as a script, since nothing else of Node's ends a function that does not return. */
function stoppable<Result>(work: () => Result): Result {
  Reflect.set(globalThis, 'fuzzedWork', work)
  return runInThisContext('globalThis.fuzzedWork()', { timeout: patience }) as Result
}

/** Any text. Made once: it takes all of Unicode. */
const anyText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

function textArbitrary({ words, examples }: TextReader): fc.Arbitrary<string> {
  const word = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...words) }, anyText)
  const sentence = fc
    .tuple(fc.array(word, { maxLength: 24 }), fc.constantFrom('', ' ', ' '))
    .map(([parts, between]) => parts.join(between))
  const changed = fc
    .tuple(fc.constantFrom(...examples), fc.nat(), fc.nat(), fc.oneof(word, fc.constant('')), fc.boolean())
    .map(([example, one, other, instead, isDoubled]) => {
      const [from, to] = [one % (example.length + 1), other % (example.length + 1)].toSorted((a, b) => a - b)
      return `${example.slice(0, isDoubled ? to : from)}${instead}${example.slice(isDoubled ? from : to)}`
    })
  return fc.oneof(fc.constantFrom(...examples), { weight: 4, arbitrary: sentence }, { weight: 4, arbitrary: changed })
}

function patternArbitrary({ words, examples }: TextReader): fc.Arbitrary<Pattern> {
  const part = fc.oneof(fc.constantFrom(...words), fc.constantFrom(...examples), fc.constantFrom(...oddTexts))
  const again = fc
    .tuple(
      fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, part), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', ' '),
    )
    .map(([parts, between]) => parts.join(between) || ' ')
  return fc.tuple(fc.oneof(fc.constant(''), part), again, fc.oneof(fc.constant(''), part))
}
