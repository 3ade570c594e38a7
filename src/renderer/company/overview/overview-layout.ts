/** The blocks of the overview: which are shown and in which order, as the user arranged them. */

import type { Preferences } from '#contract/api/api.ts'
import { overviewParts, type OverviewPart } from '#contract/api/overview-parts.ts'

export type ChosenParts = Preferences['overviewParts']

/** The group of a part: the whole left side, the row of lists below it, or the right. Parts move within their group. */
type PartGroup = 'main' | 'lists' | 'side'

const groups: Readonly<Record<OverviewPart, PartGroup>> = {
  figures: 'main',
  charts: 'main',
  'filing-text': 'lists',
  restatements: 'lists',
  library: 'lists',
  call: 'side',
  ratings: 'side',
  news: 'side',
}

export const partNames: Readonly<Record<OverviewPart, string>> = {
  figures: 'Key figures',
  charts: 'Charts',
  'filing-text': 'Filing text',
  restatements: 'Restatements and tie-outs',
  library: 'In the library',
  call: 'Latest call',
  ratings: 'Ratings',
  news: 'News',
}

/** Every part once, in the chosen order; a part that an earlier version lacked is added at the end in its usual order. */
export function arrangedParts(chosen: ChosenParts): ChosenParts {
  const named = new Set(chosen.map(({ part }) => part))
  const all = [
    ...chosen.filter(({ part }, at) => chosen.findIndex((each) => each.part === part) === at),
    ...overviewParts.filter((part) => !named.has(part)).map((part) => ({ part, shown: true })),
  ]
  return (['main', 'lists', 'side'] as const).flatMap((group) => all.filter(({ part }) => groups[part] === group))
}

export function shownParts(chosen: ChosenParts, group: PartGroup): readonly OverviewPart[] {
  return arrangedParts(chosen).flatMap(({ part, shown }) => (shown && groups[part] === group ? part : []))
}

/** Moves a part within its group; at the group's end it stays. @param by −1: up, 1: down */
export function movedPart(chosen: ChosenParts, part: OverviewPart, by: -1 | 1): ChosenParts {
  const all = arrangedParts(chosen)
  const at = all.findIndex((each) => each.part === part)
  const other = all[at + by]
  if (!canMove(chosen, part, by) || !other) return all
  return all.map((each, index) => (index === at ? other : index === at + by ? (all[at] ?? each) : each))
}

export function canMove(chosen: ChosenParts, part: OverviewPart, by: -1 | 1): boolean {
  const all = arrangedParts(chosen)
  const other = all[all.findIndex((each) => each.part === part) + by]
  return other !== undefined && groups[other.part] === groups[part]
}

export function withShown(chosen: ChosenParts, part: OverviewPart, shown: boolean): ChosenParts {
  return arrangedParts(chosen).map((each) => (each.part === part ? { part, shown } : each))
}
