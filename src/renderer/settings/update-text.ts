/** Sentences of Settings, About on published versions and on the age of the engine. */

import type { PublishedVersion } from '#contract/api/program.ts'
import { formatAge, formatLongDay, formatLongInstantDay } from '../format/dates.ts'

/** What a check found, for the user of `version`. */
export function updateText({ is, version: published, publishedAt }: PublishedVersion, version: string): string {
  const on = `published ${formatLongInstantDay(publishedAt)}`
  switch (is) {
    case 'newer':
      return `Tearsheet ${published} is available, ${on}. You have ${version}.`
    case 'same':
      return `You have the latest version, ${published}, ${on}.`
    case 'older':
      return `The latest published version is ${published}, ${on}. You have ${version}, which is newer.`
    default:
      return is satisfies never
  }
}

/** `released 19 Nov 2026, 8 days ago`; a day of a calendar, which counts from its beginning in UTC. */
export function releaseText(day: string, now: number): string {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return `released ${formatLongDay(day)}, ${now - instant < 24 * 60 * 60 * 1000 ? 'today' : formatAge(instant, now)}`
}
