/** The words that name a line of the statements, a metric or a calculated line, and those that name measures without a line. */

import { figureLines } from '#contract/api/figure-lines.ts'
import { directionOf } from './directions.ts'
import type { SpokenSentence, TokenSpan } from './spoken-sentence.ts'

export interface Measure {
  /** Lines that the words may mean, the likeliest first; empty: no line of the statements. */
  readonly fields: readonly string[]
  readonly label: string
  /** Everybody calculates it in the same way, so that another value is a difference. */
  readonly isStrict: boolean
  /** Below zero: a loss is spoken without a minus. */
  readonly isLoss: boolean
  /** How a measure without a line is stated. */
  readonly unit: 'amount' | 'proportion' | 'either'
}

export interface Mention extends TokenSpan {
  readonly measure: Measure
}

const defined: readonly (readonly [
  fields: string,
  phrases: string,
  how?: 'strict' | 'loss' | 'proportion' | 'either' | 'unnamed',
])[] = [
  [
    'Revenue',
    'revenue, revenues, total revenue, total revenues, net revenue, net revenues, net sales, sales, total sales, turnover, top line, total net sales, total net revenue',
    'strict',
  ],
  ['CostOfRevenue', 'cost of revenue, cost of sales, cost of goods sold, cogs'],
  ['GrossProfit', 'gross profit, gross profit from sales, gross profit on sales', 'strict'],
  ['calculated.gross_margin', 'gross margin, gross margins, gross profit margin', 'strict'],
  [
    'SellingGeneralAdministrative',
    'sg&a, s g and a, s g & a, sg and a, sga, selling general and administrative expense, selling, general and administrative expense, selling, general and administrative expenses, selling general and administrative expenses, selling, general and administrative, selling and administrative cost, selling and administrative expense, selling and administrative expenses, sg&a expense, sg&a expenses',
  ],
  [
    'ResearchDevelopment',
    'r&d, r and d, r&d expense, r&d expenses, research and development, research and development expense, research and development expenses',
    'strict',
  ],
  [
    'TotalOperatingExpenses',
    'operating expenses, operating expense, opex, total operating expenses, total expenses, total expense',
  ],
  ['OperatingIncome', 'operating income, operating profit, ebit, income from operations, e b i t', 'strict'],
  ['OperatingIncome', 'operating loss', 'loss'],
  [
    'calculated.operating_margin',
    'operating margin, operating margins, operating profit margin, ebit margin',
    'strict',
  ],
  ['InterestExpense', 'interest expense, interest expenses'],
  [
    'IncomeBeforeIncomeTaxes',
    'pretax income, pre tax income, income before taxes, income before income taxes, profit before tax, pretax profit, pre tax profit, earnings before tax',
  ],
  ['IncomeTaxes', 'income taxes, income tax expense, tax expense'],
  ['calculated.tax_rate', 'tax rate, effective tax rate'],
  [
    'NetIncomeLossAttributableCommonShareholders ConsolidatedNetIncomeLoss',
    'net income, net earnings, net profit, bottom line, profit after tax, profit after taxes, income after tax, income after taxes, earnings after tax, net profit after tax',
  ],
  [
    'NetIncomeLossAttributableCommonShareholders',
    'net income to common, net income available to common, net income attributable to common',
  ],
  ['NetIncomeLossAttributableCommonShareholders ConsolidatedNetIncomeLoss', 'net loss', 'loss'],
  ['calculated.net_margin', 'net margin, net income margin, net profit margin'],
  [
    'DilutedEarningsPerShare BasicEarningsPerShare',
    'earnings per share, earning per share, eps, e p s, earnings a share',
  ],
  // Words that name only the first line; the second is not another meaning of them.
  [
    'DilutedEarningsPerShare',
    'diluted eps, diluted e p s, diluted earnings, diluted earnings per share, earnings per diluted share, fully diluted eps, fully diluted earnings per share',
  ],
  ['BasicEarningsPerShare', 'basic eps, basic earnings per share'],
  [
    'DilutedSharesOutstanding',
    'diluted shares, diluted share count, diluted shares outstanding, share count, shares outstanding, average diluted shares',
  ],
  ['BasicSharesOutstanding', 'basic shares, basic share count, basic shares outstanding, average basic shares'],
  ['EBITDA', 'ebitda, e b i t d a'],
  ['calculated.ebitda_margin', 'ebitda margin, ebitda margins, e b i t d a margin'],
  ['CashEquivalents', 'cash, cash and cash equivalents, cash and equivalents, cash balance, cash position'],
  ['ShortTermInvestments', 'short term investments, short term marketable securities'],
  ['Inventories', 'inventory, inventories'],
  ['working_capital_days.dso', 'days sales outstanding, dso'],
  ['working_capital_days.dio', 'days inventory outstanding, dio, inventory days, days of inventory'],
  ['working_capital_days.dpo', 'days payable outstanding, dpo'],
  ['TotalAssets', 'total assets, total asset', 'strict'],
  ['Goodwill', 'goodwill'],
  ['IntangibleAssetsNet', 'intangibles, intangible assets, net intangible assets'],
  ['AccountsPayable', 'accounts payable, trade payables'],
  ['DeferredRevenueCurrent', 'deferred revenue'],
  ['DebtCurrent', 'short term debt, current portion of long term debt, current portion of debt'],
  ['TotalLiabilities', 'total liabilities'],
  [
    'TotalEquity TotalEquityAttributableParent',
    "total equity, shareholders equity, shareholders fund, shareholders funds, shareholders' equity, stockholders equity, stockholders' equity",
  ],
  ['RetainedEarningsDeficit', 'retained earnings'],
  ['LongTermDebtCapitalLeaseObligations', 'long term debt'],
  ['calculated.net_debt', 'net debt'],
  [
    'DepreciationDepletionAmortization DepreciationDepletionAmortizationExpense',
    'd&a, depreciation and amortization, depreciation and amortisation',
  ],
  [
    'NetCashOperatingActivities',
    'cash from operations, operating cash flow, operating cashflow, cash flow from operations, cash flow from operation, cash flows from operations, cash flow from operating activities, cash from operating activities, cash generated from operations, net cash from operations, cash provided by operating activities, cash provided by operations',
  ],
  ['PurchasePropertyPlantEquipment', 'capital expenditure, capital expenditures, capex, cap ex, capital spending'],
  ['calculated.free_cash_flow', 'free cash flow, free cash flows, free cashflow, fcf'],
  ['calculated.fcf_margin', 'free cash flow margin, fcf margin'],
  ['CashDividends', 'dividends, dividends paid, cash dividends, dividend payments, dividend payment'],
  ['PreferredStockDividendsDeclared', 'preferred dividends, preferred stock dividends, dividends on preferred stock'],
  ['EquityRepurchases', 'share repurchases, repurchases, share buybacks, buybacks, stock repurchases, share buyback'],
  ['return_on_equity', 'return on equity, roe'],
  ['return_on_assets', 'return on assets'],
  ['roic', 'return on invested capital, roic'],
  // Measures without a line: a figure next to one does not belong to the line named before.
  [
    '',
    `total debt, debt, gross debt, net debt to ebitda, backlog, backlogs, order book, order backlog, orders, order intake, bookings, billings,
    annual recurring revenue, arr, recurring revenue, same store sales, like for like sales, comparable sales, comp sales, sales volume, sales volumes, volume, volumes, net cash, net cash position, cash proceeds, cash investments, restricted cash, cash distributions, cash taxes, cash cost, cash costs, cash usage, cash generation, cash outflow, cash inflow, cash interest, cash return, cash returns, sales pipeline, revenue pool, days sales,
    sales force, sales team, sales price, sales prices, prices, price, pricing, net interest income, assets under management, aum, loans, deposits,
    headcount, market cap, working capital, changes in working capital, changes in the working capital, working capital change, working capital changes, cost savings, savings, synergies,
    restructuring, impairment, dividend, dividend per share, cost, costs, expense, expenses, earnings, profit, profits,
    income, other income, provision, provisions, charge, charges, cash burn, burn rate, cash flow, cash flows, net working capital, wages,
    production, capacity, demand, traffic, ebitdar, ebitdax, funds from operations, ffo, nav, net asset value, book value, tangible book value,
    assets, equity, investment, investments, acquisition, acquisitions, purchase price, consideration, proceeds, credit facility, tax revenues, tax revenue, revolver, bond, bonds`,
  ],
  // Of these an amount is something else.
  [
    '',
    `net interest margin, tier one ratio, efficiency ratio, cost of risk, return on average equity, return on average assets, market share, dividend yield, payout ratio,
    corporate tax rate, statutory tax rate, contribution margin, cash conversion, inflation, gdp, utilization, penetration, margin, margins`,
    'proportion',
  ],
  // They may be stated as an amount or in percent.
  ['', 'tax, taxes, interest, liquidity, leverage, net leverage', 'either'],
  // The figure beside them is hardly ever theirs.
  ['', 'market, markets, shares, facility', 'unnamed'],
  ['', 'loss, losses', 'loss'],
]

interface Phrase {
  readonly words: string
  readonly measure: Measure
}

const byFirstWord = new Map<string, Phrase[]>()
for (const [fields, phrases, how] of defined) {
  const lines = fields.split(' ').filter((field) => field !== '')
  const line = figureLines.get(lines[0] ?? '')
  const isLoss = how === 'loss'
  const unit: Measure['unit'] = how === 'proportion' || how === 'either' ? how : 'amount'
  const shared = line && { fields: lines, label: line.label, isStrict: how === 'strict', isLoss, unit }
  for (const phrase of phraseList(phrases)) {
    const words = phrase.replaceAll('&', ' & ').replaceAll(',', ' ,').replace(/'$/, '')
    const [first = ''] = words.split(' ')
    const label = how === 'unnamed' ? '' : capitalized(phrase)
    const measure = shared ?? { fields: [], label, isStrict: false, isLoss, unit }
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, measure }])
  }
}
for (const phrases of byFirstWord.values()) phrases.sort((one, other) => other.words.length - one.words.length)

function measureNamed(words: string): Measure {
  const found = byFirstWord.get(words.split(' ')[0] ?? '')?.find((phrase) => phrase.words === words)
  if (!found) throw new Error(`no measure is called ${words}`)
  return found.measure
}
export const earningsPerShare = measureNamed('eps')
const ofShares = { basic: measureNamed('basic eps'), diluted: measureNamed('diluted eps') } as const
export const lossPerShare: Measure = { ...earningsPerShare, isLoss: true }
/** For "61 cents per basic share" and "58 cents diluted": each belongs to its own line, regardless of the other. */
export function ofShareCount(measure: Measure, count: 'basic' | 'diluted'): Measure {
  return perShareLines.has(measure.fields[0] ?? '') ? { ...ofShares[count], isLoss: measure.isLoss } : measure
}

const perShareLines: ReadonlySet<string> = new Set(earningsPerShare.fields)

export const shareCount = measureNamed('diluted shares')

/** Inventory in days is another line. */
export function inDays(measure: Measure): Measure {
  return measure.fields[0] === 'Inventories' ? measureNamed('inventory days') : measure
}

/** Commas of "selling, general and administrative" divide no phrases. */
function phraseList(text: string): string[] {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('selling, general', 'selling; general')
    .split(',')
    .map((phrase) => phrase.trim().replaceAll(';', ','))
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Every measure that a sentence names, the longest words for each. */
export function mentionsIn(sentence: SpokenSentence): Mention[] {
  const { tokens, plain, starts } = sentence
  const mentions: Mention[] = []
  for (let at = 0; at < tokens.length;) {
    const start = starts[at] ?? 0
    const found = byFirstWord.get(firstWord(plain, start))?.find(({ words }) => startsWith(plain, start, words))
    if (!found) {
      at += 1
      continue
    }
    let next = at + 1
    while ((starts[next] ?? plain.length) < start + found.words.length) next += 1
    // "A cash-in", "sales-driven" and "cost-to-assets" are words of their own.
    const dash = tokens[next]
    const isCompound =
      (dash?.text === '-' && dash.isAttached && tokens[next + 1]?.isAttached === true) ||
      (tokens[at]?.isAttached === true && tokens[at - 1]?.text === '-' && tokens[at - 2]?.text === 'to')
    if (!isCompound) mentions.push({ first: at, next, measure: found.measure })
    at = next
  }
  return mentions
}

function firstWord(plain: string, start: number): string {
  const end = plain.indexOf(' ', start)
  return plain.slice(start, end === -1 ? undefined : end)
}

function startsWith(plain: string, start: number, words: string): boolean {
  const after = start + words.length
  return plain.startsWith(words, start) && (after >= plain.length || plain[after] === ' ')
}

/** Words before a measure that name no part of the company. */
const noNames: ReadonlySet<string> = new Set(
  'before from therefore plus term forma with than strong after between about over under good high very also even only same rate improve other later here compare inaudible'.split(
    ' ',
  ),
)

/** The measure with the word before it, as a heading: "Software revenue". */
export function spokenLabel(word: string, label: string): string {
  if (label === '') return ''
  const isName = /^(?!.*(ed|ing|ly)$)\p{L}{4,}$/u.test(word) && !noNames.has(word) && directionOf(word) === 0
  const rest = /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label
  return isName ? `${capitalized(word)} ${rest}` : label
}

const margins: Readonly<Record<string, string>> = {
  GrossProfit: 'calculated.gross_margin',
  OperatingIncome: 'calculated.operating_margin',
  EBITDA: 'calculated.ebitda_margin',
  NetIncomeLossAttributableCommonShareholders: 'calculated.net_margin',
  'calculated.free_cash_flow': 'calculated.fcf_margin',
}

/** "A margin of 16 percent" after a profit is its margin; undefined: nothing is known of what it is. */
export function marginOf({ fields, isLoss }: Measure): Measure | undefined {
  const field = isLoss ? undefined : margins[fields[0] ?? '']
  return field === undefined ? undefined : ofField(field)
}

const shares: Readonly<Record<string, string>> = {
  ...margins,
  SellingGeneralAdministrative: 'calculated.sga_share',
  ResearchDevelopment: 'calculated.rnd_share',
}

/** A share of revenue as a measure of its own: "or 9.4 percent of revenue". Without fields where no line states it. */
export function shareOfRevenue({ fields, label, isLoss }: Measure): Measure {
  const field = isLoss ? undefined : shares[fields[0] ?? '']
  return field === undefined
    ? { fields: [], label: `${label}, % of revenue`, isStrict: false, isLoss: false, unit: 'proportion' }
    : ofField(field)
}

const strict = ['calculated.gross_margin', 'calculated.operating_margin', 'calculated.rnd_share']

function ofField(field: string): Measure {
  const label = shareLabels[field] ?? figureLines.get(field)?.label ?? ''
  return { fields: [field], label, isStrict: strict.includes(field), isLoss: false, unit: 'proportion' }
}

const shareLabels: Readonly<Record<string, string>> = {
  'calculated.sga_share': 'SG&A, % of revenue',
  'calculated.rnd_share': 'R&D, % of revenue',
}
