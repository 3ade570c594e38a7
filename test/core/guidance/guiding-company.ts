import type { ApiOutputs } from '#contract/api/api.ts'
import { fiscalPeriodName } from '#contract/api/fiscal-period-name.ts'
import type { GuidanceRow } from '#contract/api/guidance.ts'
import { callOnWire, key, transcribed } from '../calls/calls-service.ts'
import { liveWorkspace, openedCore, type ApiClient, type OpenedCore } from '../opened-core.ts'
import { enhanced, paged } from '../records.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

type Table = ApiOutputs['calls']['guidance']
type Quarter = 'Q1' | 'Q2' | 'Q3' | 'Q4'

const ends: Readonly<Record<Quarter, string>> = { Q1: '03-31', Q2: '06-30', Q3: '09-30', Q4: '12-31' }
const daysOfCalls: Readonly<Record<Quarter, readonly [month: number, day: number]>> = {
  Q1: [4, 28],
  Q2: [7, 28],
  Q3: [10, 28],
  Q4: [14, 10],
}

/** The record of a quarter of a company that reports by the calendar. */
export function quarterRecord(quarter: Quarter, year: number, figures: Readonly<Record<string, unknown>>) {
  return enhanced({ quarter, year, end: `${year}-${ends[quarter]}` }, figures)
}

/** What management says in the call about a quarter. */
export interface SaidInCall {
  readonly quarter: Quarter
  readonly year: number
  readonly lines: readonly string[]
  /** Nobody is listed: no speaker has a side. */
  readonly isUnlisted?: boolean
}

interface GuidingCompany extends OpenedCore {
  /** The statements from now on. */
  readonly restate: (records: readonly Record<string, unknown>[]) => Promise<void>
  readonly table: () => Promise<Table>
  /** Each row as its marks, call by call, and what came of it. */
  readonly lines: () => Promise<string[]>
  /** The same library in a core of its own, once this one is closed. */
  readonly reopened: () => GuidingCompany
}

/** A company of a service of the test's own: its calls are stored, and its statements as they are then. */
export async function guidingCompany(
  calls: readonly SaidInCall[],
  records: readonly Record<string, unknown>[] = [],
): Promise<GuidingCompany> {
  let statements = records
  const wires = calls.map(({ quarter, year, lines, isUnlisted }, at) => {
    const [month, day] = daysOfCalls[quarter]
    return callOnWire(`call-${at}`, {
      call_title: `${quarter} FY${year} earnings call`,
      start_time: new Date(Date.UTC(year, month - 1, day, 13)).toISOString(),
      end_time: new Date(Date.UTC(year, month - 1, day, 14)).toISOString(),
      participants: isUnlisted ? [] : [{ name: 'Jane Doe', role: 'Chief Financial Officer', organization: 'Acme Inc' }],
      ...transcribed(...lines.map((line) => (isUnlisted ? `Speaker: ${line}` : `Jane Doe: ${line}`))),
    })
  })
  const service = await scriptedService((response, { url }) => {
    if (url.pathname.includes('/enhanced')) return json(response, paged(statements))
    const call = wires.find(({ call_id: id }) => url.pathname.endsWith(`/calls/${id}`))
    return call ? json(response, call) : json(response, { message: 'no' }, 404)
  })
  const core = openedCore()
  await liveWorkspace(core, service.origin, { key })
  const { api } = core
  const form = { format: 'json', clean: false } as const
  for (const { call_id: callId } of wires)
    for await (const piece of await api.calls.open({ callId, form, freshness: 'library-first' }))
      if (piece.call === null) continue
  const on = (opened: OpenedCore): GuidingCompany => {
    const table = () => opened.api.calls.guidance({ symbol: 'ACME' })
    return {
      ...opened,
      restate: async (now) => {
        statements = now
        await fetchStatements(opened.api)
      },
      table,
      lines: async () => linesOf(await table()),
      reopened: () => on(openedCore({ profile: opened.profile })),
    }
  }
  if (records.length > 0) await fetchStatements(api)
  return on(core)
}

async function fetchStatements(api: ApiClient): Promise<void> {
  await api.financials.open({ symbol: 'ACME', basis: 'quarterly', comparison: 'none', freshness: 'service' })
}

/** `Revenue FY2026, given Q4 FY2025, raised Q1 FY2026, within`. */
export function linesOf({ calls, rows }: Table): string[] {
  return rows.map((row) => {
    const said = row.cells.flatMap((cell, at) => {
      const quarter = calls[at]?.quarter
      return cell && quarter ? [`${markOf(cell)} ${fiscalPeriodName(quarter)}`] : []
    })
    return [`${row.label} ${fiscalPeriodName(row.period)}`, ...said, row.outcome ?? 'open'].join(', ')
  })
}

function markOf(cell: NonNullable<GuidanceRow['cells'][number]>): string {
  return cell.is === 'stated' ? (cell.change ?? 'unclear') : cell.is
}
