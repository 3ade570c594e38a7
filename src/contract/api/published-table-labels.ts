/** What the tables of a publication are called where a user reads of them; their own names are for engines. */

const labels: Readonly<Record<string, string>> = {
  securities: 'Securities',
  statements: 'Statements',
  statements_wide: 'Statements by period',
  statement_versions: 'Statement versions',
  restatements: 'Restatements',
  calls: 'Calls',
  turns: 'Turns',
  ratings: 'Ratings',
  news: 'News',
  news_companies: 'Companies in news',
  metrics: 'Metrics',
  metric_values: 'Metric values',
}

/** The name itself for a table of another version. */
export function publishedTableLabel(name: string): string {
  return labels[name] ?? name
}
