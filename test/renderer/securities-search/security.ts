import type { SecurityHit } from '#contract/api/securities.ts'

/** A security of which a test says only what it is about. */
export function security(given: Partial<SecurityHit> = {}): SecurityHit {
  return {
    id: given.symbol ?? 'BBG000000000_US',
    symbol: 'HLDN',
    name: 'Halden Instruments',
    exchange: 'NASDAQ',
    mic: 'XNAS',
    country: 'US',
    type: 'Common Stock',
    sector: null,
    currency: 'usd',
    status: 'ACTIVE',
    marketCap: null,
    isin: null,
    cusip: null,
    figi: null,
    cik: null,
    source: 'library',
    fetchedAt: Date.UTC(2025, 10, 14, 7, 42),
    hasFundamentals: false,
    ...given,
  }
}
