/**
 * The schema of `desk.db`, the database that holds the user's own data: every migration, and the
 * repair of rows after a recovery.
 */

import { formerFieldIds } from '#contract/api/former-field-ids.ts'
import { defaultColumns } from '#contract/api/watchlist-columns.ts'
import { formerFailureJson } from '../former-failures.ts'
import { fileIdentity } from './file-identity.ts'
import type { DatabaseKind } from './database-kind.ts'
import type { Migration } from './migrations.ts'

/** What the analyst made, which cannot be fetched again: the settings of a workspace. */
const workspace: Migration = `
  CREATE TABLE workspace (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sample', 'live')),
    base_url TEXT NOT NULL,
    recordings_base TEXT NOT NULL,
    search_query TEXT NOT NULL,
    search_type TEXT NOT NULL,
    search_page TEXT NOT NULL,
    search_key TEXT NOT NULL CHECK (search_key IN ('unknown', 'none', 'wanted'))
  ) STRICT;
`

/**
 * Notes on calls, where reading and playback stopped, and times that were set by hand. Calls are named, not referenced: the
 * library may be lost, the notes are not. Positions count turns from 0 and characters in UTF-16; instants are ms UTC, offsets
 * seconds.
 */
const calls: Migration = `
  CREATE TABLE highlight (
    id TEXT PRIMARY KEY,
    call_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    first_turn INTEGER NOT NULL,
    first_letter INTEGER NOT NULL,
    last_turn INTEGER NOT NULL,
    last_letter INTEGER NOT NULL,
    segment_id INTEGER,
    quote TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    colour TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    edited_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX highlight_call ON highlight (call_id, first_turn, first_letter);
  CREATE TABLE listening_position (
    call_id TEXT PRIMARY KEY,
    seconds REAL NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE call_time (
    call_id TEXT PRIMARY KEY,
    unit TEXT CHECK (unit IN ('seconds', 'milliseconds', 'minutes')),
    offset REAL NOT NULL
  ) STRICT;
`

/** Saved searches: `chosen` has the facets' values as JSON, times are ms UTC. Synonyms are a JSON list. */
const searches: Migration = `
  CREATE TABLE saved_search (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    chosen TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE synonym_set (
    position INTEGER PRIMARY KEY,
    words TEXT NOT NULL
  ) STRICT;
`

/** How recordings are fetched; `key_origin` is the origin that required the key. */
const recordings: Migration = `
  CREATE TABLE recording_setting (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    concurrent INTEGER NOT NULL CHECK (concurrent BETWEEN 1 AND 4),
    bytes_per_second INTEGER,
    prefer TEXT NOT NULL CHECK (prefer IN ('highest', 'smallest')),
    key_origin TEXT
  ) STRICT;
`

/**
 * Saved comparisons, `spec` as JSON, with the contents of each record behind them at that time; user's metrics. Times are ms UTC.
 */
const comparisons: Migration = `
  CREATE TABLE saved_comparison (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    hashes TEXT NOT NULL
  ) STRICT;
  CREATE TABLE own_metric (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    formula TEXT NOT NULL,
    unit TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
`

/**
 * Lists of companies, `view` as JSON. A company is named by its symbol, as statements, calls, ratings and news are; `security_id` is the
 * service's id of the listing that was chosen. Positions count from 0, times are ms UTC.
 */
const watchlists: Migration = `
  CREATE TABLE watchlist (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    view TEXT NOT NULL,
    position INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE TABLE watched (
    list_id TEXT NOT NULL REFERENCES watchlist (id) ON DELETE CASCADE,
    symbol TEXT NOT NULL,
    security_id TEXT,
    position INTEGER NOT NULL,
    note TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (list_id, symbol)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX watched_symbol ON watched (symbol);
`

/**
 * Work that outlives the program: jobs, and what each fetches. `scope`, `choice`, `reason`, `refused` (operations that the key
 * does not allow), `found` and `failure` are JSON; instants ms UTC; `call_id` is '' without a call. `kept_offline` has the lists
 * for offline use, with their choices.
 */
const sync: Migration = `
  CREATE TABLE sync_job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose TEXT NOT NULL CHECK (purpose IN ('offline', 'refresh')),
    by_itself INTEGER NOT NULL,
    due INTEGER NOT NULL,
    scope TEXT NOT NULL,
    title TEXT NOT NULL,
    choice TEXT,
    state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'stopped')),
    reason TEXT,
    refused TEXT NOT NULL DEFAULT '[]',
    begun_at INTEGER NOT NULL,
    ended_at INTEGER,
    companies INTEGER NOT NULL,
    not_due INTEGER NOT NULL,
    found TEXT,
    missing INTEGER
  ) STRICT;
  CREATE TABLE sync_item (
    job_id INTEGER NOT NULL REFERENCES sync_job (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    symbol TEXT NOT NULL,
    call_id TEXT NOT NULL,
    title TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'updated', 'unchanged', 'skipped', 'failed')),
    why TEXT,
    failure TEXT,
    ended_at INTEGER,
    PRIMARY KEY (job_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX sync_item_thing ON sync_item (job_id, symbol, kind, call_id);
  CREATE INDEX sync_item_state ON sync_item (job_id, state, ended_at);
  CREATE TABLE kept_offline (
    list_id TEXT PRIMARY KEY REFERENCES watchlist (id) ON DELETE CASCADE,
    choice TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sync_setting (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    settings TEXT NOT NULL,
    refreshed_at INTEGER NOT NULL
  ) STRICT;
`

/** JSON: the page sizes that the service accepted where it had refused a larger one, by operation. */
const pageSizes: Migration = `
  ALTER TABLE workspace ADD COLUMN page_sizes TEXT NOT NULL DEFAULT '{}';
`

/** Open tabs, a set a window: as JSON (`contract/api/tabs`), with when they were used last, ms UTC. */
const windowTabs: Migration = `
  CREATE TABLE window_tabs (
    window_id TEXT PRIMARY KEY,
    tabs TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
`

/** Text that is being written and not saved yet; `place` is the window's own JSON, times are ms UTC. */
const drafts: Migration = `
  CREATE TABLE draft (
    key TEXT PRIMARY KEY,
    saved_at INTEGER NOT NULL,
    title TEXT NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
`

/**
 * Tie-out breaks that the analyst marked as known. A period is named, not referenced: the library may be lost. `figures` is JSON:
 * a mark applies while the figures of the check are the same.
 */
const knownBreaks: Migration = `
  CREATE TABLE known_break (
    symbol TEXT NOT NULL,
    edition TEXT NOT NULL,
    quarter TEXT NOT NULL,
    year INTEGER NOT NULL,
    end_period TEXT NOT NULL,
    check_name TEXT NOT NULL,
    figures TEXT NOT NULL,
    note TEXT NOT NULL,
    marked_at INTEGER NOT NULL,
    PRIMARY KEY (symbol, edition, quarter, year, end_period, check_name, figures)
  ) STRICT;
`

/** Field ids are whole words of these texts: in JSON, in the ids of a list's columns, in formulas. */
const calculatedFieldIds: Migration = formerFieldIds
  .flatMap(([former, present]) => [
    replaceIn('saved_comparison', 'spec', former, present),
    replaceIn('own_metric', 'formula', former, present),
    replaceIn('watchlist', 'view', former, present),
    replaceIn('window_tabs', 'tabs', former, present),
    replaceIn('draft', 'text', former, present),
    replaceIn('draft', 'place', former, present),
  ])
  .join('\n')

function replaceIn(table: string, column: string, former: string, present: string): string {
  return `UPDATE ${table} SET ${column} = replace(${column}, '${former}', '${present}') WHERE instr(${column}, '${former}') > 0;`
}

/**
 * Columns and properties of stored JSON get the names that the API has for them: `asOf` (was `asKnownOn`), `unseen` (`fresh`), `automatic`
 * (`by_itself`), `location` (`place`), and the kinds of failures.
 */
const apiNames: Migration = [
  'ALTER TABLE sync_job RENAME COLUMN by_itself TO automatic;',
  'ALTER TABLE draft RENAME COLUMN place TO location;',
  replaceIn('saved_comparison', 'spec', 'asKnownOn', 'asOf'),
  replaceIn('window_tabs', 'tabs', 'asKnownOn', 'asOf'),
  replaceIn('draft', 'location', 'asKnownOn', 'asOf'),
  replaceIn('watchlist', 'view', '"fresh":', '"unseen":'),
  ...formerFailureJson.flatMap(([former, present]) => [
    replaceIn('sync_job', 'reason', former, present),
    replaceIn('sync_item', 'failure', former, present),
  ]),
].join('\n')

/** Recently opened items, with their location as JSON of the window; times are ms UTC. */
const recentItems: Migration = `
  CREATE TABLE recent_item (
    key TEXT PRIMARY KEY,
    opened_at INTEGER NOT NULL,
    location TEXT NOT NULL
  ) STRICT;
`

/** How much of the sample library is loaded (core/sample-library). Jobs are rows of `sync_job`; times are ms UTC. */
const sampleLoad: Migration = `
  CREATE TABLE sample_load (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    stage TEXT NOT NULL CHECK (stage IN ('data', 'restatement', 'loaded', 'stopped')),
    started_at INTEGER NOT NULL,
    names_job INTEGER,
    data_job INTEGER,
    restatement_job INTEGER
  ) STRICT;
`

/**
 * Rules for what refreshes and downloads bring, and their alerts (core/alerts). `condition` and `event` are JSON; `key`
 * identifies an alert within its rule. Times are ms UTC.
 */
const alerts: Migration = `
  CREATE TABLE alert_rule (
    id TEXT PRIMARY KEY,
    condition TEXT NOT NULL,
    list_id TEXT,
    is_on INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    checked_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE alert (
    id INTEGER PRIMARY KEY,
    rule_id TEXT,
    symbol TEXT NOT NULL,
    event TEXT NOT NULL,
    key TEXT NOT NULL,
    found_at INTEGER NOT NULL,
    job_id INTEGER,
    seen_at INTEGER,
    UNIQUE (rule_id, key)
  ) STRICT;
`

/**
 * Saved screens, `spec` as JSON, `seen` the symbols that matched when the results were last seen; and the results each time they
 * changed. Symbols are JSON lists, times ms UTC.
 */
const screens: Migration = `
  CREATE TABLE saved_screen (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    seen TEXT NOT NULL
  ) STRICT;
  CREATE TABLE screen_run (
    screen_id TEXT NOT NULL REFERENCES saved_screen (id) ON DELETE CASCADE,
    ran_at INTEGER NOT NULL,
    matches TEXT NOT NULL,
    unjudged INTEGER NOT NULL,
    PRIMARY KEY (screen_id, ran_at)
  ) STRICT;
`

/**
 * How far each call was read and played, which its position alone does not tell after somebody went back. The turn at the top of
 * the page was where reading had stopped.
 */
const callProgress: Migration = `
  ALTER TABLE listening_position ADD COLUMN turns_read INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE listening_position ADD COLUMN seconds_played REAL NOT NULL DEFAULT 0;
  ALTER TABLE listening_position ADD COLUMN recording_seconds REAL;
  UPDATE listening_position SET turns_read = CASE WHEN turn > 0 THEN turn + 1 ELSE 0 END, seconds_played = seconds;
`

/**
 * Why an item of a job failed is its `detail` (was `why`). In the tabs of a window, the tabs have `locations` (`places`), and the tab of the
 * second pane is `otherPane` (`beside`). A name in quotes before a colon is a key: in a value the quotes are escaped.
 */
const tabLocations: Migration = [
  'ALTER TABLE sync_item RENAME COLUMN why TO detail;',
  replaceIn('window_tabs', 'tabs', '"places":', '"locations":'),
  replaceIn('window_tabs', 'tabs', '"beside":', '"otherPane":'),
].join('\n')

/** Matches of spoken figures that the user called wrong (core/spoken-figures). `turn_hash` is sha256 of the words of the turn, hex; times are ms UTC. */
const dismissedFigures: Migration = `
  CREATE TABLE dismissed_figure (
    call_id TEXT NOT NULL,
    turn_hash TEXT NOT NULL,
    first_character INTEGER NOT NULL,
    next_character INTEGER NOT NULL,
    dismissed_at INTEGER NOT NULL,
    PRIMARY KEY (call_id, turn_hash, first_character, next_character)
  ) STRICT;
`

/**
 * What the user found when listening to unsure turns (core/turn-checks). `text` is the turn as the service sent it, and `occurrence`
 * tells turns of equal text apart, from 0; a null `correction` confirms the text. Times are ms UTC.
 */
const turnChecks: Migration = `
  CREATE TABLE turn_check (
    call_id TEXT NOT NULL,
    text TEXT NOT NULL,
    occurrence INTEGER NOT NULL,
    correction TEXT,
    author TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    PRIMARY KEY (call_id, text, occurrence)
  ) STRICT;
`

/** Who wrote a highlight that came in a pack (core/packs); null: the user. */
const highlightAuthors: Migration = `
  ALTER TABLE highlight ADD COLUMN author TEXT;
`

/** Whose pack a check came in, and when that was made (core/packs); null: the check is the user's own. */
const checkOrigins: Migration = `
  ALTER TABLE turn_check ADD COLUMN pack_author TEXT;
  ALTER TABLE turn_check ADD COLUMN pack_made_at INTEGER;
`

/**
 * Pairs of sentences in two calls that the user called different (core/call-comparison). A hash is sha256 of the words of a sentence, hex;
 * times are ms UTC.
 */
const splitPassages: Migration = `
  CREATE TABLE split_passage (
    earlier_call_id TEXT NOT NULL,
    later_call_id TEXT NOT NULL,
    split_at INTEGER NOT NULL,
    earlier_hash TEXT NOT NULL,
    later_hash TEXT NOT NULL,
    PRIMARY KEY (earlier_call_id, later_call_id, earlier_hash, later_hash)
  ) STRICT;
`

/**
 * The pack that a setting or an item came in, and when that was created (core/packs); null: it is the user's own. `pack_content` is the
 * sha256 of the list as it was added, in hex; if the list no longer matches it, the user has changed the list. The time comes before the
 * texts, so that no row of a list fits another table (database/salvage). A comparison saved or received without any records is marked as
 * such from here on.
 */
const itemOrigins: Migration = ['call_time', 'saved_search', 'saved_comparison', 'watchlist']
  .flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN pack_made_at INTEGER;`,
    `ALTER TABLE ${table} ADD COLUMN pack_author TEXT;`,
  ])
  .concat(
    'ALTER TABLE watchlist ADD COLUMN pack_content TEXT;',
    `UPDATE saved_comparison SET hashes = '"none yet"' WHERE hashes = '{}';`,
  )
  .join('\n')

const usualView = { columns: defaultColumns, sort: null, group: null, unseen: [], widths: {} }

/** Companies of a lost list get a new list, results of a lost screen an empty one; tasks of a lost job go. */
const repair = `
  INSERT INTO watchlist (id, name, view, position, removed_at)
    SELECT list_id, 'Recovered list ' || row_number() OVER (ORDER BY list_id), '${JSON.stringify(usualView)}',
      1000000 + row_number() OVER (ORDER BY list_id), NULL
    FROM (SELECT list_id FROM watched UNION SELECT list_id FROM kept_offline)
    WHERE list_id NOT IN (SELECT id FROM watchlist);
  INSERT INTO saved_screen (id, name, spec, saved_at, seen_at, seen)
    SELECT screen_id, 'Recovered screen ' || row_number() OVER (ORDER BY screen_id), '{}', 0, 0, '[]'
    FROM (SELECT DISTINCT screen_id FROM screen_run WHERE screen_id NOT IN (SELECT id FROM saved_screen));
  DELETE FROM sync_item WHERE job_id NOT IN (SELECT id FROM sync_job);
`

/** What the analyst made. `application_id` is "TsDe". */
export const deskDatabase: DatabaseKind = {
  applicationId: 0x54734465,
  migrations: [
    workspace,
    calls,
    searches,
    recordings,
    comparisons,
    watchlists,
    sync,
    pageSizes,
    windowTabs,
    fileIdentity,
    drafts,
    knownBreaks,
    calculatedFieldIds,
    apiNames,
    recentItems,
    sampleLoad,
    alerts,
    screens,
    callProgress,
    tabLocations,
    dismissedFigures,
    turnChecks,
    highlightAuthors,
    checkOrigins,
    splitPassages,
    itemOrigins,
  ],
  durability: 'full',
  alwaysCheck: true,
  salvage: { repair, asks: true },
}
