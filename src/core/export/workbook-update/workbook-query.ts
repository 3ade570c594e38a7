/**
 * The query of an exported workbook: the settings stored in its hidden row, from which an update
 * makes it again.
 */

import { z } from 'zod'
import { comparisonSpec } from '#contract/api/comparisons.ts'
import { scale } from '#contract/api/exports.ts'
import { adjustSplits, edition } from '#contract/api/financials.ts'
import { withPresentNames } from './renamed-labels.ts'

const common = {
  /** Version of the workbook's layout. */
  layout: z.literal(1),
  scale,
  /** When its figures were read from the library, milliseconds since 1970. */
  madeAt: z.number().int(),
}

/** The settings that a workbook was exported with, stored in the workbook. */
const workbookQuery = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('company'),
    symbol: z.string().min(1),
    edition,
    asOf: z.number().int().nullable(),
    adjustSplits,
  }),
  z.object({
    ...common,
    kind: z.literal('comparison'),
    title: z.string().min(1),
    heading: z.string().min(1).optional(),
    spec: comparisonSpec,
  }),
])
export type WorkbookQuery = z.infer<typeof workbookQuery>

/** Labels the hidden row of the first sheet that stores the settings, and names its cell. */
export const queryLabel = 'Update settings'
export const queryMarkName = 'question'

/** The moment that the figures are as of; null: now. */
export function momentOf(query: WorkbookQuery): number | null {
  return query.kind === 'company' ? query.asOf : query.spec.asOf
}

export function queryText(query: WorkbookQuery): string {
  return JSON.stringify(query)
}

/** Undefined: the text is not the settings of a workbook that can be updated. */
export function queryOf(text: string): WorkbookQuery | undefined {
  try {
    return workbookQuery.safeParse(JSON.parse(withPresentNames(text))).data
  } catch {
    return undefined
  }
}
