/** The facts that the script of a sample call names, from a company's figures of the quarter. */

import { companyEvents } from '../data/seeds.ts'
import type { CompanySeed } from '../data/seeds.ts'
import type { CompanyStatements, StatementPeriod } from '../statements/company-statements.ts'
import { longHistory } from './schedule.ts'
import { yearGuidance } from './year-guidance.ts'

/** The facts of a quarter: words for the placeholders of a script line, and which lines are possible. */
export interface CallFacts {
  readonly words: Readonly<Record<string, string>>
  readonly tags: ReadonlySet<string>
}

const ordinals: Readonly<Record<string, string>> = { Q1: 'first', Q2: 'second', Q3: 'third', Q4: 'fourth' }
const nextQuarter: Readonly<Record<string, string>> = { Q1: 'second', Q2: 'third', Q3: 'fourth', Q4: 'first' }

/** As spoken: `$1.32 billion`, `$742 million`, `$8.4 million`; the sample's companies report in dollars. */
function spokenMoney(money: number): string {
  const size = Math.abs(money)
  if (size >= 999_500_000) return `$${(size / 1e9).toFixed(2)} billion`
  if (size >= 99_500_000) return `$${(size / 1e6).toFixed(0)} million`
  return `$${(size / 1e6).toFixed(1)} million`
}

/** The same to the million: `$1.318 billion`. */
function spokenToTheMillion(money: number): string {
  return Math.abs(money) >= 999_500_000 ? `$${(money / 1e9).toFixed(3)} billion` : spokenMoney(money)
}

const spokenPercent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

function spokenGrowth(now: number, before: number): string {
  const growth = now / before - 1
  if (Math.abs(growth) < 0.0005) return 'unchanged from a year ago'
  return `${growth > 0 ? 'up' : 'down'} ${spokenPercent(Math.abs(growth))} from a year ago`
}

function spokenBasisPoints(now: number, before: number): string {
  const points = Math.round((now - before) * 10_000)
  if (points === 0) return 'the same as a year ago'
  return `${points > 0 ? 'up' : 'down'} ${Math.abs(points)} basis points from a year ago`
}

const firstName = (name: string) => name.split(' ')[0] ?? name

/** @param hour of the day at the company's exchange */
export function callFacts(company: CompanyStatements, period: StatementPeriod, hour: number): CallFacts {
  const { seed } = company
  const { figures } = period
  const yearBefore =
    company.quarters.find((each) => each.quarter === period.quarter && each.fiscalYear === period.fiscalYear - 1) ??
    period
  const before = yearBefore.figures
  const at = company.quarters.findIndex((each) => each.ends === period.ends)
  const quarterBefore = company.quarters[at - 1]
  const gross = figures.GrossProfit / figures.Revenue
  const operating = figures.OperatingIncome / figures.Revenue
  const grossBefore = before.GrossProfit / before.Revenue
  const operatingBefore = before.OperatingIncome / before.Revenue
  const freeCash = figures.NetCashOperatingActivities + figures.PurchasePropertyPlantEquipment
  const returned = figures.CashDividends + figures.EquityRepurchases
  const guided = guidance(company, period)
  const year = yearGuidance(company, period)
  const events = companyEvents.filter(
    (each) => each.symbol === seed.symbol && each.quarter === `${period.fiscalYear}${period.quarter}`,
  )
  const event = (kind: string) => events.find((each) => each.kind === kind)
  const charge = event('restructuring') ?? event('impairment')
  const words = {
    company: seed.name,
    chief: seed.people.chief,
    finance: seed.people.finance,
    relations: seed.people.relations,
    chiefFirst: firstName(seed.people.chief),
    financeFirst: firstName(seed.people.finance),
    relationsFirst: firstName(seed.people.relations),
    ...seed.words,
    daytime: hour < 12 ? 'morning' : 'afternoon',
    quarter: `${ordinals[period.quarter] ?? 'last'} quarter`,
    year: `fiscal ${period.fiscalYear}`,
    next: `${nextQuarter[period.quarter] ?? 'next'} quarter`,
    revenue: spokenMoney(figures.Revenue),
    revenueExact: spokenToTheMillion(figures.Revenue),
    againstWords: quarterBefore
      ? `, against ${spokenToTheMillion(quarterBefore.figures.Revenue)} in the ${ordinals[quarterBefore.quarter] ?? 'previous'} quarter`
      : '',
    growthWords: spokenGrowth(figures.Revenue, before.Revenue),
    gross: spokenPercent(gross),
    grossWords: spokenBasisPoints(gross, grossBefore),
    operating: operating < 0 ? `minus ${spokenPercent(-operating)}` : spokenPercent(operating),
    operatingWords: spokenBasisPoints(operating, operatingBefore),
    operatingIncome: (figures.OperatingIncome < 0 ? 'minus ' : '') + spokenMoney(figures.OperatingIncome),
    provision: spokenPercent(figures.CostOfRevenue / figures.Revenue),
    sga: spokenPercent(figures.SellingGeneralAdministrative / figures.Revenue),
    rnd:
      figures.ResearchDevelopment === 0
        ? 'not material'
        : `${spokenPercent(figures.ResearchDevelopment / figures.Revenue)} of it`,
    tax: spokenPercent(
      figures.IncomeBeforeIncomeTaxes > 0
        ? figures.IncomeTaxes / figures.IncomeBeforeIncomeTaxes
        : seed.taxPercent / 100,
    ),
    income: spokenMoney(figures.NetIncomeLossAttributableCommonShareholders),
    eps: `$${Math.abs(figures.DilutedEarningsPerShare).toFixed(2)}`,
    epsBeforeWords:
      yearBefore !== period && before.DilutedEarningsPerShare > 0
        ? `, compared with $${before.DilutedEarningsPerShare.toFixed(2)} a year ago`
        : '',
    shares: `${Math.round(figures.DilutedSharesOutstanding / 1e6)} million`,
    operatingCash:
      (figures.NetCashOperatingActivities < 0 ? 'minus ' : '') + spokenMoney(figures.NetCashOperatingActivities),
    capex: spokenMoney(figures.PurchasePropertyPlantEquipment),
    freeCash: (freeCash < 0 ? 'minus ' : '') + spokenMoney(freeCash),
    cash: spokenMoney(figures.CashEquivalents + figures.ShortTermInvestments),
    debt: spokenMoney(figures.DebtCurrent + figures.LongTermDebtCapitalLeaseObligations),
    rndMoney: spokenMoney(figures.ResearchDevelopment),
    sgaMoney: spokenMoney(figures.SellingGeneralAdministrative),
    operatingLoss: spokenMoney(figures.OperatingIncome),
    usedCash: spokenMoney(freeCash),
    goodsCost: spokenPercent(figures.CostOfRevenue / figures.Revenue),
    returned: spokenMoney(returned),
    returnedWords:
      returned === 0
        ? 'There were no distributions in the quarter.'
        : `We returned ${spokenMoney(returned)} to shareholders in the quarter.`,
    inventoryDays: String(Math.round((figures.Inventories / Math.max(1, figures.CostOfRevenue)) * 91)),
    currency: 'half a point',
    guideLow: spokenMoney(guided * 0.985),
    guideHigh: spokenMoney(guided * 1.015),
    guideYear: `fiscal ${year.fiscalYear}`,
    yearLow: spokenMoney(year.revenue[0]),
    yearHigh: spokenMoney(year.revenue[1]),
    yearGross: spokenPercent(year.grossMargin),
    yearCapexLow: spokenMoney(year.capitalExpenditure[0]),
    yearCapexHigh: spokenMoney(year.capitalExpenditure[1]),
    acquired: event('acquisition')?.what ?? '',
    restructured: event('restructuring')?.what ?? '',
    impaired: event('impairment')?.what ?? '',
    charge: charge === undefined ? '' : spokenMoney(charge.millions * 1e6),
  }
  const young = figures.TotalOperatingExpenses > figures.Revenue
  const tags = [
    figures.Revenue >= before.Revenue ? 'up' : 'down',
    figures.Revenue > before.Revenue * 1.12 && 'fast',
    // margins mean nothing where costs are several times revenue
    !young && (operating >= operatingBefore ? 'wider' : 'narrower'),
    !young && (gross >= grossBefore ? 'grossUp' : 'grossDown'),
    figures.NetIncomeLossAttributableCommonShareholders >= 0 ? 'profit' : 'loss',
    freeCash >= 0 ? 'cashPositive' : 'cashNegative',
    ...kindTags(seed, figures.Inventories),
    seed.symbol === longHistory.symbol && 'guidesYear',
    event('acquisition') && 'acquired',
    event('restructuring') && 'restructured',
    event('impairment') && 'impaired',
  ]
  return { words, tags: new Set(tags.filter((each) => typeof each === 'string')) }
}

/** The kind of business: a bank does not talk about its channel like a maker of pumps. */
function kindTags(seed: CompanySeed, inventories: number): string[] {
  const within = (...groups: readonly string[]) => groups.some((each) => seed.gics.startsWith(each))
  if (seed.kind === 'bank') return ['bank']
  if (within('3520')) return ['biotech']
  if (within('2550', '3020')) return ['notBank', 'consumer']
  return ['notBank', inventories > 0 && within('15', '201', '35', '45') ? 'goods' : 'services']
}

/** The quarter that follows, as management would see it: this one, turned by the season. */
function guidance({ seed, quarters }: CompanyStatements, period: StatementPeriod): number {
  const number = Number(period.quarter.slice(1))
  const now = seed.season[number - 1] ?? 1
  const next = seed.season[number % 4] ?? 1
  const known = quarters.find((each) => each.ends === period.ends) ?? period
  return (known.figures.Revenue / now) * next * (1 + known.growth / 4)
}
