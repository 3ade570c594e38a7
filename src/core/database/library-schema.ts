/**
 * The schema of `library.db`, the database that holds what the service sent: every migration in
 * order, and the SQL that rebuilds its full-text indexes. Migrations of transcripts are in
 * `transcript-schema.ts`.
 */

import type { DatabaseKind } from './database-kind.ts'
import { libraryViews } from './library-views.ts'
import { fileIdentity } from './file-identity.ts'
import type { Migration } from './migrations.ts'
import {
  callScores,
  sectionsFrom,
  correctedTurns,
  segmentedTexts,
  segmentTimes,
  textLanguages,
  transcriptMigration,
  transcriptNames,
  turnColumns,
} from './transcript-schema.ts'

/**
 * The ledger, append-only: what the service answered, once per content. Some of it has other names since `ledgerNames`.
 *
 *  - `ledger_answer` (`ledger_response`): one trusted response. `parameters` is JSON with sorted keys, without the key; `records` the numbers of the
 *    records it held, in its order. Times are ms since 1970, UTC.
 *  - `ledger_record`: one record of the service (a period of a company, a call, a rating), by kind and identity.
 *  - `ledger_content`: one content of any record, by sha256 of `body`, which is its JSON as received.
 *  - `ledger_revision`: from when a record had which content. The latest row is what holds; older ones are what was known then,
 *    and until when it was given (`last_seen_at`; the latest one's is its record's).
 */
const ledger: Migration = `
  CREATE TABLE ledger_answer (
    id INTEGER PRIMARY KEY,
    operation TEXT NOT NULL,
    parameters TEXT NOT NULL,
    path TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    message TEXT,
    hits INTEGER,
    page_count INTEGER,
    records TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX ledger_answer_question ON ledger_answer (operation, parameters);
  CREATE TABLE ledger_content (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE ledger_record (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    identity TEXT NOT NULL,
    content_id INTEGER NOT NULL REFERENCES ledger_content (id),
    revisions INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    last_answer_id INTEGER NOT NULL REFERENCES ledger_answer (id),
    marks TEXT,
    UNIQUE (kind, identity)
  ) STRICT;
  CREATE TABLE ledger_revision (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    known_from INTEGER NOT NULL,
    last_seen_at INTEGER,
    content_id INTEGER NOT NULL REFERENCES ledger_content (id),
    answer_id INTEGER NOT NULL REFERENCES ledger_answer (id),
    record_updated_at TEXT,
    PRIMARY KEY (record_id, known_from)
  ) STRICT, WITHOUT ROWID;
`

/** Projections of the ledger's latest contents. Each can be emptied and made again from it. Columns have the wire's names. */
const fundamentals: Migration = `
  CREATE TABLE fundamental_period (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    edition TEXT NOT NULL,
    symbol TEXT NOT NULL,
    cik TEXT,
    Quarter TEXT NOT NULL,
    Year INTEGER NOT NULL,
    EndPeriod TEXT NOT NULL,
    updated_at TEXT,
    Revenue NUMERIC,
    CostOfRevenue NUMERIC,
    GrossProfit NUMERIC,
    SellingGeneralAdministrative NUMERIC,
    ResearchDevelopment NUMERIC,
    DepreciationDepletionAmortizationExpense NUMERIC,
    OtherOperatingExpenses NUMERIC,
    TotalOperatingExpenses NUMERIC,
    OperatingIncome NUMERIC,
    InterestExpense NUMERIC,
    InterestInvestmentIncome NUMERIC,
    OtherExpenseIncome NUMERIC,
    TotalOtherIncomeExpense NUMERIC,
    IncomeBeforeIncomeTaxes NUMERIC,
    IncomeTaxes NUMERIC,
    DiscontinuedOperations NUMERIC,
    EquityInAffiliates NUMERIC,
    ExtraordinaryItems NUMERIC,
    ConsolidatedNetIncomeLoss NUMERIC,
    NoncontrollingInterestIncome NUMERIC,
    PreferredStockDividendsDeclared NUMERIC,
    NetIncomeLossAttributableCommonShareholders NUMERIC,
    BasicEarningsPerShare NUMERIC,
    DilutedEarningsPerShare NUMERIC,
    BasicSharesOutstanding NUMERIC,
    DilutedSharesOutstanding NUMERIC,
    EBITDA NUMERIC,
    CashEquivalents NUMERIC,
    ShortTermInvestments NUMERIC,
    Inventories NUMERIC,
    PrepaidExpensesOtherCurrentAssets NUMERIC,
    TotalCurrentAssets NUMERIC,
    PropertyPlantEquipmentNet NUMERIC,
    Goodwill NUMERIC,
    IntangibleAssetsNet NUMERIC,
    OtherAssets NUMERIC,
    TotalAssets NUMERIC,
    AccountsPayable NUMERIC,
    DeferredRevenueCurrent NUMERIC,
    DeferredLiabilitiesCurrent NUMERIC,
    DebtCurrent NUMERIC,
    AccruedOtherCurrentLiabilities NUMERIC,
    TotalCurrentLiabilities NUMERIC,
    LongTermDebtCapitalLeaseObligations NUMERIC,
    OtherNoncurrentLiabilities NUMERIC,
    TotalLiabilities NUMERIC,
    CommitmentsContingencies NUMERIC,
    PreferredStock NUMERIC,
    CommonStock NUMERIC,
    AdditionalPaidInCapital NUMERIC,
    TreasuryStock NUMERIC,
    AccumulatedOtherComprehensiveIncome NUMERIC,
    RetainedEarningsDeficit NUMERIC,
    OtherEquity NUMERIC,
    TotalEquityAttributableParent NUMERIC,
    NoncontrollingInterest NUMERIC,
    TotalEquity NUMERIC,
    TotalLiabilitiesEquity NUMERIC,
    NetIncomeCashFlow NUMERIC,
    IncomeLossDiscontinuedOperations NUMERIC,
    DepreciationDepletionAmortization NUMERIC,
    OtherOperatingActivities NUMERIC,
    ChangeOtherOperatingAssetsLiabilitiesNet NUMERIC,
    CashOperatingActivitiesContinuingOperations NUMERIC,
    NetCashOperatingActivitiesDiscontinuedOperations NUMERIC,
    NetCashOperatingActivities NUMERIC,
    PurchasePropertyPlantEquipment NUMERIC,
    SalePropertyPlantEquipment NUMERIC,
    AcquisitionsNet NUMERIC,
    OtherInvestingActivities NUMERIC,
    NetCashInvestingActivitiesContinuingOperations NUMERIC,
    NetCashInvestingActivitiesDiscontinuedOperations NUMERIC,
    NetCashInvestingActivities NUMERIC,
    ShortTermDebtIssuancesRepayments NUMERIC,
    CashDividends NUMERIC,
    EquityRepurchases NUMERIC,
    OtherFinancingActivities NUMERIC,
    NetCashFinancingActivitiesContinuingOperations NUMERIC,
    NetCashFinancingActivitiesDiscontinuedOperations NUMERIC,
    NetCashFinancingActivities NUMERIC,
    EffectCurrencyExchangeRate NUMERIC,
    OtherCashAdjustments NUMERIC,
    ChangeCashEquivalents NUMERIC,
    pe_ratio NUMERIC,
    price_to_book NUMERIC,
    fcf_yield NUMERIC,
    return_on_assets NUMERIC,
    return_on_equity NUMERIC,
    roic NUMERIC,
    debt_to_equity NUMERIC,
    revenue_per_employee NUMERIC,
    "working_capital_days.dso" NUMERIC,
    "working_capital_days.dio" NUMERIC,
    "working_capital_days.dpo" NUMERIC
  );
  CREATE INDEX fundamental_period_company ON fundamental_period (symbol, edition, EndPeriod);
`

/** One row per listing. The word index serves typing: prefixes of one to three letters have separate lists. */
const securities: Migration = `
  CREATE TABLE security (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    id TEXT NOT NULL,
    symbol TEXT NOT NULL,
    name TEXT NOT NULL,
    exchange TEXT,
    mic TEXT,
    country TEXT,
    type TEXT,
    sector TEXT,
    gics_code TEXT,
    currency TEXT,
    status TEXT,
    market_cap INTEGER,
    isin TEXT,
    cusip TEXT,
    figi TEXT,
    figi_composite TEXT,
    figi_share_class TEXT,
    cik TEXT,
    opol TEXT
  ) STRICT;
  CREATE INDEX security_symbol ON security (symbol COLLATE NOCASE);
  CREATE INDEX security_name ON security (name COLLATE NOCASE);
  CREATE INDEX security_isin ON security (isin) WHERE isin IS NOT NULL;
  CREATE INDEX security_cusip ON security (cusip) WHERE cusip IS NOT NULL;
  CREATE INDEX security_figi ON security (figi) WHERE figi IS NOT NULL;
  CREATE INDEX security_figi_composite ON security (figi_composite) WHERE figi_composite IS NOT NULL;
  CREATE INDEX security_figi_share_class ON security (figi_share_class) WHERE figi_share_class IS NOT NULL;
  CREATE INDEX security_cik ON security (cik) WHERE cik IS NOT NULL;
  CREATE INDEX security_mic ON security (mic, market_cap DESC);
  CREATE INDEX security_opol ON security (opol, market_cap DESC);
  CREATE INDEX security_country ON security (country, market_cap DESC);
  CREATE INDEX security_gics ON security (gics_code, market_cap DESC);
  CREATE VIRTUAL TABLE security_text USING fts5 (
    symbol, name, content = 'security', content_rowid = 'record_id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
`

const callsRatingsNews: Migration = `
  CREATE TABLE call (
    call_id TEXT PRIMARY KEY,
    listed_record_id INTEGER REFERENCES ledger_record (id),
    detail_record_id INTEGER REFERENCES ledger_record (id),
    symbol TEXT,
    exchange TEXT,
    name TEXT,
    call_title TEXT,
    headline TEXT,
    start_time TEXT,
    started_at INTEGER,
    status TEXT,
    updated_at TEXT
  ) STRICT;
  CREATE INDEX call_symbol ON call (symbol, started_at);
  CREATE INDEX call_started ON call (started_at);
  CREATE TABLE speaker_turn (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    position INTEGER NOT NULL,
    segment_id INTEGER,
    speaker TEXT,
    start_time TEXT,
    end_time TEXT,
    confidence REAL,
    sentiment REAL,
    text TEXT,
    PRIMARY KEY (record_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rating (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    id INTEGER NOT NULL,
    firm TEXT,
    ticker TEXT,
    exchange TEXT,
    company TEXT,
    action TEXT,
    rating TEXT,
    price_target TEXT,
    created_at TEXT,
    created_ms INTEGER
  ) STRICT;
  CREATE INDEX rating_ticker ON rating (ticker, created_ms);
  CREATE INDEX rating_created ON rating (created_ms);
  CREATE TABLE news_item (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    id INTEGER NOT NULL,
    news_id TEXT,
    ticker TEXT,
    type TEXT,
    share_class_figi TEXT,
    headline TEXT,
    catalyst TEXT,
    created_at TEXT,
    created_ms INTEGER
  ) STRICT;
  CREATE INDEX news_item_ticker ON news_item (ticker, created_ms);
`

/** The facts of a call's recording from its stored content, as JSON: parsed once, when it is projected or first needed. */
const recordingFacts: Migration = `
  CREATE TABLE recording_fact (content_id INTEGER PRIMARY KEY, facts TEXT NOT NULL) STRICT;
`

/** The service's counts and scores of the filing's text, next to the figures. */
const insightColumns: Migration = [
  'mdna.tone_score',
  'mdna.forward_to_historical_ratio',
  'mdna.forward_looking_term_count',
  'risk_factors.count',
  'risk_factors.average_sentiment_score',
  'litigation_mentions.count',
]
  .map((field) => `ALTER TABLE fundamental_period ADD COLUMN "${field}" NUMERIC;`)
  .join('\n')

/**
 * A stored form of a call as it is read, from its latest content (core/calls/parsed-transcripts-store.ts): JSON for the window, a
 * projection like the others. One of another projection version is not read.
 */
const callReadings: Migration = `
  CREATE TABLE call_reading (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    content_id INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    head TEXT NOT NULL,
    turns TEXT NOT NULL
  ) STRICT;
`

/**
 * For comparisons, which read thousands of periods: the figures in the order of `figureFields`, eight bytes each, and as JSON
 * which of them differ between the record's revisions.
 */
const packedFigures: Migration = `
  ALTER TABLE fundamental_period ADD COLUMN restated TEXT;
  ALTER TABLE fundamental_period ADD COLUMN figures BLOB;
`

/** What a rating's action means (core/ratings/rating-actions.ts), and its firm's previous rating of the same share. */
const ratingKinds: Migration = `
  ALTER TABLE rating ADD COLUMN kind TEXT NOT NULL DEFAULT 'unknown';
  CREATE INDEX rating_firm ON rating (ticker, firm, created_ms, id);
`

/** Securities that a news item names, and what its associated_* name (core/news/news-links.ts). */
const newsNames: Migration = `
  ALTER TABLE news_item ADD COLUMN company TEXT;
  ALTER TABLE news_item ADD COLUMN securities INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE news_item ADD COLUMN links INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX news_item_created ON news_item (created_ms);
  CREATE TABLE news_security (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    ticker TEXT NOT NULL,
    PRIMARY KEY (record_id, ticker)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX news_security_ticker ON news_security (ticker);
  CREATE TABLE news_link (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    of TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (record_id, of, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX news_link_name ON news_link (of, name);
`

/** Logos of news items, by address. Without bytes: no usable picture when it was requested, ms UTC. */
const logos: Migration = `
  CREATE TABLE logo (
    url TEXT PRIMARY KEY,
    asked_at INTEGER NOT NULL,
    type TEXT,
    bytes BLOB
  ) STRICT, WITHOUT ROWID;
`

/** Guessed last pages of lists without totals, which proved wrong. Libraries that have the table stay readable. */
const lastPages: Migration = `
  ALTER TABLE ledger_answer ADD COLUMN is_last INTEGER NOT NULL DEFAULT 0;
`
const noLastPages: Migration = `
  ALTER TABLE ledger_answer DROP COLUMN is_last;
`

/**
 * How many records of a response could not be identified or read: they are only in the ledger, so no list or count has them. For
 * earlier responses they are counted by the identity that such records have in the ledger.
 */
const unidentifiedRecords: Migration = `
  ALTER TABLE ledger_answer ADD COLUMN unidentified INTEGER NOT NULL DEFAULT 0;
  UPDATE ledger_answer SET unidentified = (
    SELECT count(*) FROM json_each(ledger_answer.records) AS held JOIN ledger_record AS record ON record.id = held.value
    WHERE record.identity GLOB 'unnamed *')
  WHERE EXISTS (SELECT 1 FROM ledger_record WHERE identity GLOB 'unnamed *');
`

/**
 * What is shown where it is not the latest content (docs/wire-data-rules.md):
 *  - `ledger_acceptance`: append-only, like the ledger. The user accepted a content that had lost too many figures.
 *  - `shown_record`: a projection. The record as it is shown and, as JSON, which of its fields are retained or withdrawn and which
 *    content is withheld. It has a row only for records that are not shown with their latest content.
 *  - `figure_change`: a projection. Every change of a figure that is shown: restated, or withdrawn.
 */
const shownRecords: Migration = `
  CREATE TABLE ledger_acceptance (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    content_id INTEGER NOT NULL REFERENCES ledger_content (id),
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (record_id, accepted_at)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE shown_record (
    record_id INTEGER PRIMARY KEY REFERENCES ledger_record (id),
    body TEXT NOT NULL,
    notes TEXT NOT NULL
  ) STRICT;
  CREATE TABLE figure_change (
    record_id INTEGER NOT NULL REFERENCES ledger_record (id),
    seen_at INTEGER NOT NULL,
    field TEXT NOT NULL,
    kind TEXT NOT NULL,
    was REAL,
    now REAL,
    PRIMARY KEY (record_id, seen_at, field)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX figure_change_seen ON figure_change (seen_at);
`

/** How the unit of a call's times was inferred is named `explanation` in parsed transcripts (was `says`), as in the API. */
const explainedTimes: Migration = `
  UPDATE parsed_transcript SET head = replace(head, '"says":', '"explanation":');
`

/** Renames the ledger's responses: `ledger_response` (was `ledger_answer`), and the columns that refer to it. */
const ledgerNames: Migration = `
  ALTER TABLE ledger_answer RENAME TO ledger_response;
  ALTER TABLE ledger_record RENAME COLUMN last_answer_id TO last_response_id;
  ALTER TABLE ledger_revision RENAME COLUMN answer_id TO response_id;
  DROP INDEX ledger_answer_question;
  CREATE INDEX ledger_response_request ON ledger_response (operation, parameters);
`

/**
 * A field's mark has what the service sent as `received` (was `came`), and what the projections were made by is `projection_version`
 * (`generation`, which is also the name of a database file's identity).
 */
const receivedMarks: Migration = `
  UPDATE ledger_record SET marks = replace(marks, '"came":', '"received":') WHERE marks IS NOT NULL;
  ALTER TABLE reprojection RENAME COLUMN generation TO projection_version;
  ALTER TABLE parsed_transcript RENAME COLUMN generation TO projection_version;
`

/**
 * What the figures spoken in a call claim, derived from the transcript that was stored then. `read_by`: the versions of the rules and of
 * the projections; `claims`: JSON, deflated; `version`: names the words that were read, null where they could not be.
 */
const transcriptFigures: Migration = `
  CREATE TABLE transcript_figures (
    call_id TEXT PRIMARY KEY,
    read_by TEXT NOT NULL,
    transcript_stored_at INTEGER NOT NULL,
    version TEXT,
    claims BLOB NOT NULL
  ) STRICT;
`

/**
 * Packs that were opened (core/packs), and which responses came in one. `is_partial`: the pack had not all of its records. Times are ms
 * since 1970, UTC; `host` is that of the service, or `sample`.
 */
const packs: Migration = `
  CREATE TABLE pack (
    id INTEGER PRIMARY KEY,
    author TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    workspace TEXT NOT NULL,
    host TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    UNIQUE (author, made_at, workspace, host)
  ) STRICT;
  ALTER TABLE ledger_response ADD COLUMN pack_id INTEGER REFERENCES pack (id);
  ALTER TABLE ledger_response ADD COLUMN is_partial INTEGER NOT NULL DEFAULT 0;
`

/** Records that a pack brought and whose projections are not made yet (core/ledger/due-projections.ts), in the order to make them. */
const dueProjections: Migration = `
  CREATE TABLE projection_due (
    position INTEGER PRIMARY KEY,
    record_id INTEGER NOT NULL REFERENCES ledger_record (id)
  ) STRICT;
`

/**
 * Contents that were stored before the records that have them (core/ledger/contents-ahead.ts): what nothing refers to in the end is
 * removed. SQLite looks for the rows that refer to a content that is deleted, and so do the checks of a library.
 */
const contentsAhead: Migration = `
  CREATE TABLE content_ahead (content_id INTEGER PRIMARY KEY REFERENCES ledger_content (id)) STRICT;
  CREATE INDEX ledger_record_content ON ledger_record (content_id);
  CREATE INDEX ledger_revision_content ON ledger_revision (content_id);
  CREATE INDEX ledger_acceptance_content ON ledger_acceptance (content_id);
`

/**
 * Which library this is, wherever it is published (core/publish): a random id that a backup, a moved library and a copied profile keep. A
 * file that is made out of another one, as by a recovery, has a `file_identity` of its own, and the same id.
 */
const libraryIdentity: Migration = `
  CREATE TABLE library_identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL
  ) STRICT;
  INSERT INTO library_identity VALUES (1, lower(hex(randomblob(16))));
`

/** How many securities there are: the search says it at each key press, and SQLite counts two million rows in a quarter of a second. */
const securityCount: Migration = `
  CREATE TABLE security_count (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    securities INTEGER NOT NULL
  ) STRICT;
  INSERT INTO security_count SELECT 1, count(*) FROM security;
`

/**
 * Whether the library got its id by an update rather than when it was begun, and was not published since: one that is restored from a backup
 * made before the update gets another id than it has in its publication, which the profile remembers (core/publish). While a migration runs,
 * `user_version` is that of the file before it; the id is of version 29.
 */
const provisionalIdentity: Migration = `
  ALTER TABLE library_identity ADD COLUMN is_provisional INTEGER NOT NULL DEFAULT 0;
  UPDATE library_identity SET is_provisional = (SELECT user_version BETWEEN 1 AND 28 FROM pragma_user_version);
`

/** Ratings are looked up by the service's ids, and the latest responses by operation: without these, all of them would be read. */
const lookups: Migration = `
  CREATE INDEX rating_id ON rating (id);
  CREATE INDEX ledger_response_operation ON ledger_response (operation);
`

/** How often a record came or changed: what was found of the records holds until the next time, however often the same ones are received. */
const revisionCount: Migration = `
  CREATE TABLE revision_count (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    revisions INTEGER NOT NULL
  ) STRICT;
  INSERT INTO revision_count VALUES (1, 0);
  CREATE TRIGGER ledger_revision_counted AFTER INSERT ON ledger_revision
    BEGIN UPDATE revision_count SET revisions = revisions + 1; END;
`

/** The highest id that a document ever had. An id is not used again, so that a search in memory reads only the new ones. */
const documentIds: Migration = `
  CREATE TABLE document_id (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    last INTEGER NOT NULL
  ) STRICT;
  INSERT INTO document_id SELECT 1, coalesce(max(id), 0) FROM document;
`

/** Their notes are made again, to say which content is shown instead of the latest one. */
const heldBackDue: Migration = `
  INSERT INTO projection_due (record_id)
    SELECT record_id FROM shown_record WHERE iif(json_valid(notes), json_type(notes, '$.heldBack'), NULL) = 'object' ORDER BY record_id;
`

/** What came from the service. `application_id` is "TsLi". */
export const libraryDatabase: DatabaseKind = {
  applicationId: 0x54734c69,
  migrations: [
    ledger + fundamentals + securities + callsRatingsNews,
    transcriptMigration,
    turnColumns,
    recordingFacts,
    segmentTimes,
    insightColumns,
    callReadings,
    packedFigures,
    ratingKinds,
    newsNames,
    logos,
    lastPages,
    noLastPages,
    unidentifiedRecords,
    sectionsFrom,
    shownRecords,
    fileIdentity,
    transcriptNames,
    explainedTimes,
    ledgerNames,
    callScores,
    receivedMarks,
    transcriptFigures,
    segmentedTexts,
    packs,
    correctedTurns,
    dueProjections,
    contentsAhead,
    libraryIdentity,
    securityCount,
    provisionalIdentity,
    lookups,
    revisionCount,
    textLanguages,
    documentIds,
    heldBackDue,
  ],
  views: libraryViews,
  durability: 'normal',
  alwaysCheck: false,
  asksWhenReplaced: true,
  rebuild: [
    ...['security_text', 'transcript_text', 'document_text'].map(
      (index) => `INSERT INTO ${index} (${index}) VALUES ('rebuild');`,
    ),
    'INSERT OR REPLACE INTO security_count SELECT 1, count(*) FROM security;',
    'INSERT OR REPLACE INTO document_id SELECT 1, coalesce(max(id), 0) FROM document;',
  ].join('\n'),
}
