import { expect, test } from 'vitest'
import type { ResolvedCompany } from '#contract/api/watchlists.ts'
import { CompanySelection } from '../../../src/renderer/app/company-selection.svelte.ts'
import { security } from '../securities-search/security.ts'

const unknown = (text: string): ResolvedCompany => ({
  text,
  line: 1,
  interpretedAs: 'unknown',
  security: null,
  alternatives: 0,
  listings: [],
  note: '',
  onList: false,
})
const found = (text: string): ResolvedCompany => ({
  ...unknown(text),
  interpretedAs: 'symbol',
  security: security({ symbol: text }),
})

test('a company that was ticked to be added anyway is still added when the service knows it after all', () => {
  const selection = new CompanySelection()
  expect(selection.has(unknown('FOO'))).toBe(false)
  selection.decide([unknown('FOO')], true)
  expect([selection.has(unknown('FOO')), selection.has(found('FOO'))]).toEqual([true, true])
})

test('what was left out stays left out when the lines are read again, and what nobody decided is added once it is found', () => {
  const selection = new CompanySelection()
  selection.decide([found('HLDN')], false)
  expect([selection.has(found('HLDN')), selection.has(unknown('VSPO')), selection.has(found('VSPO'))]).toEqual([
    false,
    false,
    true,
  ])
})

test('several companies of one line are left out and taken together, whatever was decided of each', () => {
  const selection = new CompanySelection()
  const line = [found('HLDN'), found('KSTM')]
  selection.decide([found('HLDN')], false)
  selection.decide(line, false)
  expect(line.map((each) => selection.has(each))).toEqual([false, false])
  selection.decide(line, true)
  expect(line.map((each) => selection.has(each))).toEqual([true, true])
})
