/** Which stored figure a verdict names. Without a schema, so that the window can use it. */

import type { ReportedFigure, SpokenVerdict } from './spoken-figures.ts'

/** The stored figure that a spoken one was compared with; null: it is not judged. */
export function reportedIn(verdict: SpokenVerdict): ReportedFigure | null {
  return 'reported' in verdict ? verdict.reported : null
}
