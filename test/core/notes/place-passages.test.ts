import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Passage } from '#contract/api/notes.ts'
import { anchorPassages, type Version } from '#core/notes/anchoring/anchor-passages.ts'
import { passageAt, passageOf, textAt, version } from './transcripts.ts'

const call = [
  'Good afternoon, and welcome to the Holden Industries third quarter conference call. My name is Regina.',
  'Thank you, Regina. Revenue grew 12% to $1.4 billion, and we expect margins to improve through the year.',
  'Our cash flow was strong. We expect margins to hold in Europe, where demand has been softer than we thought.',
  'Thank you. Our first question comes from the line of Jane Doe with Acme Securities.',
  'Thanks. Um, could you talk about pricing? You said that price increases, uh, would stick in the second half.',
  'Sure, Jane. They are sticking. We expect margins to improve because of them, not in spite of them.',
  'Thank you. Our next question comes from the line of John Roe with Bolt Partners.',
  'Hi. What about tariffs, and how much of the cost can you pass on to customers in the fourth quarter?',
]
const original = version('a'.repeat(64), call)
const changed = (edit: (texts: string[]) => readonly string[]): Version => version('b'.repeat(64), edit([...call]), 50)

async function place(shown: Version, passage: Passage) {
  const [placed] = await anchorPassages(shown, [passage])
  return placed!.range
    ? { how: placed!.how, says: textAt(shown, placed!.range), range: placed!.range }
    : { how: placed!.how }
}

describe('a highlight', () => {
  test('is where it was made in the version it was made on', async () => {
    const passage = passageAt(original, { firstTurn: 1, from: 19, lastTurn: 2, to: 25 })
    const { firstTurn, from, lastTurn, to } = passage
    expect(await anchorPassages(original, [passage])).toEqual([
      { how: 'exact', range: { firstTurn, from, lastTurn, to } },
    ])
  })

  test('is looked for where the same content is read as other turns: it would lie over other words', async () => {
    const reread = version(original.hash, ['Operator', ...call])
    expect(await place(reread, passageOf(original, 'first question'))).toMatchObject({
      how: 'moved',
      says: 'first question',
      range: { firstTurn: 4 },
    })
  })

  test.each([1, 2, 3])('on words said several times goes to the %i. where they were marked', async (nth) => {
    const shown = changed((texts) => ['Please stand by.', 'The call will begin in a moment.', ...texts])
    const passage = passageOf(original, 'We expect margins to', nth - 1 || 1)
    const marked = nth === 1 ? passageOf(original, 'we expect margins to') : passage
    const found = await place(shown, marked)
    expect(found).toMatchObject({ how: 'moved', says: marked.quote, range: { firstTurn: marked.firstTurn + 2 } })
  })

  test('on “Thank you.” finds its own, though others were taken away', async () => {
    const shown = changed((texts) => texts.filter((_, at) => at !== 3))
    expect(await place(shown, passageOf(original, 'Thank you.', 2))).toMatchObject({
      how: 'moved',
      says: 'Thank you.',
      range: { firstTurn: 5 },
    })
  })

  test('goes nowhere when its words are gone, even where the same ones are said elsewhere', async () => {
    const shown = changed((texts) => texts.map((text, at) => (at === 5 || at === 6 ? 'We have lost the line.' : text)))
    expect(await place(shown, passageOf(original, 'We expect margins to improve'))).toEqual({ how: 'lost' })
  })

  test('over two turns is found when they were merged, and in one turn when it was split', async () => {
    const passage = passageAt(original, { firstTurn: 1, from: 78, lastTurn: 2, to: 24 })
    const merged = changed((texts) => [texts[0]!, `${texts[1]} ${texts[2]}`, ...texts.slice(3)])
    expect(await place(merged, passage)).toMatchObject({ how: 'moved', says: passage.quote.replace('\n', ' ') })
    const split = changed((texts) => texts.flatMap((text) => text.split(/(?<=\.) /)))
    expect(await place(split, passage)).toMatchObject({ how: 'moved', says: passage.quote })
  })

  test('is found in the cleaned form, without the hesitations that it was made on', async () => {
    const clean = changed((texts) => texts.map((text) => text.replaceAll(/,? \b[Uu][hm],?/g, '')))
    const passage = passageOf(original, 'You said that price increases, uh, would stick in the second half.')
    expect(await place(clean, passage)).toMatchObject({
      how: 'moved',
      says: 'You said that price increases would stick in the second half.',
    })
    const back = version('c'.repeat(64), call)
    const made = passageOf(clean, 'could you talk about pricing?')
    expect(await place(back, made)).toMatchObject({ how: 'moved', says: 'could you talk about pricing?' })
  })

  test.each([
    ['a figure in it', '$1.4 billion, and we expect', '$1.4', '$1.5', '$1.5 billion, and we expect'],
    ['its first word', 'cash flow was strong', 'cash', 'free cash', 'cash flow was strong'],
    ['its last word', 'price increases', 'increases', 'rises', 'price rises'],
    ['a plural at its end', 'the cost', 'cost', 'costs', 'the costs'],
    ['capitals and quotation marks', 'Our cash flow', 'Our cash', 'OUR CASH', 'OUR CASH flow'],
    [
      'what is before it',
      'demand has been softer',
      'in Europe, where',
      'in the European market, in which',
      'demand has been softer',
    ],
  ])('is found after a correction of %s', async (_, words, from, to, says) => {
    const shown = changed((texts) => texts.map((text) => text.replace(from, to)))
    expect(await place(shown, passageOf(original, words))).toMatchObject({ how: 'moved', says })
  })

  test('that begins and ends within words keeps its letters', async () => {
    const shown = changed((texts) => ['Please stand by.', ...texts])
    expect(await place(shown, passageOf(original, 'venue grew 12% to $1.4 bill'))).toMatchObject({
      says: 'venue grew 12% to $1.4 bill',
    })
  })

  test('in a script without blanks is found too', async () => {
    const spoken = [
      '各位下午好，欢迎参加第三季度电话会议。',
      '收入增长了百分之十二，我们预计全年利润率将有所改善。',
      '谢谢。下一个问题。',
    ]
    const made = version('c'.repeat(64), spoken)
    const shown = version('d'.repeat(64), ['请稍候。', `${spoken[0]}${spoken[1]}`, spoken[2]!])
    expect(await place(shown, passageOf(made, '我们预计全年利润率'))).toMatchObject({
      how: 'moved',
      says: '我们预计全年利润率',
    })
  })

  test('is lost, not thrown, where there is nothing to find or nothing to find it by', async () => {
    const blank = { ...passageOf(original, 'Thank you.'), quote: ' \n', before: '', after: '' }
    expect(
      await place(
        changed(() => []),
        passageOf(original, 'Thank you.'),
      ),
    ).toEqual({ how: 'lost' })
    expect(
      await place(
        changed((texts) => texts),
        blank,
      ),
    ).toEqual({ how: 'lost' })
  })
})

test('a hundred highlights are found in ten thousand changed turns while others have their turn', async () => {
  const texts = Array.from({ length: 10_000 }, (_, turn) =>
    Array.from({ length: 40 }, (_, word) => `w${(turn * 7919 + word * word * 31) % 5000}`).join(' '),
  )
  const made = version('a'.repeat(64), texts)
  const passages = Array.from({ length: 100 }, (_, at) =>
    passageAt(made, { firstTurn: at * 90, from: 5, lastTurn: at * 90 + (at % 10 === 0 ? 50 : 0), to: 80 }),
  )
  const shown = version('b'.repeat(64), ['Please stand by.', ...texts.map((text) => text.replace(/ w1\d* /, ' was '))])
  let turns = 0
  let isPlacing = true
  const counting = (async () => {
    while (isPlacing) {
      turns += 1
      await new Promise(setImmediate)
    }
  })()
  const placed = await anchorPassages(shown, passages)
  isPlacing = false
  await counting
  expect(placed.map(({ how, range: found }) => [how, found?.firstTurn])).toEqual(
    passages.map(({ firstTurn }) => ['moved', firstTurn + 1]),
  )
  // A turn a highlight, and some for each part of the text.
  expect(turns).toBeGreaterThan(100)
})

/** Words by number, so that each one's way through an edit can be followed. */
const vocabulary =
  'the we our of and in to quarter margin growth revenue price cost demand Europe Asia customers inventory cash guidance tariff capital product pipeline backlog supply labor volume mix currency dividend'.split(
    ' ',
  )
interface Word {
  readonly id: number
  readonly text: string
}
type Turn = readonly Word[]
const textsOf = (turns: readonly Turn[]) => turns.map((turn) => turn.map(({ text }) => text).join(' '))

/** Random words stay random when a failure is made smaller: of a text that says "the" alone no two passages can be distinguished. */
const words = (count: number) =>
  fc.noShrink(fc.array(fc.constantFrom(...vocabulary), { minLength: count, maxLength: count }))
const transcript = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 4, maxLength: 40 }), words(1200))
  .map(([lengths, spoken]): Turn[] => {
    let id = 0
    return lengths.map((length) => Array.from({ length }, () => ({ text: spoken[id]!, id: (id += 1) })))
  })
/** What may happen to turns with no word of theirs changed, other than that some are new. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('merge' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('split' as const), at: fc.nat(), word: fc.nat() }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.nat(),
    words: words(12),
  }),
)

function edited(turns: readonly Turn[], change: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never): Turn[] {
  const at = change.at % turns.length
  const [before, turn, after] = [turns.slice(0, at), turns[at]!, turns.slice(at + 1)]
  switch (change.kind) {
    case 'merge':
      return [...before, [...turn, ...(after[0] ?? [])], ...after.slice(1)]
    case 'split': {
      const word = 1 + (change.word % Math.max(1, turn.length - 1))
      return [...before, ...[turn.slice(0, word), turn.slice(word)].filter(({ length }) => length > 0), ...after]
    }
    case 'insert':
      return [...before, change.words.map((text) => ({ id: -1, text })), turn, ...after]
    default:
      return change satisfies never
  }
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length

/** Place of the words from one number to another. */
function placeOfWords(turns: readonly Turn[], first: number, last: number) {
  const letterOf = (turn: Turn, word: number) => turn.slice(0, word).reduce((sum, { text }) => sum + text.length + 1, 0)
  const find = (id: number) => {
    const turn = turns.findIndex((words) => words.some((word) => word.id === id))
    return { turn, word: turns[turn]!.findIndex((word) => word.id === id) }
  }
  const [from, to] = [find(first), find(last)]
  return {
    firstTurn: from.turn,
    from: letterOf(turns[from.turn]!, from.word),
    lastTurn: to.turn,
    to: letterOf(turns[to.turn]!, to.word + 1) - 1,
  }
}

describe('whatever is merged, split and put in between', () => {
  test('a passage of random words is found at its very letters', async () => {
    await fc.assert(
      fc.asyncProperty(
        transcript,
        fc.nat(),
        fc.integer({ min: 3, max: 60 }),
        fc.array(edit, { maxLength: 4 }),
        async (turns, start, length, edits) => {
          const count = turns.flat().length
          const first = 1 + (start % count)
          const last = first + length
          fc.pre(last <= count)
          const made = version('a'.repeat(64), textsOf(turns))
          const passage = { ...passageAt(made, placeOfWords(turns, first, last)), segmentId: null }
          const after = edits.reduce<Turn[]>(edited, turns)
          // Words put into the passage itself change it: that is the other tests' matter.
          const ids = after.flat().map(({ id }) => id)
          const [from, to] = [ids.indexOf(first), ids.indexOf(last)]
          fc.pre(to - from === last - first)
          const shown = version('b'.repeat(64), textsOf(after))
          const [placed] = await anchorPassages(shown, [passage])
          // With new words in the stored text on both sides it may be lost; it never stands elsewhere.
          const [preceding, following] = [wordsIn(passage.before), wordsIn(passage.after)]
          const isBeforeSame = preceding > 0 && ids[from - preceding] === first - preceding
          const isAfterSame = following > 0 && ids[to + following] === last + following
          if (!isBeforeSame && !isAfterSame && placed?.how === 'lost') return
          expect(placed).toEqual({ how: 'moved', range: placeOfWords(after, first, last) })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a passage that is found in another version has its words there, nearly all of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        transcript,
        transcript,
        fc.nat(),
        fc.integer({ min: 0, max: 40 }),
        async (turns, others, start, length) => {
          const count = turns.flat().length
          const first = 1 + (start % count)
          const made = version('a'.repeat(64), textsOf(turns))
          const passage = passageAt(made, placeOfWords(turns, first, Math.min(count, first + length)))
          const shown = version('b'.repeat(64), textsOf(others))
          const [placed] = await anchorPassages(shown, [passage])
          if (!placed?.range) return
          const [here, there] = [textAt(shown, placed.range), passage.quote].map((text) => text.length)
          expect(Math.abs(here! - there!)).toBeLessThanOrEqual(Math.ceil(there! * 0.3) + 12)
        },
      ),
      { numRuns: 200 },
    )
  })
})
