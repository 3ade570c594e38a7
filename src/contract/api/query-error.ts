import { z } from 'zod'

/**
 * Why the text of a query or of a formula is refused: the characters that are wrong, from and to (UTF-16, end excluded), and the reason in
 * one sentence. Every procedure that reads such a text gives its refusal as `error`.
 */
export const queryError = z.object({ from: z.number().int(), to: z.number().int(), message: z.string() })
export type QueryError = z.infer<typeof queryError>
