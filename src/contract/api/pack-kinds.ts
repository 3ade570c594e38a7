/** What a pack may contain of its companies, besides their listings. */
export const packKinds = ['statements', 'calls', 'recordings', 'ratings', 'news', 'notes', 'saved'] as const
export type PackKind = (typeof packKinds)[number]

export const packKindLabels: Readonly<Record<PackKind, string>> = {
  statements: 'Statements',
  calls: 'Calls and transcripts',
  recordings: 'Recordings',
  ratings: 'Ratings',
  news: 'News',
  notes: 'Notes, highlights and corrections',
  saved: 'Saved searches and comparisons',
}

/** The ending of a pack's file name. */
export const packEnding = '.tearsheet-pack'
