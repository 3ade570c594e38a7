import type { CallStatus, PlannedCall } from './calls/schedule.ts'
import type { RestatedMode } from './options.ts'
import type { Edition } from './statements/editions.ts'

/**
 * Which edition a request sees. In the mode `on-second-request` a company turns to its restated edition when a request is repeated
 * from its first page, so that a list read page by page is never mixed and a refresh finds the change.
 */
export function editionKeeper(mode: RestatedMode) {
  const asked = new Set<string>()
  const turned = new Set<string>()
  return (operation: string, symbol: string, parameters: URLSearchParams): Edition => {
    switch (mode) {
      case 'always':
        return 'restated'
      case 'never':
        return 'original'
      case 'on-second-request': {
        const page = parameters.get('page') ?? '1'
        if (page === '1') {
          const filters = ['fiscal_year', 'fiscal_period'].map((name) => parameters.get(name) ?? '')
          const question = JSON.stringify([operation, symbol, ...filters])
          if (asked.has(question)) turned.add(symbol)
          asked.add(question)
        }
        return turned.has(symbol) ? 'restated' : 'original'
      }
      default:
        return mode satisfies never
    }
  }
}

/** How far a call has come: one in progress reaches its end after it was looked at once, by the same modes as restatements. */
export function stageKeeper(mode: RestatedMode) {
  const seen = new Set<string>()
  return {
    stageOf: (call: PlannedCall): CallStatus => {
      if (call.status !== 'IN_PROGRESS') return call.status
      return mode === 'always' || (mode === 'on-second-request' && seen.has(call.id)) ? call.ends : call.status
    },
    looked: (call: PlannedCall) => void seen.add(call.id),
  }
}
