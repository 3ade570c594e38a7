import type { Migration } from './migrations.ts'

/**
 * What full text searches and what lists of calls sort by; projections, made again from the ledger.
 *
 *  - `spoken_call`: a call with a transcript, in one form of it: as spoken before cleaned, JSON before HTML.
 *  - `spoken_turn`: its turns; `start_time` and `end_time` as its segments have them (see `segmentTimes`). `question` is 1 where a
 *    question of the Q&A begins.
 *  - `call_speaker`: who speaks or takes part, by the number that `spoken_turn.speaker` has.
 *  - `written`: summaries of calls, rating stories, news.
 *  - `vocabulary`: every word of both, with its stem. The indexes hold words as they are, so that quotes are exact; a plain word of a
 *    query is widened to the words of its stem. A language without blanks has one word between two punctuation marks.
 *  - `reprojection`: how far the ledger was gone through for the projections of this generation.
 *
 * No triggers keep the indexes: writing them by hand takes half the time.
 */
export const transcriptMigration: Migration = `
  DROP TABLE speaker_turn;
  ALTER TABLE call ADD COLUMN end_time TEXT;
  ALTER TABLE call ADD COLUMN seconds REAL;
  CREATE INDEX call_status ON call (status, started_at);
  CREATE TABLE spoken_call (
    call_id TEXT PRIMARY KEY,
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    symbol TEXT,
    company TEXT,
    title TEXT,
    started_at INTEGER,
    fiscal_quarter TEXT,
    fiscal_year INTEGER,
    turns INTEGER NOT NULL,
    words INTEGER NOT NULL,
    stored_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX spoken_call_company ON spoken_call (symbol, started_at);
  CREATE TABLE call_speaker (
    call_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    role TEXT,
    organization TEXT,
    side TEXT NOT NULL,
    turns INTEGER NOT NULL,
    words INTEGER NOT NULL,
    seconds REAL,
    sentiment REAL,
    PRIMARY KEY (call_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spoken_turn (
    id INTEGER PRIMARY KEY,
    call_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    segment_id INTEGER,
    speaker INTEGER NOT NULL,
    section TEXT NOT NULL,
    start_seconds REAL,
    end_seconds REAL,
    confidence REAL,
    sentiment REAL,
    words INTEGER NOT NULL,
    question INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX spoken_turn_place ON spoken_turn (call_id, position);
  CREATE VIRTUAL TABLE spoken_text USING fts5 (
    text, content = 'spoken_turn', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE written (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('summary', 'rating', 'news')),
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    call_id TEXT,
    symbol TEXT,
    company TEXT,
    at INTEGER,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    sentiment REAL,
    stored_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX written_record ON written (record_id);
  CREATE INDEX written_call ON written (call_id) WHERE call_id IS NOT NULL;
  CREATE VIRTUAL TABLE written_text USING fts5 (
    title, body, content = 'written', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, stem TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX vocabulary_stem ON vocabulary (stem);
  CREATE TABLE reprojection (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    generation INTEGER NOT NULL,
    done_to INTEGER NOT NULL
  ) STRICT;
`

/**
 * What a search asks of every turn beside its words, one blob a call (core/full-text-index/turn-columns.ts). `serial` is another one each time
 * the call is stored, so that a copy in memory is known to be old. The turns of a call have ids that follow each other.
 */
export const turnColumns: Migration = `
  CREATE TABLE turn_columns (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL,
    first_id INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    columns BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX turn_columns_call ON turn_columns (call_id);
  CREATE INDEX written_stored ON written (stored_at);
`

/**
 * The times of turns are kept as they came, with the unit that was inferred for their call (null: none could be): what the user sets
 * for a call since then holds at once. Until its next projection a call has them in seconds, as they were kept before.
 */
export const segmentTimes: Migration = `
  ALTER TABLE spoken_turn RENAME COLUMN start_seconds TO start_time;
  ALTER TABLE spoken_turn RENAME COLUMN end_seconds TO end_time;
  ALTER TABLE spoken_call ADD COLUMN time_unit TEXT;
  UPDATE spoken_call SET time_unit = 'seconds';
`

/** What a call's sections are known by: announced, inferred, or null where it is not divided or not yet projected again. */
export const sectionsFrom: Migration = `
  ALTER TABLE spoken_call ADD COLUMN sections_from TEXT;
`
