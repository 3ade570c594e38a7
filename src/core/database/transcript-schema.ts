/**
 * Migrations of `library.db` for transcripts, documents and their full-text search. Also the SQL
 * that writes the scores by which calls are sorted.
 */

import { wordMarks } from './word-marks.ts'
import type { Migration } from './migrations.ts'

const meanByWords = (value: string, filter: string) =>
  `sum(turn.${value} * turn.words) FILTER (WHERE ${filter} AND turn.${value} IS NOT NULL) /
     nullif(sum(turn.words) FILTER (WHERE ${filter} AND turn.${value} IS NOT NULL), 0)`

/** Writes the scores of all transcripts (see `callScores`), or with a condition added of some. */
export const scoreTranscripts = `UPDATE transcript SET (remarks_sentiment, company_qa_sentiment, mean_confidence, questions) = (
    SELECT ${meanByWords('sentiment', `turn.section = 'prepared'`)},
      ${meanByWords('sentiment', `turn.section = 'qa' AND speaker.side = 'company'`)},
      ${meanByWords('confidence', 'TRUE')},
      coalesce(sum(turn.question), 0)
    FROM transcript_turn AS turn LEFT JOIN call_speaker AS speaker
      ON speaker.call_id = turn.call_id AND speaker.number = turn.speaker
    WHERE turn.call_id = transcript.call_id)`

/**
 * The tables of full-text search and of sorting calls, all projections that can be rebuilt from the ledger. Several have other
 * names since `transcriptNames`.
 *
 *  - `spoken_call` (`transcript`): a call's transcript, in one of its formats: verbatim before cleaned, JSON before HTML.
 *  - `spoken_turn` (`transcript_turn`): its turns. `start_time` and `end_time` are those of its segments (see `segmentTimes`); `question`
 *    is 1 where a question of the Q&A begins.
 *  - `written` (`document`): summaries of calls, rating stories, news.
 *  - `spoken_text`, `written_text` (`transcript_text`, `document_text`): the full-text indexes of the two.
 *  - `call_speaker`: speakers and participants; `number` is the value of `transcript_turn.speaker`.
 *  - `vocabulary`: every word of both indexes, with its stem. The indexes store words as they are, so that quotes are exact; a plain word
 *    of a query is expanded to the words of its stem.
 *  - `reprojection`: how much of the ledger was read for the projections of this generation.
 *
 * The indexes have no triggers: explicit writes take half the time.
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
 * The properties of turns that a search filters and counts by, one blob per call (core/full-text-index/turn-columns.ts). Each time a call
 * is stored it gets a new `serial`, which shows that a copy in memory is out of date. The turns of a call have consecutive ids.
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
 * The times of turns are stored as received, with the unit that was inferred for their call (null: none), so that a unit set by the user
 * applies at once. Calls projected by an earlier version have theirs in seconds.
 */
export const segmentTimes: Migration = `
  ALTER TABLE spoken_turn RENAME COLUMN start_seconds TO start_time;
  ALTER TABLE spoken_turn RENAME COLUMN end_seconds TO end_time;
  ALTER TABLE spoken_call ADD COLUMN time_unit TEXT;
  UPDATE spoken_call SET time_unit = 'seconds';
`

/** How a call's sections were found: `announced`, `inferred`, or null: there are none, or not yet projected again. */
export const sectionsFrom: Migration = `
  ALTER TABLE spoken_call ADD COLUMN sections_from TEXT;
`

/**
 * Names the tables of transcripts and documents by what they store: `transcript` (was `spoken_call`), `transcript_turn`
 * (`spoken_turn`), `transcript_text` (`spoken_text`), `document` (`written`), `document_text` (`written_text`) and
 * `parsed_transcript` (`call_reading`). SQLite cannot rename an index, nor the content table of an FTS5 table, so those are built
 * again from the rows.
 */
export const transcriptNames: Migration = `
  DROP TABLE spoken_text;
  DROP TABLE written_text;
  DROP INDEX spoken_call_company;
  DROP INDEX spoken_turn_place;
  DROP INDEX written_record;
  DROP INDEX written_call;
  DROP INDEX written_stored;
  ALTER TABLE spoken_call RENAME TO transcript;
  ALTER TABLE spoken_turn RENAME TO transcript_turn;
  ALTER TABLE written RENAME TO document;
  ALTER TABLE call_reading RENAME TO parsed_transcript;
  CREATE INDEX transcript_company ON transcript (symbol, started_at);
  CREATE UNIQUE INDEX transcript_turn_position ON transcript_turn (call_id, position);
  CREATE INDEX document_record ON document (record_id);
  CREATE INDEX document_call ON document (call_id) WHERE call_id IS NOT NULL;
  CREATE INDEX document_stored ON document (stored_at);
  CREATE VIRTUAL TABLE transcript_text USING fts5 (
    text, content = 'transcript_turn', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE VIRTUAL TABLE document_text USING fts5 (
    title, body, content = 'document', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO transcript_text (transcript_text) VALUES ('rebuild');
  INSERT INTO document_text (document_text) VALUES ('rebuild');
`

/**
 * Full-text search finds the words of the user's corrections instead of those received: `corrected` is the correction of a turn, and
 * `segmented` has the words of what is indexed. `turn_correction` has the corrections as the library last saw them: what the user wrote
 * is in `desk.db`, and is copied so that a call that is stored again is indexed with its corrections.
 */
export const correctedTurns: Migration = `
  ALTER TABLE transcript_turn DROP COLUMN indexed_text;
  ALTER TABLE transcript_turn ADD COLUMN corrected TEXT;
  ALTER TABLE transcript_turn ADD COLUMN indexed_text TEXT AS (coalesce(segmented, corrected, text));
  CREATE TABLE turn_correction (
    call_id TEXT NOT NULL,
    text TEXT NOT NULL,
    occurrence INTEGER NOT NULL,
    correction TEXT NOT NULL,
    PRIMARY KEY (call_id, text, occurrence)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Scores of each transcript, from its turns: sentiment of the prepared remarks and of the company's answers, and confidence, each
 * a mean by words; and the number of questions.
 */
export const callScores: Migration = `
  ALTER TABLE transcript ADD COLUMN remarks_sentiment REAL;
  ALTER TABLE transcript ADD COLUMN company_qa_sentiment REAL;
  ALTER TABLE transcript ADD COLUMN mean_confidence REAL;
  ALTER TABLE transcript ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;
  ${scoreTranscripts};
`

/** The language of a transcript and of a summary, as BCP 47; null: not stated, or not yet projected again. */
export const textLanguages: Migration = `
  ALTER TABLE transcript ADD COLUMN language TEXT;
  ALTER TABLE document ADD COLUMN language TEXT;
`

/**
 * The indexes have words of scripts without spaces one by one: `segmented` has the words of such a text with spaces between them
 * (core/full-text-index/words.ts), and is null for any other. What is indexed is a column that is not stored, so that SQLite can build
 * an index again without the program. The marks are part of words.
 */
export const segmentedTexts: Migration = `
  DROP TABLE transcript_text;
  DROP TABLE document_text;
  ALTER TABLE transcript_turn ADD COLUMN segmented TEXT;
  ALTER TABLE transcript_turn ADD COLUMN indexed_text TEXT AS (coalesce(segmented, text));
  ALTER TABLE document ADD COLUMN segmented_title TEXT;
  ALTER TABLE document ADD COLUMN segmented_body TEXT;
  ALTER TABLE document ADD COLUMN indexed_title TEXT AS (coalesce(segmented_title, title));
  ALTER TABLE document ADD COLUMN indexed_body TEXT AS (coalesce(segmented_body, body));
  CREATE VIRTUAL TABLE transcript_text USING fts5 (
    indexed_text, content = 'transcript_turn', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 2 tokenchars '${wordMarks}'"
  );
  CREATE VIRTUAL TABLE document_text USING fts5 (
    indexed_title, indexed_body, content = 'document', content_rowid = 'id',
    tokenize = "unicode61 remove_diacritics 2 tokenchars '${wordMarks}'"
  );
  INSERT INTO transcript_text (transcript_text) VALUES ('rebuild');
  INSERT INTO document_text (document_text) VALUES ('rebuild');
`
