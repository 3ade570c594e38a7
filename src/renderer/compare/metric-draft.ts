import type { OwnMetric } from '#contract/desk/metrics.ts'

/** A metric as it is being written. */
export type WrittenMetric = Pick<OwnMetric, 'name' | 'formula' | 'unit'>

export const metricDrafts = 'metric:'

/** Of the draft for a metric; null: a new one. */
export function metricDraftKey(id: string | null): string {
  return `${metricDrafts}${id ?? 'new'}`
}

export function textOfMetric({ name, formula, unit }: WrittenMetric): string {
  return JSON.stringify({ name, formula, unit })
}

const units: readonly WrittenMetric['unit'][] = ['percent', 'ratio', 'money', 'per-share', 'shares', 'days', 'count']

/** What cannot be read is empty. */
export function metricOfText(text: string): WrittenMetric {
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
