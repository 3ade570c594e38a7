import { expect, test } from 'vitest'
import { addedText } from '../../../src/renderer/app/add-to-list.ts'

test.each([
  [['HLDN'], [], 'HLDN added to Coverage.'],
  [['HLDN', 'VSPO'], [], '2 companies added to Coverage.'],
  [['HLDN'], ['VSPO', 'KSTM'], 'HLDN added to Coverage. 2 companies already on it.'],
  [[], ['HLDN'], 'HLDN is already on Coverage.'],
  [[], ['HLDN', 'VSPO'], '2 companies are already on Coverage.'],
])('adding %j where %j are listed says so in one sentence', (added, alreadyListed, sentence) => {
  expect(addedText('Coverage', { added, alreadyListed })).toBe(sentence)
})
