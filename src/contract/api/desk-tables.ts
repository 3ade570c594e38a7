/** What the tables of `desk.db` hold, in the analyst's words: one row of each, several, and whether it is worth a line of its own. */
export const userTables = {
  workspace: { one: 'workspace setting', many: 'workspace settings' },
  highlight: { one: 'highlight or note', many: 'highlights and notes' },
  listening_position: { one: 'playback position', many: 'playback positions' },
  call_time: { one: 'timestamp setting', many: 'timestamp settings' },
  saved_search: { one: 'saved search', many: 'saved searches' },
  synonym_set: { one: 'set of synonyms', many: 'sets of synonyms' },
  recording_setting: { one: 'recording setting', many: 'recording settings' },
  saved_comparison: { one: 'saved comparison', many: 'saved comparisons' },
  own_metric: { one: 'metric', many: 'metrics' },
  known_break: { one: 'known tie-out break', many: 'known tie-out breaks' },
  watchlist: { one: 'watchlist', many: 'watchlists' },
  watched: { one: 'company on a watchlist', many: 'companies on watchlists' },
  sync_job: { one: 'bulk download', many: 'bulk downloads' },
  sync_item: { one: 'download step', many: 'download steps' },
  kept_offline: { one: 'offline download setting', many: 'offline download settings' },
  recent_item: { one: 'recently opened item', many: 'recently opened items' },
  sample_load: { one: 'state of the sample library', many: 'states of the sample library' },
  window_tabs: { one: 'set of open tabs', many: 'sets of open tabs' },
  draft: { one: 'draft', many: 'drafts' },
  sync_setting: { one: 'refresh setting', many: 'refresh settings' },
} as const satisfies Record<string, { readonly one: string; readonly many: string }>
export type UserTable = keyof typeof userTables
