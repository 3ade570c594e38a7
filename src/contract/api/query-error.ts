import { z } from 'zod'

/**
 * Why a query or a formula is refused: the range of wrong characters (UTF-16, end excluded), and the reason in one sentence.
 * Every procedure that parses such a text returns its refusal as `error`.
 */
export const queryError = z.object({ from: z.number().int(), to: z.number().int(), message: z.string() })
export type QueryError = z.infer<typeof queryError>
