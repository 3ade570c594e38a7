/** What the service wrote: transcripts, times, price targets, numbers. */

import { instantOf } from '#core/instant.ts'
import { paragraphsOfHtml } from '#core/calls/transcript/html-text.ts'
import { plainName } from '#core/calls/transcript/names.ts'
import {
  announcedQuestioner,
  announcesQuestion,
  endsQuestions,
  instructsCallers,
  isRoutine,
  singleBlanks,
  wordsBeforeOpening,
} from '#core/calls/transcript/operator-phrases.ts'
import { companyName } from '#core/calls/transcript/roles.ts'
import { englishSentencesOf } from '#core/calls/transcript/sentences.ts'
import { readPriceTarget } from '#core/ratings/price-target.ts'
import { parseRecord } from '#core/service/exact-numbers.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'
import { answeredUnless, type TextReader } from './text-reader.ts'

const quarter = { quarter: 'Q3', year: 2025 } as const

export const wireTexts: readonly TextReader[] = [
  {
    name: 'the HTML of a transcript',
    words: [
      '<p>',
      '</p>',
      '<script>',
      '<!--',
      '-->',
      '<b ',
      'x="',
      '&amp;',
      '&#x110000;',
      '<![CDATA[',
      '<',
      '>',
      'said',
      '<inaudible>',
    ],
    examples: ['<p>Good <b>morning</b></p><p>everyone</p>', '<script>alert(1)</script>ok', 'AT&amp;T <inaudible>'],
    longest: 16_000,
    read: (text) => {
      const lines = paragraphsOfHtml(text)
      if (lines.some((line) => line.includes('\n') || line.trim() !== line)) throw new Error('a line is not one line')
      return answeredUnless(lines.length === 0)
    },
  },
  {
    name: 'the words of an operator',
    words: [
      'Your next question comes from the line of',
      'Jane Doe',
      'with',
      'Goldman Sachs',
      '.',
      'Please go ahead',
      'press star one',
      'Mr.',
      'Inc.',
      '  ',
      'and',
    ],
    examples: [
      'Your first question comes from the line of Jane Doe with Morgan Stanley. Please go ahead.',
      'This concludes the question-and-answer session.',
    ],
    longest: 8000,
    read: (spoken) => {
      const text = singleBlanks(spoken)
      const found = [announcedQuestioner(text), wordsBeforeOpening(text)]
      const isOne = [announcesQuestion, endsQuestions, instructsCallers, isRoutine].some((is) => is(text))
      plainName(text)
      companyName(text)
      return answeredUnless(!isOne && found.every((each) => each === null) && englishSentencesOf(text).length === 0)
    },
  },
  {
    name: 'figures spoken in a call',
    words: [
      'we',
      'our',
      'revenue',
      'of',
      '$',
      '1.2',
      'billion',
      'up',
      '12',
      'percent',
      'year-over-year',
      'in the third quarter',
      'and',
      ',',
      '.',
      'twenty-five',
      'to',
      'guidance',
    ],
    examples: [
      'Revenue was $1.2 billion, up 12% year-over-year.',
      'We expect gross margin of 40 to 42 percent in the fourth quarter.',
    ],
    longest: 8000,
    read: (text) => {
      const claims = claimsIn({ text: [text], speaker: [0], section: ['prepared'] }, ['company'], quarter, 'Acme')
      return answeredUnless(claims.length === 0)
    },
  },
  {
    name: 'a time of the service',
    words: ['2025', '-', '11', '13', 'T', ' ', '22:04', ':51', '.123456', 'Z', '+02', '1763071491', '+275761'],
    examples: ['2025-11-13T22:04:51Z', '2025-11-13 22:04:51.123456+02', '1763071491000'],
    longest: 8000,
    read: (text) => {
      const instant = instantOf(text)
      if (instant !== null && Number.isNaN(new Date(instant).getTime())) throw new Error(`read as ${instant}`)
      return answeredUnless(instant === null)
    },
  },
  {
    name: 'a price target',
    words: ['$', '63', '.', ',', '00', 'USD', ' ', 'p', '→', '€', '1,234', '-'],
    examples: ['$63.00', 'USD 73.00', '3,400p', '1.234,56 €'],
    longest: 8000,
    read: (text) => {
      const target = readPriceTarget(text)
      if (target?.amount !== null && target !== null && !(target.amount > 0))
        throw new Error(`read as ${target.amount}`)
      return answeredUnless(target?.amount === null || target === null)
    },
  },
  {
    name: 'a record as JSON',
    words: [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"__proto__"',
      '9007199254740993',
      '1e400',
      '-0',
      '0.1000000000000000055',
      '"\\ud800"',
    ],
    examples: ['{"a":9007199254740993,"b":[0.1000000000000000055,{"c":1e400}]}'],
    longest: 8000,
    read: (text) => {
      try {
        parseRecord(text)
        return 'answered'
      } catch (error) {
        if (error instanceof SyntaxError) return 'refused'
        throw error
      }
    },
  },
]
