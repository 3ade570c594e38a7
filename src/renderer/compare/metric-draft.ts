/** The draft of a user-defined metric while its form is open, stored as text. */

import type { OwnMetric } from '#contract/api/metrics.ts'

/** A metric as it is being written. */
export type EditedMetric = Pick<OwnMetric, 'name' | 'formula' | 'unit'>

export const metricDrafts = 'metric:'

/** Key of a metric's draft; null: a new metric. */
export function metricDraftKey(id: string | null): string {
  return `${metricDrafts}${id ?? 'new'}`
}

export function textOfMetric({ name, formula, unit }: EditedMetric): string {
  return JSON.stringify({ name, formula, unit })
}

const units: readonly EditedMetric['unit'][] = ['percent', 'ratio', 'money', 'per-share', 'shares', 'days', 'count']

/** An unreadable draft is empty. */
export function metricOfText(text: string): EditedMetric {
  const read = readJson(text)
  const part = (name: string) => {
    const value: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    name: part('name'),
    formula: part('formula'),
    unit: units.find((unit) => unit === part('unit')) ?? 'percent',
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
