import type { FaultTarget } from './faults/plan.ts'
import type { Answer } from './answer.ts'
import type { OperationContext } from './operations/context.ts'
import { enhanced } from './operations/enhanced.ts'
import { lite } from './operations/lite.ts'
import { securities } from './operations/securities.ts'

/** Where a path leads: an operation, and what its path carries. */
export interface Route {
  readonly target: FaultTarget
  readonly answer: (context: OperationContext) => Answer
}

/** undefined: no operation has that path. */
export function routeOf(path: string): Route | undefined {
  switch (path) {
    case '/delivery/api/v1/fundamentals/enhanced':
      return { target: 'fundamentals.enhanced', answer: enhanced }
    case '/delivery/api/v1/fundamentals/lite':
      return { target: 'fundamentals.lite', answer: lite }
    case '/search/api/v1/securities':
      return { target: 'securities', answer: securities }
    default:
      return undefined
  }
}
