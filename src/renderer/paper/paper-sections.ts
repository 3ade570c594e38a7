/** The sections of each printed document, which the user can leave out. */

import type { PaperDocument } from '../app/paper-document.ts'

/** Sections that the user can leave out, in the order of the pages. */
interface PaperKind {
  readonly title: string
  readonly sections: readonly (readonly [section: string, label: string])[]
}

export const paperKinds: Readonly<Record<PaperDocument['kind'], PaperKind>> = {
  'tear-sheet': {
    title: 'Tear sheet',
    sections: [
      ['company', 'Company'],
      ['balance', 'Balance sheet'],
      ['latest', 'Latest quarter'],
      ['quarters-chart', '12 quarters, chart'],
      ['years-charts', '10 years, charts'],
      ['checks', 'Checks'],
      ['ratios', 'Ratios as stored'],
      ['years', '10 years, table'],
      ['quarters', '8 quarters, table'],
      ['call', 'Latest call'],
      ['ratings', 'Ratings'],
      ['news', 'News'],
      ['filing-text', 'Filing text'],
      ['notes', 'Notes'],
    ],
  },
  brief: {
    title: 'Earnings brief',
    sections: [
      ['lead', 'Lead sentences'],
      ['figures', 'Figures'],
      ['tone', 'Sentiment'],
      ['topics', 'Topics'],
      ['said', 'Quotes'],
      ['questions', 'Questions by firm'],
      ['ratings', 'Ratings'],
      ['restatements', 'Restatements'],
      ['news', 'News'],
    ],
  },
}

/** The key in `preferences.paperSectionsOff`. */
export function sectionKey(kind: PaperDocument['kind'], section: string): string {
  return `${kind}.${section}`
}
