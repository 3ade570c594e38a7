import { oc } from '@orpc/contract'
import { z } from 'zod'
import { failureKinds } from '../failure.ts'

export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  operation: z.string().optional(),
  host: z.string().optional(),
  status: z.number().optional(),
  attempts: z.number().optional(),
  seconds: z.number().optional(),
  detail: z.string().max(300).optional(),
})

/** Every procedure of the desk can fail in one typed way: `FAILURE`, whose data is one of the closed list. */
export const ask = oc.$meta<{ writes?: boolean }>({}).errors({ FAILURE: { data: failureSchema } })

/** Writes are marked: they run one after another, and are refused on a read-only profile. */
export const change = ask.meta({ writes: true })

/** Milliseconds since 1970, UTC. */
export const instant = z.number().int()
