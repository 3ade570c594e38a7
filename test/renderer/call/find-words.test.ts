import { describe, expect, test } from 'vitest'
import { hitsIn, parseFind } from '../../../src/renderer/call/find/find-pattern.ts'
import { fold } from '../../../src/renderer/call/find/fold-text.ts'

/** What would be marked in the text. */
function found(query: string, text: string): string[] {
  const pattern = parseFind(query)
  return pattern ? hitsIn(fold(text), pattern).map(([from, to]) => text.slice(from, to)) : []
}

describe('find in a call', () => {
  test('finds a word by its beginning, in any case, and marks the whole of it', () => {
    expect(found('Pric', 'The price and pricing; repricing is no price.')).toEqual(['price', 'pricing', 'price'])
    expect(found('pric*', 'price, priced')).toEqual(['price', 'priced'])
  })

  test('finds whole words alone when they are quoted', () => {
    expect(found('"price"', 'prices, price')).toEqual(['price'])
    expect(found('"gross margin', 'gross margins; gross margin.')).toEqual(['gross margin'])
  })

  test('finds words one after another, whatever stands between them', () => {
    expect(found('gross marg', 'Gross-margin, gross, margins, gross and margin')).toEqual([
      'Gross-margin',
      'gross, margins',
    ])
    expect(found('pric* incr', 'a priced increase, the price was increased')).toEqual(['priced increase'])
  })

  test('accents do not matter on either side, and the letters marked are those of the text', () => {
    expect(found('resume', 'the Résumé of it')).toEqual(['Résumé'])
    expect(found('Émile', 'Emile and E\u0301mile')).toEqual(['Emile', 'E\u0301mile'])
    expect(found('office', 'the o\ufb03ce 😀 office')).toEqual(['o\ufb03ce', 'office'])
    expect(found('strasse', 'Straße')).toEqual([])
  })

  test('figures and typographic signs are found as they are typed', () => {
    expect(found("don't", 'We don’t know')).toEqual(['don’t'])
    expect(found('45.5', 'a margin of 45.5% or 45,5')).toEqual(['45.5', '45,5'])
  })

  test('a language without blanks between words is found anywhere', () => {
    expect(found('利益', '営業利益は増加')).toEqual(['利益'])
    expect(found('ריבית', 'שיעור הריבית עלה; ריבית')).toEqual(['ריבית'])
  })

  test('signs alone are nothing to look for', () => {
    expect(parseFind(' *.? ')).toBeNull()
    expect(parseFind('""')).toBeNull()
  })
})
