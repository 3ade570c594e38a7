/** Reads the failure that the core, or a procedure of its API, threw. */

import { z } from 'zod'
import { failureKinds, type Failure } from '#contract/failure.ts'
import { failureOf } from '#core/failure-error.ts'

const thrownByProcedure = z.object({
  data: z.object({ kind: z.enum(failureKinds), detail: z.string().optional(), operation: z.string().optional() }),
})

/** Undefined: a defect. */
export function failureOfApi(error: unknown): Failure | undefined {
  return failureOf(error) ?? thrownByProcedure.safeParse(error).data?.data
}
