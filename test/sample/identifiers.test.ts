import { expect, test } from 'vitest'
import { cusipCheckDigit, figiCheckDigit, isinCheckDigit } from '#sample/data/check-digits.ts'
import { sampleData } from '#sample/data/sample-data.ts'
import { companySeeds } from '#sample/data/seeds.ts'

const data = sampleData()
const securities = data.securities()

test('the check digits are those of the standards: known CUSIP, ISIN and FIGI', () => {
  // ANSI X9.6: Apple 037833100, Cisco 17275R102; ISO 6166: US0378331005, GB0002634946; OMG FIGI: BBG000BLNQ16
  expect(cusipCheckDigit('03783310')).toBe('0')
  expect(cusipCheckDigit('17275R10')).toBe('2')
  expect(isinCheckDigit('US037833100')).toBe('5')
  expect(isinCheckDigit('GB000263494')).toBe('6')
  expect(figiCheckDigit('BBG000BLNQ1')).toBe('6')
  expect(() => cusipCheckDigit('0378 310')).toThrow()
})

test('every identifier of every security passes its check', () => {
  const wrong = securities.flatMap((each) => [
    ...[each['identifiers.figi'], each['identifiers.figi_composite'], each['identifiers.figi_share_class']].filter(
      (figi) => !/^BBG99[0-9B-DF-HJ-NP-TV-Z]{6}\d$/.test(figi) || figiCheckDigit(figi.slice(0, 11)) !== figi[11],
    ),
    ...[each['identifiers.isin']].filter(
      (isin) => !/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(isin) || isinCheckDigit(isin.slice(0, 11)) !== isin[11],
    ),
    ...[each['identifiers.cusip']].filter(
      (cusip) =>
        typeof cusip === 'string' &&
        (!/^[0-9A-Z]{8}\d$/.test(cusip) || cusipCheckDigit(cusip.slice(0, 8)) !== cusip[8]),
    ),
  ])
  expect(wrong).toEqual([])
})

test('no identifier can belong to a real security: CUSIPs are of the range left to users, others out of reach', () => {
  for (const each of securities) {
    expect(each['identifiers.isin'].slice(2)).toMatch(/^(99|ZZ)/)
    expect(each['identifiers.cusip'] ?? '99').toMatch(/^99/)
    expect(each['identifiers.cik'] ?? '00091').toMatch(/^0009[12]/)
  }
})

test('the search has 3,000 securities, each once, of four kinds at many places', () => {
  expect(securities).toHaveLength(3000)
  expect(new Set(securities.map((each) => each.id)).size).toBe(3000)
  expect(new Set(securities.map((each) => each['identifiers.figi'])).size).toBe(3000)
  expect([...new Set(securities.map((each) => each['classification.security_type']))].toSorted()).toEqual([
    'ADR',
    'Common Stock',
    'ETP',
    'Preferred',
    'REIT',
  ])
  expect(new Set(securities.map((each) => each['exchange_info.mic_code'])).size).toBeGreaterThanOrEqual(12)
  expect(new Set(securities.map((each) => each['exchange_info.exchange_country'])).size).toBeGreaterThanOrEqual(10)
})

test('listings of one company share its share class, and each country has a composite of its own', () => {
  for (const seed of companySeeds) {
    const listings = securities.filter((each) => each['ticker_meta.ticker_root'] === seed.symbol)
    expect(listings.length).toBeGreaterThanOrEqual(2)
    expect(new Set(listings.map((each) => each['identifiers.figi_share_class'])).size).toBe(1)
    expect(new Set(listings.map((each) => each['identifiers.figi'])).size).toBe(listings.length)
    const countries = new Set(listings.map((each) => each['exchange_info.exchange_country']))
    expect(new Set(listings.map((each) => each['identifiers.figi_composite'])).size).toBe(countries.size)
  }
})

test('the symbol of a company is its own: no made security trades under it on the same exchange', () => {
  for (const seed of companySeeds) {
    const same = securities.filter(
      (each) => each.symbol === seed.symbol && each['exchange_info.mic_code'] === seed.exchange,
    )
    expect(same.map((each) => each.name)).toEqual([seed.name])
  }
})

test('every company says that it is invented', () => {
  for (const seed of companySeeds) {
    const [listing] = securities.filter((each) => each.symbol === seed.symbol)
    expect(listing?.['company_info.description']).toMatch(/Invented for the Tearsheet sample\.$/)
    expect(listing?.['company_info.homepage_url']).toMatch(/^https:\/\/www\.[a-z-]+\.example$/)
  }
})
