import { z } from 'zod'
import { comparisonSpec } from '#contract/api/comparisons.ts'
import { scale } from '#contract/api/exports.ts'
import { adjustSplits, edition } from '#contract/api/financials.ts'

const common = {
  /** Of the way in which the workbook is laid out. */
  layout: z.literal(1),
  scale,
  /** When its figures were taken from the library, milliseconds since 1970. */
  madeAt: z.number().int(),
}

/** What a workbook was made from, as it says of itself. */
export const workbookQuery = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('company'),
    symbol: z.string().min(1),
    edition,
    asKnownOn: z.number().int().nullable(),
    adjustSplits,
  }),
  z.object({ ...common, kind: z.literal('comparison'), title: z.string().min(1), spec: comparisonSpec }),
])
export type WorkbookQuery = z.infer<typeof workbookQuery>

/** The row of the first sheet that holds it, and the name of its cell. */
export const queryLabel = 'Question'
export const queryMarkName = 'question'

/** The moment that it stays at; null: now. */
export function momentOf(asked: WorkbookQuery): number | null {
  return asked.kind === 'company' ? asked.asKnownOn : asked.spec.asKnownOn
}

export function queryText(asked: WorkbookQuery): string {
  return JSON.stringify(asked)
}

/** Undefined: these words are no question of a workbook that can be brought up to date. */
export function queryOf(text: string): WorkbookQuery | undefined {
  try {
    return workbookQuery.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
