import { describe, expect, test } from 'vitest'
import { queryReader, queryTokensOf } from '#core/transcript-search/parse-query.ts'
import { printQuery } from '#core/transcript-search/query.ts'

const read = queryReader()

const understood = (text: string) => {
  const { query, error } = read(text)
  if (!query) throw new Error(error.message)
  return query
}
const refused = (text: string) => {
  const { error } = read(text)
  return error && { at: text.slice(error.from, error.to), message: error.message }
}

describe('a query', () => {
  test.each([
    ['words side by side are all wanted', 'gross margin', 'gross margin'],
    ['AND may be written', 'gross AND margin', 'gross margin'],
    ['OR is weaker than AND', 'a1 b1 OR c1 d1', 'a1 b1 OR c1 d1'],
    ['brackets say otherwise', 'a1 (b1 OR c1)', 'a1 (b1 OR c1)'],
    ['NOT holds for what follows it', 'a1 NOT b1 c1', 'a1 NOT b1 c1'],
    ['operators in small letters are words', 'risk and not or near', 'risk and not or near'],
    ['NEAR with its usual distance', 'NEAR(price cost)', 'NEAR(price cost, 10)'],
    [
      'NEAR with a distance, of phrases and beginnings too',
      'NEAR("gross margin" infla*, 5)',
      'NEAR("gross margin" infla*, 5)',
    ],
    ['NEAR of a word and its beginning', 'NEAR(mar* mar)', 'NEAR(mar* mar, 10)'],
    ['NEAR with a comma in a phrase', 'NEAR(a1 "b1, c1")', 'NEAR(a1 "b1, c1", 10)'],
    ['NEAR of a number, with its distance', 'NEAR(a1 2,500, 5)', 'NEAR(a1 2,500, 5)'],
    ['NEAR of a number that is not the last', 'NEAR(a1 2,500 b1)', 'NEAR(a1 2,500 b1, 10)'],
    ['NEAR at its greatest distance', 'a1 NEAR/1000 b1', 'NEAR(a1 b1, 1000)'],
    ['a letter in quotes', '"m"', '"m"'],
    ['NEAR between its words', 'price NEAR/4 cost NEAR/4 input', 'NEAR(price cost input, 4)'],
    ['NEAR binds closer than NOT', 'x1 NOT price NEAR/4 cost', 'x1 NOT NEAR(price cost, 4)'],
    ['a phrase that goes on', '"gross mar"*', '"gross mar"*'],
    ['the quotes of a word processor', '“free cash flow”', '"free cash flow"'],
    ['numbers, times and names with their signs', '1,000 10:30 R&D U.S. non-GAAP', '1,000 10:30 R&D U.S. non-GAAP'],
    ['a field by its name, in any case', 'Company:"Loma Negra" SPEAKER:ja*', 'company:"Loma Negra" speaker:"ja"*'],
    ['a blank behind the colon', 'role: CFO', 'role:"CFO"'],
    ['places to look in', 'in:summaries', 'in:summaries'],
    ['parts of the call', 'section:Q&A', 'section:qa'],
    ['numbers compared', 'sentiment < -.5 confidence>=0.60', 'sentiment<-0.5 confidence>=0.6'],
    ['a year, a month, a day', 'date:2025 date:2025-02 date:2024-02-29', 'date:2025 date:2025-02 date:2024-02-29'],
    ['a range of dates', 'date:2025-01..2025-06', 'date:2025-01..2025-06'],
    ['a range with an open end', 'date:2025-01.. date:..2026', 'date:2025-01.. date:..2026'],
    [
      'later than a day, month or year begins after it',
      'date>2024-12-31 date>2024-12 date>2024',
      'date:2025-01-01.. date:2025-01.. date:2025..',
    ],
    ['earlier than one ends before it', 'date<2025-01 date<=2025', 'date:..2024-12 date:..2025'],
  ])('%s', (_, typed, meant) => {
    expect(printQuery(understood(typed))).toBe(meant)
  })

  test.each([
    ['', '', 'Enter a search term'],
    ['margin "free cash', '"free cash', 'Missing closing quotation mark'],
    ['(margin OR (cost)', '(', 'Missing closing parenthesis'],
    ['margin) cost', ')', 'Missing opening parenthesis'],
    ['margin ()', '()', 'Empty parentheses'],
    ['margin OR', 'OR', 'Add a term after OR'],
    ['OR margin', 'OR', 'Add a term before OR'],
    ['margin AND OR cost', 'AND', 'Add a term after AND'],
    ['NOT margin', 'NOT', 'needs something to exclude from'],
    ['margin OR NOT cost', 'NOT', 'needs something to exclude from'],
    ['NEAR()', '()', 'Add at least two words'],
    ['NEAR(margin)', 'NEAR(margin)', 'needs at least two words'],
    ['x1 NEAR(margin) y1', 'NEAR(margin)', 'needs at least two words'],
    ['NEAR(a1 b1, 5x)', '5x', 'whole number'],
    ['NEAR(a1 b1, x5)', 'x5', 'whole number'],
    ['NEAR(a1 b1, 1001)', '1001', 'up to 1000'],
    ['"m"*', '"m"*', 'at least two letters before the *'],
    ['NEAR(Price cost price)', 'NEAR(Price cost price)', 'different words'],
    ['x1 cost NEAR/5 "cost"', 'NEAR/5', 'different words'],
    ['NEAR(a1 b1, soon)', 'soon', 'whole number'],
    ['NEAR(a1 b1, 5000)', '5000', 'up to 1000'],
    ['NEAR(a1 (b1 OR c1))', '(', 'NEAR takes words'],
    ['NEAR(a1 speaker:x)', 'speaker', 'NEAR takes words'],
    ['NEAR(margin c*, 5)', 'c*', 'at least two letters before the *'],
    ['NEAR(margin 2025,500)', 'NEAR(margin 2025,500)', 'space after the comma'],
    ['margin NEAR cost', 'NEAR', 'NEAR(a b, 10)'],
    ['a1 NEAR/5 (b1 c1)', '(', 'between two words'],
    ['a1 NEAR/5 b1 NEAR/6 c1', 'NEAR/6', 'same distance'],
    ['m*', 'm*', 'at least two letters before the *'],
    ['mar*gin', '*', 'at the end of a word'],
    ['*gin', '*', 'at the end of a word'],
    ['"mar* cost"', '*', 'after the closing quotation mark'],
    ['margin, cost', ',', 'comma'],
    ['margin -cost', '-', 'NOT'],
    ['margin +cost', '+', 'every word must match'],
    ['margin || cost', '||', 'Write OR'],
    ['margin && cost', '&&', 'Write AND'],
    ['why?', '?', 'not supported'],
    ['🚀', '🚀', 'needs a letter or a digit'],
    ['""', '""', 'needs a letter or a digit'],
    ['firm:jefferies', 'firm', 'Unknown field “firm”'],
    ['company:', 'company:', 'needs a value'],
    ['company: AND x1', 'company:', 'needs a value'],
    ['company>acme', '>', 'Use a colon: company:acme'],
    ['section:answers', 'answers', 'prepared, qa or whole'],
    ['section:q*', 'section:q*', 'cannot be used'],
    ['in:filings', 'filings', 'calls, summaries, ratings or news'],
    ['sentiment:0.5', ':', 'Compare sentiment with a number'],
    ['sentiment<low', 'low', 'a number from -1 to 1'],
    ['confidence<60', '60', 'from 0 to 1'],
    ['margin<5', 'margin', 'Unknown field'],
    ['date:2025-13', '2025-13', 'not a valid date'],
    ['date:2025-02-30', '2025-02-30', 'not a valid date'],
    ['date:yesterday', 'yesterday', '2025-10-31'],
    ['date:2025-06..2025-01', '2025-06..2025-01', 'ends before it starts'],
    ['date:..', '..', 'at least one end'],
    ['('.repeat(30) + 'x1' + ')'.repeat(30), '(', 'deep'],
  ])('that cannot be honored is refused at its place: %s', (typed, at, message) => {
    const error = refused(typed)
    expect(error?.at).toBe(at)
    expect(error?.message).toContain(message)
  })
})

test('a query of blanks is in trouble as a whole', () => {
  expect(read('  ')).toEqual({ error: { from: 0, to: 2, message: 'Enter a search term.' } })
})

test('a query of one word is that word, in however many brackets', () => {
  expect([understood('a1'), understood('((a1))')]).toEqual([
    { kind: 'word', text: 'a1' },
    { kind: 'word', text: 'a1' },
  ])
  expect(understood('ab*')).toEqual({ kind: 'prefix', text: 'ab' })
})

describe('NOT', () => {
  test.each(['NOT NOT a1', 'NOT (NOT a1)', 'NOT (NOT a1 NOT b1)', 'NOT (a1 OR NOT b1)', 'a1 NOT (b1 OR c1)'])(
    'may stand in %s, which says what to find',
    (text) => {
      expect(refused(text)).toBeUndefined()
    },
  )

  test.each(['NOT (a1 OR b1)', 'NOT (a1 NOT b1)', 'NOT NOT NOT a1', 'a1 OR NOT NOT NOT b1', 'NOT speaker:x'])(
    'may not stand in %s, which would find nearly every text',
    (text) => {
      expect(refused(text)).toEqual({
        at: 'NOT',
        message: 'NOT needs something to exclude from: add a search term.',
      })
    },
  )
})

describe('the signs of a query', () => {
  const signs = (text: string) =>
    queryTokensOf(text, read(text).error).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`)

  test('are its operators, brackets and fields, so that they are distinguished from words', () => {
    expect(signs('a1 AND (b1 OR NOT c1) d1 NEAR/4 e1 NEAR(f1 g1, 5) speaker:x sentiment<0')).toEqual([
      'operator AND',
      'bracket (',
      'operator OR',
      'operator NOT',
      'bracket )',
      'operator NEAR/4',
      'operator NEAR',
      'bracket (',
      'bracket ,',
      'bracket )',
      'field speaker',
      'field :',
      'field sentiment',
      'field <',
    ])
  })

  test('may be the last of it', () => {
    expect(signs('a1 (b1)')).toEqual(['bracket (', 'bracket )'])
  })

  test('end where the trouble begins: what follows may be meant otherwise', () => {
    expect(signs('(a1) OR "b1')).toEqual(['bracket (', 'bracket )', 'operator OR'])
    expect(signs('a1 OR (b1) AND')).toEqual(['operator OR', 'bracket (', 'bracket )'])
  })
})
