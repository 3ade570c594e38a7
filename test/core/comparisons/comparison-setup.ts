import type { ComparedTable, ComparisonSpec } from '#contract/api/comparisons.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import type { Figure } from '#contract/api/financials.ts'
import { statementsSetup } from '../fundamentals/statements-setup.ts'
import { enhanced, paged } from '../records.ts'
import { json } from '../service/scripted-service.ts'

type Records = readonly Record<string, unknown>[]

/** A library that holds these companies, and what a test requests of it. */
export async function comparisonSetup(companies: Readonly<Record<string, Records>>) {
  const gives = { ...companies }
  const setup = await statementsSetup({
    enhanced: (response, { url }) => json(response, paged(gives[url.searchParams.get('symbol') ?? ''] ?? [])),
  })
  const fetch = async (symbol: string) => {
    await setup.open({ symbol })
  }
  for (const symbol of Object.keys(companies)) await fetch(symbol)
  const symbols = Object.keys(companies)
  return {
    ...setup,
    gives,
    fetch,
    table: async (spec: Partial<ComparisonSpec> = {}): Promise<ComparedTable> =>
      readTable(await setup.api.comparisons.table({ ...usual(symbols), ...spec, firstLines: [] })),
    spec: (spec: Partial<ComparisonSpec> = {}): ComparisonSpec => ({ ...usual(symbols), ...spec }),
  }
}

function usual(symbols: readonly string[]): ComparisonSpec {
  return {
    companies: symbols.map((symbol) => ({ symbol })),
    lines: ['Revenue'],
    basis: 'annual',
    alignment: 'fiscal',
    mode: 'values',
    periods: 40,
    asOf: null,
  }
}

/** Quarters that follow each other, from the first one's end on, with its figures; the year's own record is not among them. */
export function quartersOf(
  symbol: string,
  { year, quarter, end }: { year: number; quarter: number; end: string },
  figures: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown>[] {
  const first = new Date(`${end}T00:00:00Z`)
  return figures.map((each, at) => {
    const ends = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1 + 3 * at, 0))
    const number = quarter - 1 + at
    return enhanced(
      {
        symbol,
        quarter: `Q${(number % 4) + 1}`,
        year: year + Math.floor(number / 4),
        end: ends.toISOString().slice(0, 10),
      },
      each,
    )
  })
}

/** A line's figures, company by company. */
export function byCompany(table: ComparedTable, field: string, which: 'values' | 'shown' = 'values'): Figure[][] {
  const line = table.lines.find((each) => each.field === field)
  return table.companies.map((_, company) =>
    (line?.[which] ?? [])
      .slice(company * table.columns.length, (company + 1) * table.columns.length)
      .map((figure) => (typeof figure === 'number' ? Number(figure.toFixed(6)) : figure)),
  )
}
