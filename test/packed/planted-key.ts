import { formsOf } from '../core/canary.ts'

/** The forms of a key as texts, to be searched for in others. */
export const keyTexts = (key: string) => formsOf(key).map((form) => form.toString('latin1'))

/** All that stands in something that crossed between processes, as texts to be searched. */
export function textsOf(data: unknown): string[] {
  if (data instanceof Uint8Array) return [Buffer.from(data).toString('latin1')]
  if (data instanceof ArrayBuffer) return textsOf(new Uint8Array(data))
  if (typeof data === 'string') return [data]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => [name, ...textsOf(value)])
}
