import { freshKinds, totalFresh, type FreshKind, type FreshTotals } from '#contract/desk/fresh-kinds.ts'

const words: Readonly<Record<FreshKind, readonly [one: string, many: string]>> = {
  call: ['call', 'calls'],
  transcript: ['transcript', 'transcripts'],
  period: ['period', 'periods'],
  rating: ['rating', 'ratings'],
  news: ['news item', 'news items'],
  restated: ['restated figure', 'restated figures'],
  hits: ['hit of a saved search', 'hits of saved searches'],
}

/** What a desktop notification says of new things on the analyst's lists: how many of each kind, and no company, since others may see it. */
export function foundNotice(counts: FreshTotals): { readonly title: string; readonly body: string } {
  const told = freshKinds.flatMap((kind) => {
    const [one, many] = words[kind]
    return counts[kind] > 0 ? [`${counts[kind]} ${counts[kind] === 1 ? one : many}`] : []
  })
  return { title: `${totalFresh(counts)} new on your watchlists`, body: told.join(', ') }
}
