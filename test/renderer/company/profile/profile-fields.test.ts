import { expect, test } from 'vitest'
import { securityGroups } from '#contract/service/security-fields.ts'
import type { SecurityRecord } from '#contract/service/securities.ts'
import { profileGroups } from '../../../../src/renderer/company/profile/profile-fields.ts'

const record: SecurityRecord = {
  id: 'BBG00HLDN4K7_UW',
  symbol: 'HLDN',
  name: 'Halden Instruments',
  'identifiers.isin': 'US0000000000',
  'company_info.total_employees': 14_200,
  'company_info.list_date': '1994-06-16',
  'company_info.homepage_url': 'https://halden.example',
  'ticker_meta.active': true,
  isin_history: [{ isin: 'XX', until: '2001-01-01' }],
  unheard_of: { of: 1 },
}

test('every field of the interface is there, in its order, whether the record has it or not', () => {
  const keys = profileGroups(record).flatMap(({ fields }) => fields.map(({ key }) => key))
  const expected = Object.values(securityGroups).flat()
  expect(keys.filter((key) => (expected as readonly string[]).includes(key))).toEqual(expected)
  expect(profileGroups(record).map(({ name }) => name)).toEqual([
    'Security',
    'Classification',
    'Company',
    'Exchange',
    'Financials',
    'Identifiers',
    'Ticker',
    'Other fields',
  ])
})

test('fields read as what they are, and what the interface does not know is not lost', () => {
  const fields = new Map(profileGroups(record).flatMap(({ fields: all }) => all.map((field) => [field.key, field])))
  const shown = (key: string) => [fields.get(key)?.label, fields.get(key)?.text, fields.get(key)?.kind]
  expect(shown('identifiers.isin')).toEqual(['ISIN', 'US0000000000', 'identifier'])
  expect(shown('company_info.total_employees')).toEqual(['Employees', '14,200', 'text'])
  expect(shown('company_info.list_date')).toEqual(['Listed', '16 Jun 1994', 'text'])
  expect(shown('company_info.homepage_url')).toEqual(['Homepage', 'https://halden.example', 'link'])
  expect(shown('ticker_meta.active')).toEqual(['Active', 'yes', 'text'])
  expect(shown('identifiers.cik')).toEqual(['CIK', 'n/a', 'absent'])
  expect(shown('unheard_of')).toEqual(['unheard_of', '{"of":1}', 'text'])
})
