/**
 * The line that names a source in a printed document: its request without host and key, and its
 * hash.
 */

import type { RecordsSource } from '#contract/api/provenance.ts'

/** The request of a source as it was sent, without host and key. */
export function requestText({ request: { path, parameters }, responses }: RecordsSource): string {
  const query = Object.entries(parameters)
    .filter(([name, value]) => name !== 'page' && name !== 'page_size' && !path.includes(value))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const more = responses > 1 ? `, latest of ${responses}` : ''
  return `${path}${query === '' ? '' : `?${query}`}${more}`
}

/** The first eight digits of a hash: `9f3c 41ae`. */
export function hashText({ hash }: RecordsSource): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`
}
