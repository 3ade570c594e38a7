/** Lets sample data change between two requests: statements are restated, calls end. */

import type { CallStatus, PlannedCall } from './calls/schedule.ts'
import type { RestatedMode } from './options.ts'
import type { Vintage } from './statements/original-figures.ts'

/**
 * Which vintage a request receives. In the mode `on-second-request` a company changes to its restated vintage when a request is
 * repeated from its first page, so that a list read page by page is never mixed and a refresh finds the change.
 */
export function vintageTracker(mode: RestatedMode) {
  const requested = new Set<string>()
  const turned = new Set<string>()
  return (operation: string, symbol: string, parameters: URLSearchParams): Vintage => {
    switch (mode) {
      case 'always':
        return 'restated'
      case 'never':
        return 'original'
      case 'on-second-request': {
        const page = parameters.get('page') ?? '1'
        if (page === '1') {
          const filters = ['fiscal_year', 'fiscal_period'].map((name) => parameters.get(name) ?? '')
          const request = JSON.stringify([operation, symbol, ...filters])
          if (requested.has(request)) turned.add(symbol)
          requested.add(request)
        }
        return turned.has(symbol) ? 'restated' : 'original'
      }
      default:
        return mode satisfies never
    }
  }
}

/** The state of a call: one in progress ends after it was requested once, by the same modes as restatements. */
export function stageTracker(mode: RestatedMode) {
  const seen = new Set<string>()
  return {
    stageOf: (call: PlannedCall): CallStatus => {
      if (call.status !== 'IN_PROGRESS') return call.status
      return mode === 'always' || (mode === 'on-second-request' && seen.has(call.id)) ? call.ends : call.status
    },
    looked: (call: PlannedCall) => void seen.add(call.id),
  }
}
