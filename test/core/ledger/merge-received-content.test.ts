import { describe, expect, test } from 'vitest'
import {
  firstShown,
  showAccepted,
  showNext,
  type RecordRules,
  type ShownRecord,
} from '#core/ledger/merge-received-content.ts'

/** docs/wire-data-rules.md, section 2, row by row; section 3 beneath. */

const rules: RecordRules = {
  fields: new Set([
    'Revenue',
    'GrossProfit',
    'EBITDA',
    'working_capital_days',
    'mdna',
    'title',
    'is_rating',
    'figis',
    'transcripts',
    'participants',
  ]),
  figures: new Set(['Revenue', 'GrossProfit', 'EBITDA', 'working_capital_days.dso', 'mdna.tone_score']),
  holdsBack: false,
}
const none: ReadonlySet<string> = new Set()
const day = 86_400_000

type Fields = Readonly<Record<string, unknown>>

/** Contents a day apart, each last given half a day after it came. */
function shownAfter(contents: readonly Fields[], how: { rules?: RecordRules; damagedLists?: readonly string[] } = {}) {
  const last = contents.length - 1
  return contents.reduce<ShownRecord | null>((shown, record, at) => {
    const damagedLists = at === last ? new Set(how.damagedLists) : none
    const content = { contentId: at + 1, knownFrom: at * day, record, damagedLists }
    const previous = { contentId: at, lastSeenAt: at * day - day / 2 }
    return shown ? showNext(shown, content, previous, how.rules ?? rules) : firstShown(content)
  }, null)!
}

const noNotes = { kept: {}, withdrawn: {}, heldBack: null }
const half = day / 2

describe('what a newer content does to a field', () => {
  test.each<[string, readonly Fields[], Fields, Partial<typeof noNotes>]>([
    [
      'a readable value is shown',
      [
        { Revenue: 1, title: 'a' },
        { Revenue: 2, title: '' },
      ],
      { Revenue: 2, title: '' },
      {},
    ],
    ['a missing figure is kept', [{ Revenue: 1 }, {}], { Revenue: 1 }, { kept: { Revenue: half } }],
    ['a missing text is kept', [{ title: 'a' }, {}], { title: 'a' }, { kept: { title: half } }],
    ['false is a value, and is kept', [{ is_rating: false }, {}], { is_rating: false }, { kept: { is_rating: half } }],
    ['zero is a value', [{ Revenue: 1 }, { Revenue: 0 }], { Revenue: 0 }, {}],
    ['what never had a value is n/a', [{ title: 'a' }, { title: 'a' }], { title: 'a' }, {}],
    [
      'a null where a figure was withdraws it',
      [{ Revenue: 1 }, { Revenue: null }],
      { Revenue: null },
      { withdrawn: { Revenue: { at: day, was: 1 } } },
    ],
    ['a null that always was is n/a', [{ Revenue: null }, { Revenue: null }], { Revenue: null }, {}],
    ['a null where a text was is kept', [{ title: 'a' }, { title: null }], { title: 'a' }, { kept: { title: half } }],
    [
      'a kept figure keeps the day on which it was last given',
      [{ Revenue: 1 }, {}, {}],
      { Revenue: 1 },
      { kept: { Revenue: half } },
    ],
    ['a kept figure that is given again is as received', [{ Revenue: 1 }, {}, { Revenue: 1 }], { Revenue: 1 }, {}],
    [
      'a withdrawn figure stays withdrawn while it is null or missing',
      [{ Revenue: 1 }, { Revenue: null }, {}, { Revenue: null }],
      { Revenue: null },
      { withdrawn: { Revenue: { at: day, was: 1 } } },
    ],
    [
      'a withdrawn figure that is given again is as received',
      [{ Revenue: 1 }, { Revenue: null }, { Revenue: 3 }],
      { Revenue: 3 },
      {},
    ],
    [
      'a figure that was kept can be withdrawn',
      [{ Revenue: 1 }, {}, { Revenue: null }],
      { Revenue: null },
      { withdrawn: { Revenue: { at: 2 * day, was: 1 } } },
    ],
    [
      'figures inside an object are each their own',
      [{ working_capital_days: { dso: 41, dio: 3 } }, { working_capital_days: { dio: 4 } }],
      { working_capital_days: { dio: 4, dso: 41 } },
      { kept: { 'working_capital_days.dso': half } },
    ],
    [
      'a null in place of an object withdraws its figures and keeps the rest',
      [{ mdna: { tone_score: 0.1, key_topics: ['a'] } }, { mdna: null }],
      { mdna: { tone_score: null, key_topics: ['a'] } },
      { withdrawn: { 'mdna.tone_score': { at: day, was: 0.1 } }, kept: { 'mdna.key_topics': half } },
    ],
    ['an empty list replaces a list', [{ figis: ['a'] }, { figis: [] }], { figis: [] }, {}],
    [
      'no participants replace none',
      [{ participants: [{ name: 'a' }] }, { participants: [] }],
      { participants: [{ name: 'a' }] },
      { kept: { participants: half } },
    ],
    ['fields that nobody knows are as received', [{ added: 1 }, {}], {}, {}],
  ])('%s', (_, contents, record, notes) => {
    expect(shownAfter(contents)).toEqual({ record, ...noNotes, ...notes })
  })

  test('a list with unreadable entries leaves the last readable one', () => {
    const contents = [{ figis: ['a', 'b'] }, { figis: ['a'] }]
    expect(shownAfter(contents, { damagedLists: ['figis'] })).toEqual({
      record: { figis: ['a', 'b'] },
      ...noNotes,
      kept: { figis: half },
    })
    expect(shownAfter([{ figis: ['a'] }], { damagedLists: ['figis'] }).record).toEqual({ figis: ['a'] })
  })
})

describe('a transcript', () => {
  const turns = [
    { segment_id: 1, speaker: 'Jane', text: 'Good morning.' },
    { segment_id: 2, speaker: 'John', text: 'Thank you.' },
  ]
  const full = { transcripts: [{ transcript_id: 't', text: 'whole', segments: turns }] }

  test.each<[string, Fields]>([
    ['no transcripts', { transcripts: [] }],
    ['a null', { transcripts: null }],
    ['no such field', {}],
    ['a transcript without segments', { transcripts: [{ transcript_id: 't', text: '', segments: [] }] }],
    ['another transcript without a text', { transcripts: [{ transcript_id: 'u', segments: null, text: ' ' }] }],
  ])('is never replaced by %s', (_, latest) => {
    const { record, kept } = shownAfter([full, latest])
    expect([record, Object.keys(kept)]).toEqual([full, ['transcripts']])
  })

  test('without an id replaces none', () => {
    const nameless = { transcripts: [{ segments: [{ segment_id: 1, text: 'Good morning.' }] }] }
    expect(shownAfter([{ transcripts: [] }, nameless])).toEqual({ record: nameless, ...noNotes })
  })

  test('is replaced by another one with a text', () => {
    const other = { transcripts: [{ transcript_id: 'u', segments: [{ segment_id: 9, text: 'Other words.' }] }] }
    expect(shownAfter([full, other])).toEqual({ record: other, ...noNotes })
  })

  test('grows, and keeps of a turn what came without a readable value', () => {
    const later = [{ segment_id: 1, speaker: 'Jane' }, turns[1], { segment_id: 3, text: 'Goodbye.' }]
    const { record, kept } = shownAfter([
      full,
      { transcripts: [{ transcript_id: 't', text: 'whole', segments: later }] },
    ])
    expect(record).toEqual({
      transcripts: [
        { transcript_id: 't', text: 'whole', segments: [turns[0], turns[1], { segment_id: 3, text: 'Goodbye.' }] },
      ],
    })
    expect(Object.keys(kept)).toEqual(['transcripts'])
  })

  const spoken = (...segments: readonly Fields[]) => ({
    transcripts: [{ transcript_id: 't', text: 'whole', segments }],
  })
  const nameless = turns.map(({ segment_id: _, ...turn }) => turn)

  test('whose turns lose their ids keeps them where a turn says the same in the same place', () => {
    const corrected = { speaker: 'John', text: 'Thank you all.' }
    const more = { speaker: 'Jane', text: 'Goodbye.' }
    const grown = shownAfter([full, spoken(...nameless, more)])
    expect(grown.record).toEqual(spoken(...turns, more))
    expect(Object.keys(grown.kept)).toEqual(['transcripts'])
    expect(shownAfter([full, spoken(...nameless.slice(0, 1), corrected)]).record).toEqual(
      spoken(...turns.slice(0, 1), corrected),
    )
    expect(shownAfter([full, spoken(...turns.slice(0, 1), corrected)]).record).toEqual(
      spoken(...turns.slice(0, 1), corrected),
    )
  })

  test('whose turns have lost their ids for good follows the service all the same', () => {
    const said = (text: string) => [
      { speaker: 'Jane', text },
      { speaker: 'John', text },
    ]
    const contents = [full, ...['a', 'b', 'c'].map((text) => spoken(...said(text)))]
    expect(shownAfter(contents)).toEqual({ record: spoken(...said('c')), ...noNotes })
    expect(shownAfter([...contents, full]).record).toEqual(full)
  })

  test.each<[string, readonly Fields[]]>([
    ['fewer turns', nameless.slice(0, 1)],
    ['turns without their words', [{ speaker: 'Jane' }, { speaker: 'John', text: 'Thank you.' }]],
  ])('is not replaced by %s that have no ids', (_, segments) => {
    expect(shownAfter([full, spoken(...segments)]).record).toEqual(full)
  })

  test('mixes no two turns whose number is not theirs alone', () => {
    const twice = [
      { segment_id: 1, text: 'a' },
      { segment_id: 1, text: 'b' },
    ]
    const before = { transcripts: [{ transcript_id: 't', segments: twice }] }
    const after = { transcripts: [{ transcript_id: 't', segments: [{ segment_id: 1, speaker: 'Jane' }] }] }
    expect(shownAfter([before, after]).record).toEqual(after)
  })
})

describe('a record that loses more than a fifth of its figures at once', () => {
  const strict = { ...rules, holdsBack: true, figures: new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) }
  strict.fields = new Set([...strict.figures, 'title'])
  const ten = Object.fromEntries([...strict.figures].map((field) => [field, 1]))
  const without = (fields: string, value?: null) =>
    Object.fromEntries(
      Object.entries(ten).flatMap(([field, figure]): [string, number | null][] => {
        if (!fields.includes(field)) return [[field, figure]]
        return value === undefined ? [] : [[field, value]]
      }),
    )

  test('is not accepted as a whole, with what it lacks of what is shown', () => {
    const before = { ...ten, title: 'before' }
    const shown = shownAfter([before, { ...without('abc'), j: 2, title: 'after' }], { rules: strict })
    expect(shown).toEqual({
      record: before,
      ...noNotes,
      heldBack: { contentId: 2, knownFrom: day, lost: 3, of: 10, shownSeenAt: half, shownContentId: 1 },
    })
  })

  test('is not, when it loses a fifth: then they are kept, or withdrawn', () => {
    expect(shownAfter([ten, without('ab')], { rules: strict })).toMatchObject({
      heldBack: null,
      kept: { a: half, b: half },
    })
    expect(shownAfter([ten, without('ab', null)], { rules: strict })).toMatchObject({
      heldBack: null,
      record: { a: null },
    })
  })

  test('makes way for a later one that has them, and remembers since when the shown one was given', () => {
    expect(shownAfter([ten, without('abc'), { ...ten, a: 2 }], { rules: strict })).toEqual({
      record: { ...ten, a: 2 },
      ...noNotes,
    })
    expect(shownAfter([ten, without('abc'), without('abcd')], { rules: strict }).heldBack).toEqual({
      contentId: 3,
      knownFrom: 2 * day,
      lost: 4,
      of: 10,
      shownSeenAt: half,
      shownContentId: 1,
    })
  })

  test('is shown once it is accepted, and what it lacks withdrawn as of then', () => {
    const latest = { contentId: 2, knownFrom: day, record: without('abc'), damagedLists: none }
    const heldBack = showNext(
      firstShown({ record: { ...ten, title: 'x' } }),
      latest,
      { contentId: 1, lastSeenAt: half },
      strict,
    )
    const accepted = showAccepted(heldBack, latest, 5 * day, strict)
    const withdrawal = { at: 5 * day, was: 1 }
    expect(accepted).toEqual({
      record: { ...ten, a: null, b: null, c: null, title: 'x' },
      kept: { title: half },
      withdrawn: { a: withdrawal, b: withdrawal, c: withdrawal },
      heldBack: null,
    })
    expect(showAccepted(heldBack, { ...latest, contentId: 9 }, 5 * day, strict)).toBe(heldBack)
  })
})
