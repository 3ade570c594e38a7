import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#contract/failure.ts'
import { failureOf } from '#core/failure-error.ts'
import { buildingFolder, linkOrCopy } from '#core/publish/publication-folder.ts'
import { lockHolder } from '#core/publish/publication-lock.ts'
import { PublicationThreads } from '#core/publish/publication-threads.ts'
import { publishFailure } from '#core/publish/publish-failure.ts'
import { publishLibrary, type PublishRequest } from '#core/publish/publish-library.ts'
import {
  publishedTables,
  schemaVersion,
  tableNames,
  type ColumnType,
  type TableName,
} from '#core/publish/published-tables.ts'
import { filesIn, ownFolder } from '../folders.ts'
import { ManualClock } from '../clocks.ts'
import { failureOfQuestion, liveWorkspace, openedCore, usualNames, type OpenedCore } from '../opened-core.ts'
import { announcements } from '../announcements.ts'
import { lastStep } from '../storage/steps.ts'
import { isDone, untilJob } from '../sync/sync-setup.ts'
import { filesOf, openDuck } from './duckdb.ts'
import type { Row } from '../../duckdb.ts'
import { filledLibrary } from './filled-library.ts'
import { inodesOf, laterManifest, manifestFile, manifestOf, published, rowsInLibrary } from './publication.ts'

/** The directory and its publication as any reader finds them: the manifest names files that are there, with its rows and bytes. */
async function expectWhole(folder: string): Promise<void> {
  const { files, version, previous_version } = manifestOf(folder)
  const duck = await openDuck()
  for (const { path, rows, bytes } of files) {
    expect(statSync(join(folder, path)).size).toBe(bytes)
    expect(await duck.rows(`SELECT count(*) AS rows FROM '${join(folder, path)}'`)).toEqual([{ rows }])
  }
  const roots = new Set(filesIn(folder).map((path) => path.split('/')[0]))
  expect(roots).toEqual(new Set(['_tearsheet', version, ...(previous_version === null ? [] : [previous_version])]))
  expect(filesIn(join(folder, '_tearsheet'))).toEqual(['manifest.json', 'publication.json'])
  const listed = files.map(({ path }) => path.slice(version.length + 1)).toSorted()
  expect(filesIn(join(folder, version))).toEqual(listed)
}

/** The same totals, asked of the library's own views and of the published files. */
const totals: Readonly<Record<TableName, readonly [library: string, published: string]>> = {
  securities: [
    'SELECT count(*) AS n, sum(market_cap) AS a, count(DISTINCT isin) AS b FROM securities',
    'SELECT count(*) AS n, sum(market_cap) AS a, count(DISTINCT isin) AS b FROM files',
  ],
  statements: [
    'SELECT edition, year, symbol, count(*) AS n, max(value) AS a, sum(value) AS b FROM statements GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    'SELECT edition, year, symbol, count(*) AS n, max(value) AS a, sum(value) AS b FROM files GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
  ],
  statements_wide: [
    'SELECT edition, year, count(*) AS n, sum(Revenue) AS a, sum(Goodwill) AS b FROM statements_wide GROUP BY 1, 2 ORDER BY 1, 2',
    'SELECT edition, year, count(*) AS n, sum(Revenue) AS a, sum(Goodwill) AS b FROM files GROUP BY 1, 2 ORDER BY 1, 2',
  ],
  statement_versions: [
    `SELECT edition, field, count(*) AS n, sum(value) AS a, count(known_until) AS b, min(unixepoch(known_from)) AS c
     FROM statement_versions GROUP BY 1, 2 ORDER BY 1, 2`,
    `SELECT edition, field, count(*) AS n, sum(value) AS a, count(known_until) AS b, min(epoch(date_trunc('second', known_from))) AS c
     FROM files GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  restatements: [
    'SELECT symbol, field, count(*) AS n, sum(was) AS a, sum(now) AS b FROM restatements GROUP BY 1, 2 ORDER BY 1, 2',
    'SELECT symbol, field, count(*) AS n, sum(previous) AS a, sum(restated) AS b FROM files GROUP BY 1, 2 ORDER BY 1, 2',
  ],
  calls: [
    'SELECT symbol, count(*) AS n, sum(seconds) AS a, sum(unixepoch(end_time)) AS b FROM calls GROUP BY 1 ORDER BY 1',
    `SELECT symbol, count(*) AS n, sum(seconds) AS a, sum(epoch(date_trunc('second', ended_at))) AS b FROM files GROUP BY 1 ORDER BY 1`,
  ],
  turns: [
    `SELECT call_id, count(*) AS n, sum(words) AS a, sum(length(text)) AS b, sum(end_seconds) AS c, sum(sentiment) AS d
     FROM turns GROUP BY 1 ORDER BY 1`,
    `SELECT call_id, count(*) AS n, sum(words) AS a, sum(length(text)) AS b, sum(end_seconds) AS c, sum(sentiment) AS d
     FROM files GROUP BY 1 ORDER BY 1`,
  ],
  ratings: [
    'SELECT id, firm AS a, price_target AS b FROM ratings ORDER BY id',
    'SELECT id, firm AS a, price_target_text AS b FROM files ORDER BY id',
  ],
  news: ['SELECT id, headline AS a FROM news ORDER BY id', 'SELECT id, headline AS a FROM files ORDER BY id'],
  news_companies: [
    `SELECT ticker AS symbol, count(*) AS n, sum(id) AS a FROM (
       SELECT record_id, ticker FROM news_security UNION SELECT record_id, ticker FROM news_item WHERE ticker IS NOT NULL)
     JOIN (SELECT record_id, id FROM news_item) USING (record_id) GROUP BY 1 ORDER BY 1`,
    'SELECT symbol, count(*) AS n, sum(id) AS a FROM files GROUP BY 1 ORDER BY 1',
  ],
  metrics: ['SELECT name, formula FROM own_metric', 'SELECT name, formula FROM files'],
  // The metric of the library: research and development over revenue.
  metric_values: [
    `SELECT symbol, year, count(*) AS n, sum(ResearchDevelopment / Revenue) AS a FROM statements_wide
     WHERE edition = 'enhanced' AND ResearchDevelopment / Revenue IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    `SELECT symbol, year, count(*) AS n, sum(value) AS a FROM files WHERE metric = 'Research intensity' GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
}

const duckTypes: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  double: 'DOUBLE',
  int64: 'BIGINT',
  date: 'DATE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
}

describe('a published library', () => {
  test('has in each table the rows and sums of the library, with the documented types', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    const { tables } = await published(opened, folder)
    const duck = await openDuck()
    for (const table of tableNames) {
      const [ofLibrary, ofFiles] = totals[table]
      const expected = rowsInLibrary(opened, ofLibrary, table === 'metrics' ? 'desk.db' : 'library.db')
      const found = await duck.rows(ofFiles.replace('FROM files', `FROM ${filesOf(folder, table)}`))
      expect(expected.length, table).toBeGreaterThan(0)
      expect(found, table).toEqual(expected.map(rounded))
      const { columns, partitions } = publishedTables[table]
      const described = await duck.rows(`DESCRIBE SELECT * FROM ${filesOf(folder, table)}`)
      expect(described.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
        [...columns, ...partitions].map(({ name, type }) => [name, duckTypes[type]]),
      )
      const [counted] = await duck.rows(`SELECT count(*) AS rows FROM ${filesOf(folder, table)}`)
      expect(tables.find(({ name }) => name === table)?.rows, table).toBe(counted?.['rows'])
    }
    const [fiscal] = await duck.rows(
      `SELECT count(*) AS dates, min(period_end) > DATE '1990-01-01' AS later FROM ${filesOf(folder, 'statements')} WHERE period_end IS NOT NULL`,
    )
    expect(fiscal?.['later']).toBe(true)
    const targets = await duck.rows(
      `SELECT price_target, price_target_currency FROM ${filesOf(folder, 'ratings')} WHERE price_target IS NOT NULL`,
    )
    expect(targets.length).toBeGreaterThan(0)
  })

  test('is compressed with zstd, has statistics in every column, and is sorted as documented', async () => {
    const folder = ownFolder()
    const opened = await filledLibrary()
    // Programs that read the files sort capital letters before small ones.
    await opened.api.metrics.save({ name: 'half of revenue', formula: 'Revenue / 2', unit: 'money' })
    await published(opened, folder)
    const duck = await openDuck()
    for (const { path, table } of manifestOf(folder).files) {
      const file = join(folder, path)
      const chunks = await duck.rows(
        `SELECT DISTINCT compression, stats_null_count IS NOT NULL AS counted,
           stats_null_count = num_values OR (stats_min_value IS NOT NULL AND stats_max_value IS NOT NULL) AS bounded
         FROM parquet_metadata('${file}')`,
      )
      expect(chunks, path).toEqual([{ compression: 'ZSTD', counted: true, bounded: true }])
      for (const { name, type } of publishedTables[table].columns.filter(
        (column) => column.type === 'double' || column.type === 'int64',
      )) {
        const [stated] = await duck.rows(
          // A minimum of zero is stated as the negative one, by the format's rules.
          `SELECT min(TRY_CAST(stats_min_value AS DOUBLE)) + 0.0 AS low, max(TRY_CAST(stats_max_value AS DOUBLE)) + 0.0 AS high
           FROM parquet_metadata('${file}') WHERE path_in_schema = '${name}'`,
        )
        const found = await duck.rows(
          `SELECT min("${name}")::DOUBLE AS low, max("${name}")::DOUBLE AS high FROM read_parquet('${file}')`,
        )
        expect([stated], `${path} ${name} (${type})`).toEqual(found)
      }
      const { sortedBy } = publishedTables[table]
      const rows = await duck.rows(
        `SELECT file_row_number AS place FROM read_parquet('${join(folder, path)}', file_row_number = true)
         ORDER BY ${sortedBy.map((name) => `${name} NULLS FIRST`).join(', ')}, place`,
      )
      expect(
        rows.map(({ place }) => place),
        path,
      ).toEqual(rows.map((_, place) => place))
    }
  })

  test('is not written again while nothing changed, also after a refresh that brought the same', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    const refresh = async () => {
      opened.clock.advance(86_400_000)
      await opened.api.financials.open({ symbol: 'VSPO', basis: 'quarterly', comparison: 'none', freshness: 'service' })
      await opened.api.fetch.ratings({ parameters: {}, freshness: 'service' })
    }
    await refresh()
    const first = await published(opened, folder)
    const before = [readFileSync(manifestFile(folder), 'utf8'), filesIn(folder), inodesOf(folder)]
    await refresh()
    const second = await published(opened, folder)
    expect(first).toMatchObject({ isChanged: true, written: { files: first.files } })
    expect(second).toMatchObject({ isChanged: false, written: { files: 0, bytes: 0 }, createdAt: first.createdAt })
    expect([readFileSync(manifestFile(folder), 'utf8'), filesIn(folder), inodesOf(folder)]).toEqual(before)
  })

  test('has only the partitions written again of which a row changed; the others are the same files', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const before = inodesOf(folder)
    const [{ id, year } = { id: null, year: null }] = rowsInLibrary(
      opened,
      `SELECT call_id AS id, CAST(substr(start_time, 1, 4) AS INTEGER) AS year FROM calls
       WHERE call_id NOT IN (SELECT call_id FROM turns) AND status = 'COMPLETED' LIMIT 1`,
    )
    await opened.api.fetch.call({ parameters: { call_id: String(id) }, freshness: 'service' })
    const { written } = await published(opened, folder)
    const changed = [...inodesOf(folder)].filter(([partition, inode]) => before.get(partition) !== inode)
    expect(changed.map(([partition]) => partition).toSorted()).toEqual([
      `calls/year=${String(year)}`,
      `turns/year=${String(year)}`,
    ])
    expect(written.files).toBe(2)
    await expectWhole(folder)
  })

  test('keeps the files of the version before for who is reading them, and no older ones', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    const change = async (name: string) => {
      await opened.api.metrics.save({ name, formula: 'Revenue', unit: 'money' })
      await published(opened, folder)
      return manifestOf(folder)
    }
    const [first, second] = [await change('One'), await change('Two')]
    for (const { path, bytes } of first.files) expect(statSync(join(folder, path)).size).toBe(bytes)
    const third = await change('Three')
    for (const { path, bytes } of second.files) expect(statSync(join(folder, path)).size).toBe(bytes)
    expect(existsSync(join(folder, first.version))).toBe(false)
    expect([first, second, third].map(({ version }) => version)).toEqual(['version-1', 'version-2', 'version-3'])
    await expectWhole(folder)
  })

  test('has the name of its workspace, also after that was changed and nothing else', async () => {
    const opened = await filledLibrary()
    const { api } = opened
    const folder = ownFolder()
    const service = { baseUrl: 'https://data.example.com', search: usualNames }
    const { id } = await api.workspaces.create({ name: 'Live', ...service })
    await api.workspaces.activate({ id })
    await published(opened, folder)
    await api.workspaces.edit({ id, edit: { name: 'Production', ...service } })
    expect(await published(opened, folder)).toMatchObject({ isChanged: true, written: { files: 0 } })
    expect(manifestOf(folder).workspace).toEqual({ id, name: 'Production' })
    expect(await published(opened, folder)).toMatchObject({ isChanged: false })
  })

  test('is written next to what the system cannot delete at the moment, or has put there for itself', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    writeFileSync(join(folder, '._.DS_Store'), 'attributes of a Mac')
    mkdirSync(join(folder, '@eaDir'))
    await published(opened, folder)
    // A folder in the place of an unfinished file cannot be deleted, as a file that Windows has open.
    const undeleted = join(folder, '_tearsheet', 'publication.json.new')
    mkdirSync(undeleted)
    expect(await published(opened, folder)).toMatchObject({ isChanged: false })
    await opened.api.metrics.save({ name: 'One', formula: 'Revenue', unit: 'money' })
    expect(await published(opened, folder)).toMatchObject({ isChanged: true })
    rmSync(undeleted, { recursive: true })
    await published(opened, folder)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['._.DS_Store', '@eaDir']))
  })

  test.each(['EISDIR', 'EPERM'])('copies a file where the system says %s of a file system without links', (code) => {
    const folder = ownFolder()
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, 'figures')
    linkOrCopy(from, to, () => {
      throw Object.assign(new Error('no links'), { code })
    })
    expect(readFileSync(to, 'utf8')).toBe('figures')
    expect(statSync(to).ino).not.toBe(statSync(from).ino)
  })

  test('writes a file again that somebody deleted from the folder', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const file = manifestOf(folder).files.find(({ table }) => table === 'turns')
    rmSync(join(folder, file?.path ?? ''))
    expect(await published(opened, folder)).toMatchObject({ isChanged: true, written: { files: 1 } })
    await expectWhole(folder)
  })
})

/** The request of the open workspace, as the core gives it to the worker. `profile`: of the program that publishes. */
function requestOf(opened: OpenedCore, folder: string, profile = opened.profile): PublishRequest {
  const home = join(opened.profile, 'workspaces', 'sample')
  const libraryId = String(rowsInLibrary(opened, 'SELECT id FROM library_identity')[0]?.['id'])
  return {
    workspace: { id: 'sample', name: 'Sample' },
    libraryId,
    databases: { library: join(home, 'library.db'), desk: join(home, 'desk.db') },
    isReadOnly: false,
    libraryBytes: 1000,
    place: { kind: 'folder', folder, building: buildingFolder(folder), holder: lockHolder(profile, libraryId) },
    programVersion: '0.0.0-test',
    now: 0,
  }
}

describe('what was published before', () => {
  test('stays whole when a publication ends after any of its steps, and the next one completes', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    await opened.api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'service' })
    const before = readFileSync(manifestFile(folder), 'utf8')
    let steps = 0
    publishLibrary(requestOf(opened, ownFolder()), () => (steps += 1))
    for (let last = 0; last < steps; last += 5) {
      let step = 0
      const stopped = () =>
        publishLibrary(requestOf(opened, folder), () => {
          if (step === last) throw new Error('stopped here')
          step += 1
        })
      expect(stopped).toThrow('stopped here')
      expect(readFileSync(manifestFile(folder), 'utf8')).toBe(before)
      for (const { path, bytes } of manifestOf(folder).files) expect(statSync(join(folder, path)).size).toBe(bytes)
    }
    expect(await published(opened, folder)).toMatchObject({ isChanged: true })
    await expectWhole(folder)
  })

  test('is not there when the first publication ends midway: the folder is as empty as it was', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    const stopped = () =>
      publishLibrary(requestOf(opened, folder), () => {
        throw new Error('stopped here')
      })
    expect(stopped).toThrow('stopped here')
    expect(readdirSync(folder)).toEqual([])
  })

  test('is found again after a kill, and what the killed publication wrote is removed, but nothing of others', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const { files, version } = manifestOf(folder)
    for (const left of ['version-9', join('_tearsheet', 'building.0123456789ab.part'), 'version-8'])
      cpSync(join(folder, version), join(folder, left), { recursive: true })
    writeFileSync(join(folder, 'version-8', 'notes.txt'), 'mine')
    expect(await published(opened, folder)).toMatchObject({ isChanged: false })
    expect(manifestOf(folder).files).toEqual(files)
    expect(filesIn(join(folder, 'version-8'))).toEqual(['notes.txt'])
    expect(readdirSync(folder).toSorted()).toEqual(['_tearsheet', version, 'version-8'])
    expect(filesIn(join(folder, '_tearsheet'))).toEqual(['manifest.json', 'publication.json'])
  })

  test('can be written again into a folder where a kill left nothing but an unmarked folder of ours', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    mkdirSync(join(folder, '_tearsheet'))
    writeFileSync(join(folder, '_tearsheet', 'publication.json.new'), '{"tears')
    expect(await published(opened, folder)).toMatchObject({ isChanged: true })
    expect(filesIn(join(folder, '_tearsheet'))).toEqual(['manifest.json', 'publication.json'])
  })

  test('is there and complete, with nothing left next to it, when its window leaves in the middle', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    for await (const step of await opened.api.storage.publish({ folder })) if (step.kind === 'progress') break
    await expectWhole(folder)
    expect(await opened.api.storage.running()).toBeNull()
  })

  test('by an earlier schema version is written again, and its own files stay for who is reading them', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const earlier = manifestOf(folder)
    writeFileSync(manifestFile(folder), JSON.stringify({ ...earlier, schema_version: schemaVersion - 1 }))
    const { written, files } = await published(opened, folder)
    expect(written.files).toBe(files)
    expect(manifestOf(folder)).toMatchObject({ schema_version: schemaVersion, previous_version: earlier.version })
    for (const { path, bytes } of earlier.files) expect(statSync(join(folder, path)).size).toBe(bytes)
    await expectWhole(folder)
    expect(await published(opened, folder)).toMatchObject({ isChanged: false })
  })

  test('is not lost when the folder disappears halfway, and the sentence says what to do', async () => {
    const opened = await filledLibrary()
    const folder = join(ownFolder(), 'share')
    mkdirSync(folder)
    await published(opened, folder)
    await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    const gone = () =>
      publishLibrary(requestOf(opened, folder), () => {
        if (existsSync(folder)) renameSync(folder, `${folder}-away`)
      })
    let failure: unknown
    try {
      gone()
    } catch (error) {
      failure = failureOf(publishFailure(error))
    }
    expect(failure).toMatchObject({ kind: 'not-published', detail: expect.stringContaining('Reconnect') as unknown })
    expect(existsSync(folder)).toBe(false)
    expect(await opened.api.storage.publication()).toMatchObject({
      published: null,
      failure: { kind: 'invalid-folder' },
    })
    renameSync(`${folder}-away`, folder)
    expect(await published(opened, folder)).toMatchObject({ isChanged: true })
    await expectWhole(folder)
  })
})

describe('a folder whose files cannot be read for the moment', () => {
  /** As a share that fails: the file is there, and the system reports an error for it. Gives what ends that. */
  function unreadable(file: string): () => void {
    renameSync(file, `${file}.kept`)
    symlinkSync(basename(file), file)
    return () => renameSync(`${file}.kept`, file)
  }

  test.each(['manifest.json', 'publication.json'])('(%s) keeps what is published there', async (name) => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const { version } = manifestOf(folder)
    const before = filesIn(join(folder, version))
    const restore = unreadable(join(folder, '_tearsheet', name))
    const sentence =
      'the system reports an error in the folder (ELOOP). Check its disk or network share, then publish again'
    expect(await lastStep(opened.api.storage.publish({ folder }))).toEqual({
      kind: 'failed',
      failure: { kind: 'not-published', detail: sentence },
    })
    expect(filesIn(join(folder, version))).toEqual(before)
    restore()
    expect(await published(opened, folder)).toMatchObject({ isChanged: false })
    await expectWhole(folder)
  })

  test('keeps it too when that begins halfway', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    await opened.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    const { version } = manifestOf(folder)
    const before = filesIn(join(folder, version))
    for (const lose of [unreadable, away]) {
      const restores: (() => void)[] = []
      const stopped = () =>
        publishLibrary(requestOf(opened, folder), () => {
          restores.push(lose(manifestFile(folder)))
          throw new Error('stopped here')
        })
      expect(stopped).toThrow('stopped here')
      expect(filesIn(join(folder, version))).toEqual(before)
      for (const restore of restores) restore()
    }
    expect(await published(opened, folder)).toMatchObject({ isChanged: true })
    await expectWhole(folder)
  })

  /** As a share on its way out, which says that the file is not there. */
  function away(file: string): () => void {
    renameSync(file, `${file}.kept`)
    return () => renameSync(`${file}.kept`, file)
  }
})

describe('a folder is refused, and not touched,', () => {
  const refusal = async ({ api }: OpenedCore, folder: string) => {
    const before = filesIn(folder)
    const last = await lastStep(api.storage.publish({ folder }))
    expect(filesIn(folder)).toEqual(before)
    return last.kind === 'failed' ? last.failure : last
  }

  test('when it has other files, also next to a publication', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const foreign = { kind: 'invalid-folder', detail: 'it contains other files. Choose an empty folder' }
    expect(await refusal(opened, folder)).toEqual(foreign)
    rmSync(join(folder, 'notes.txt'))
    await published(opened, folder)
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    expect(await refusal(opened, folder)).toEqual(foreign)
  })

  const foreign = {
    kind: 'invalid-folder',
    detail:
      'it contains the publication of another library, which may be a colleague’s workspace of the same name. Choose an empty folder',
  }

  test('when it is the publication of another workspace', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    await liveWorkspace(opened, 'https://data.example.com')
    expect(await refusal(opened, folder)).toEqual(foreign)
  })

  test('when it is the publication of a colleague, whose workspace has the same name', async () => {
    const [mine, colleague] = [await filledLibrary(), await filledLibrary()]
    const folder = ownFolder()
    await published(colleague, folder)
    const before = readFileSync(manifestFile(folder), 'utf8')
    expect(await refusal(mine, folder)).toEqual(foreign)
    expect(readFileSync(manifestFile(folder), 'utf8')).toBe(before)
    expect((await mine.api.storage.publication()).published).toBeNull()
    // A mark that a file system has confused does not open it either.
    const mark = join(folder, '_tearsheet', 'publication.json')
    writeFileSync(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    expect(await refusal(mine, folder)).toEqual(foreign)
    expect(await published(colleague, folder)).toMatchObject({ isChanged: false })
  })

  test('when a later schema version was published there, with a table that is not known here', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    writeFileSync(manifestFile(folder), laterManifest(manifestOf(folder)))
    expect(await refusal(opened, folder)).toEqual({ kind: 'newer-version', detail: 'The publication' })
  })

  test('when its manifest is damaged, and the sentence says what to do', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    writeFileSync(manifestFile(folder), readFileSync(manifestFile(folder), 'utf8').slice(0, 200))
    expect(await refusal(opened, folder)).toEqual({
      kind: 'invalid-folder',
      detail: 'the manifest of its publication is damaged. Choose an empty folder, or empty this one',
    })
  })

  test('when its manifest names files outside of it', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const hostile = manifestOf(folder)
    const files = hostile.files.map((file) => ({ ...file, path: '../../etc/part-0000000000000000.parquet' }))
    writeFileSync(manifestFile(folder), JSON.stringify({ ...hostile, files }))
    expect(await refusal(opened, folder)).toMatchObject({ kind: 'invalid-folder' })
  })

  test('when it is not there', async () => {
    const opened = await filledLibrary()
    const folder = join(ownFolder(), 'none')
    expect(await refusal(opened, folder)).toEqual({ kind: 'invalid-folder', detail: 'it was not found' })
    expect(existsSync(folder)).toBe(false)
  })
})

describe('a publication belongs to a library', () => {
  test('also when that is opened from a copy of the profile, as on another computer', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    await opened.close()
    const profile = join(ownFolder(), 'profile')
    cpSync(opened.profile, profile, { recursive: true })
    expect(await published(openedCore({ profile }), folder)).toMatchObject({ isChanged: false })
  })

  test('also when that was restored from a backup that is older than the ids', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    const before = manifestOf(folder).library_id
    await opened.close()
    const library = join(opened.profile, 'workspaces', 'sample', 'library.db')
    const database = new Database(library)
    database.exec(`DROP TABLE library_identity; DROP TABLE security_count; DROP INDEX rating_id;
      DROP INDEX ledger_response_operation; DROP TRIGGER ledger_revision_counted; DROP TABLE revision_count; DROP TABLE document_id;
      ALTER TABLE transcript DROP COLUMN language; ALTER TABLE document DROP COLUMN language; PRAGMA user_version = 28`)
    database.close()
    const restored = openedCore({ profile: opened.profile })
    await restored.api.metrics.save({ name: 'Later', formula: 'Revenue', unit: 'money' })
    expect(await published(restored, folder)).toMatchObject({ isChanged: true })
    expect(manifestOf(folder).library_id).toBe(before)
    // From then on that is its id, also in the next backup.
    expect(rowsInLibrary(restored, 'SELECT id, is_provisional FROM library_identity')).toEqual([
      { id: before, is_provisional: 0 },
    ])
  })

  test('but another library of the same workspace is not taken for it', async () => {
    const [mine, other] = [await filledLibrary(), await filledLibrary()]
    const folder = ownFolder()
    await published(mine, folder)
    for (const opened of [mine, other]) await opened.close()
    const file = join('workspaces', 'sample', 'library.db')
    cpSync(join(other.profile, file), join(mine.profile, file))
    rmSync(join(mine.profile, 'workspaces', 'sample', 'library.db.session'), { force: true })
    const opened = openedCore({ profile: mine.profile })
    expect(await lastStep(opened.api.storage.publish({ folder }))).toMatchObject({
      failure: { kind: 'invalid-folder' },
    })
  })

  test('of an earlier version of the program to the first that publishes there again, and from then on to no other', async () => {
    const [first, second] = [await filledLibrary(), await filledLibrary()]
    const folder = ownFolder()
    await published(first, folder)
    const { library_id: _, ...earlier } = manifestOf(folder)
    writeFileSync(manifestFile(folder), JSON.stringify({ ...earlier, schema_version: schemaVersion - 1 }))
    const mark = join(folder, '_tearsheet', 'publication.json')
    writeFileSync(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    await published(second, folder)
    await expectWhole(folder)
    expect(await lastStep(first.api.storage.publish({ folder }))).toMatchObject({ failure: { kind: 'invalid-folder' } })
  })
})

describe('a publication of an earlier version of the program', () => {
  /** Published before publications named their library. Gives the path of its mark. */
  async function unclaimed(opened: OpenedCore, folder: string): Promise<string> {
    await published(opened, folder)
    const { library_id: _, ...earlier } = manifestOf(folder)
    writeFileSync(manifestFile(folder), JSON.stringify({ ...earlier, schema_version: schemaVersion - 1 }))
    const mark = join(folder, '_tearsheet', 'publication.json')
    writeFileSync(mark, JSON.stringify({ tearsheet: 'publication', workspace: 'sample' }))
    return mark
  }

  test('is not claimed by an attempt that fails or is canceled: a colleague can still publish there', async () => {
    const [mine, colleague] = [await filledLibrary(), await filledLibrary()]
    const folder = ownFolder()
    const mark = await unclaimed(mine, folder)
    const before = readFileSync(mark, 'utf8')
    const stopped = () =>
      publishLibrary(requestOf(mine, folder), () => {
        throw new Error('stopped here')
      })
    expect(stopped).toThrow('stopped here')
    expect(readFileSync(mark, 'utf8')).toBe(before)
    for await (const step of await mine.api.storage.publish({ folder })) if (step.kind === 'progress') break
    expect(readFileSync(mark, 'utf8')).toBe(before)
    expect(await published(colleague, folder)).toMatchObject({ isChanged: true })
  })
})

describe('two programs that publish into one folder', () => {
  /** A library and its copy on another computer, each with a change of its own. */
  async function twoComputers() {
    const mine = await filledLibrary()
    const folder = ownFolder()
    await published(mine, folder)
    await mine.close()
    const profile = join(ownFolder(), 'profile')
    cpSync(mine.profile, profile, { recursive: true })
    const open = async (at: string, name: string) => {
      const opened = openedCore({ profile: at })
      await opened.api.metrics.save({ name, formula: 'Revenue', unit: 'money' })
      return opened
    }
    return { folder, mine: await open(mine.profile, 'Mine'), theirs: await open(profile, 'Theirs') }
  }
  const lockIn = (folder: string) => {
    const [name = ''] = readdirSync(join(folder, '_tearsheet')).filter((each) => each.startsWith('lock-'))
    return join(folder, '_tearsheet', name)
  }
  const namesIn = async (folder: string) =>
    JSON.stringify(await (await openDuck()).rows(`SELECT name FROM ${filesOf(folder, 'metrics')}`))
  /** As if the file was last changed that number of minutes ago. */
  const age = (file: string, minutes: number) => {
    const then = Date.now() / 1000 - minutes * 60
    utimesSync(file, then, then)
  }

  test('take turns: the second is refused while the first is at work, and nothing of the first is lost', async () => {
    const { folder, mine, theirs } = await twoComputers()
    let refused: unknown
    publishLibrary(requestOf(mine, folder), () => {
      age(lockIn(folder), 5)
      refused ??= thrownBy(() => publishLibrary(requestOf(theirs, folder, 'theirs'), () => undefined))
    })
    expect(failureOf(refused)).toEqual({
      kind: 'not-published',
      detail: 'another program is publishing into this folder. Publish again when it has finished',
    })
    await expectWhole(folder)
    expect(await namesIn(folder)).toContain('Mine')
    await published(theirs, folder)
    expect(await namesIn(folder)).toContain('Theirs')
  })

  test.each([
    ['at its first step', (step: number) => step === 1],
    ['in the middle', (step: number) => step === 20],
    ['just before its end', (_: number, message: string) => /metrics/i.test(message)],
  ])(
    'of which one fell asleep %s for longer than ten minutes: it stops, and the other is whole',
    async (_, isAsleep) => {
      const { folder, mine, theirs } = await twoComputers()
      let [step, hasSlept] = [0, false]
      const thrown = thrownBy(() =>
        publishLibrary(requestOf(mine, folder), ({ message }) => {
          step += 1
          if (hasSlept || !isAsleep(step, message)) return
          hasSlept = true
          age(lockIn(folder), 11)
          publishLibrary(requestOf(theirs, folder, 'theirs'), () => undefined)
        }),
      )
      // Not that what was published before is unchanged.
      expect(sentenceOf(failureOf(thrown) ?? { kind: 'defect' })).toBe(
        'The library was not published: another program has published there meanwhile. Publish again.',
      )
      await expectWhole(folder)
      expect(await namesIn(folder)).toContain('Theirs')
    },
  )

  test('of which one was killed: its own next start continues at once, another computer after ten minutes', async () => {
    const { folder, mine, theirs } = await twoComputers()
    const killed = { token: 'of a killed program', holder: lockHolder(mine.profile, requestOf(mine, folder).libraryId) }
    const lock = join(folder, '_tearsheet', 'lock-4.json')
    writeFileSync(lock, JSON.stringify(killed))
    expect(await lastStep(theirs.api.storage.publish({ folder }))).toMatchObject({ failure: { kind: 'not-published' } })
    expect(await published(mine, folder)).toMatchObject({ isChanged: true })
    writeFileSync(lock, JSON.stringify(killed))
    age(lock, 11)
    expect(await published(theirs, folder)).toMatchObject({ isChanged: true })
    await expectWhole(folder)
  })

  test('never publish a version of which a file is missing', async () => {
    const { folder, mine } = await twoComputers()
    const before = readFileSync(manifestFile(folder), 'utf8')
    const thrown = thrownBy(() =>
      publishLibrary(requestOf(mine, folder), ({ message }) => {
        if (!/metrics/i.test(message)) return
        const building = readdirSync(join(folder, '_tearsheet')).find((name) => name.startsWith('building.'))
        rmSync(join(folder, '_tearsheet', building ?? '', 'news'), { recursive: true, force: true })
      }),
    )
    expect(sentenceOf(failureOf(thrown) ?? { kind: 'defect' })).toBe(
      'The library was not published: files were deleted from the folder meanwhile. Publish again.',
    )
    expect(readFileSync(manifestFile(folder), 'utf8')).toBe(before)
    await expectWhole(folder)
  })
})

describe('a share that does not respond', () => {
  /** A pipe that nobody writes to: whoever opens it waits, as for a file of such a share. */
  function createPipe(file: string): void {
    execFileSync('mkfifo', [file])
    onTestFinished(() => closeSync(openSync(file, constants.O_RDWR | constants.O_NONBLOCK)))
  }

  /** The manifest cannot be read any more. */
  function hang(folder: string): void {
    const file = manifestFile(folder)
    rmSync(file)
    createPipe(file)
  }

  test('is reported as such within ten seconds, and at once from then on, while everything else goes on', async () => {
    const opened = await filledLibrary()
    const { api, clock } = opened
    const folder = ownFolder()
    await published(opened, folder)
    hang(folder)
    const waits = clock.waits
    const reading = api.storage.publication()
    await clock.untilWaiting(waits + 1)
    expect(
      await api.financials.open({ symbol: 'HLDN', basis: 'annual', comparison: 'none', freshness: 'library' }),
    ).toBeTruthy()
    clock.advance(10_000)
    const failure = {
      kind: 'invalid-folder',
      detail: expect.stringMatching(/^it does not respond\. Reconnect/) as unknown,
    }
    expect(await reading).toMatchObject({ folder, published: null, failure })
    expect(await api.storage.publication()).toMatchObject({ published: null, failure })
    expect(await lastStep(api.storage.publish({ folder }))).toMatchObject({ kind: 'failed', failure })
    expect(await api.storage.running()).toBeNull()
    // A command ends its process itself then, which Node does not.
    expect(opened.core.hasHungThread()).toBe(true)
  })

  test.each([
    ['canceled', { kind: 'cancelled' }],
    [
      'silent for ten minutes',
      {
        kind: 'not-published',
        detail:
          'the folder, or the disk of the library, no longer responds. Reconnect the disk or network share, then publish again',
      },
    ],
  ])('halfway ends the publication when it is %s, though its thread cannot be ended', async (how, failure) => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    hang(folder)
    const clock = new ManualClock()
    const leaving = new AbortController()
    const ended = new PublicationThreads(clock)
      .publish(requestOf(opened, folder), leaving.signal, () => undefined)
      .then(() => null, failureOf)
    await clock.untilWaiting()
    if (how === 'canceled') leaving.abort()
    else await passMinutes(clock, 10)
    await clock.untilWaiting(how === 'canceled' ? 2 : 1)
    clock.advance(10_000)
    expect(await ended).toEqual(failure)
  })

  test('is not named before an upload: the library, which may lie on a share, or the disk of the profile is what hangs', async () => {
    const opened = await filledLibrary()
    const home = ownFolder()
    const request = requestOf(opened, home)
    const library = join(home, 'library.db')
    createPipe(library)
    const clock = new ManualClock()
    const ended = new PublicationThreads(clock)
      .publish(
        {
          ...request,
          isReadOnly: true,
          databases: { ...request.databases, library },
          place: {
            kind: 'upload',
            building: join(home, 'publication'),
            before: null,
            bytesByPath: new Map(),
            nextVersion: 'version-1',
          },
        },
        new AbortController().signal,
        () => undefined,
      )
      .then(() => null, failureOf)
    await clock.untilWaiting()
    await passMinutes(clock, 10)
    await clock.untilWaiting(1)
    clock.advance(10_000)
    const sentence = sentenceOf((await ended) ?? { kind: 'defect' })
    expect(sentence).toContain('the disk of the library or of the profile no longer responds')
    expect(sentence).not.toContain('folder')
  })

  test('halfway does not end the publication of a computer that slept: it has its ten minutes after that', async () => {
    const opened = await filledLibrary()
    const folder = ownFolder()
    await published(opened, folder)
    hang(folder)
    const clock = new ManualClock()
    const leaving = new AbortController()
    let isEnded = false
    const ended = new PublicationThreads(clock)
      .publish(requestOf(opened, folder), leaving.signal, () => undefined)
      .catch(failureOf)
      .finally(() => (isEnded = true))
    await clock.untilWaiting()
    clock.advance(9 * 3_600_000)
    await passMinutes(clock, 8)
    await clock.untilWaiting()
    expect(isEnded).toBe(false)
    leaving.abort()
    await clock.untilWaiting(2)
    clock.advance(10_000)
    expect(await ended).toEqual({ kind: 'cancelled' })
  })
})

async function passMinutes(clock: ManualClock, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await clock.untilWaiting()
    clock.advance(60_000)
  }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('an administrator who forbids exports forbids publishing', async () => {
  const policy = {
    source: 'file',
    problem: null,
    baseUrl: null,
    services: null,
    proxy: null,
    updates: null,
    exports: false,
    recordings: true,
  } as const
  const opened = await filledLibrary(policy)
  const folder = ownFolder()
  expect(await failureOfQuestion(opened.api.storage.publish({ folder }))).toEqual({
    kind: 'by-policy',
    detail: 'exports',
  })
  expect(filesIn(folder)).toEqual([])
})

test('the folder is remembered for each workspace, with what is published there', async () => {
  const opened = await filledLibrary()
  const folder = ownFolder()
  expect(await opened.api.storage.publication()).toEqual({
    to: 'folder',
    folder: null,
    s3: null,
    published: null,
    failure: null,
    afterRefresh: false,
  })
  const { createdAt, files, bytes, tables } = await published(opened, folder)
  expect(await opened.api.storage.publication()).toEqual({
    to: 'folder',
    folder,
    s3: null,
    published: { createdAt, files, bytes, tables },
    failure: null,
    afterRefresh: false,
  })
  await liveWorkspace(opened, 'https://data.example.com')
  expect(await opened.api.storage.publication()).toMatchObject({ folder: null })
})

describe('publishing after each refresh', () => {
  /** A refresh of one company's ratings and news, from its start to its end. */
  async function refreshed(opened: Awaited<ReturnType<typeof filledLibrary>>) {
    const { api, clock } = opened
    const { lists } = await api.watchlists.all()
    const listId = lists[0]?.id ?? (await api.watchlists.create({ name: 'Coverage' })).id
    await api.watchlists.addCompanies({ listId, securities: [{ symbol: 'LWFL' }] })
    clock.advance(2 * 86_400_000)
    const job = await api.sync.refresh({ scope: { of: 'list', listId } })
    await untilJob({ api, clock }, job.id, isDone)
  }

  test('puts what the refresh brought into the folder, where the user wants that', async () => {
    const opened = await filledLibrary()
    const { api } = opened
    const folder = ownFolder()
    const first = await published(opened, folder)
    await refreshed(opened)
    expect((await api.storage.publication()).published).toMatchObject({ createdAt: first.createdAt })
    await api.storage.setPublishAfterRefresh({ on: true })
    const rowsIn = (tables: readonly { readonly rows: number }[] = []) =>
      tables.reduce((sum, { rows }) => sum + rows, 0)
    const heard = await announcements(api)
    await refreshed(opened)
    for (let count = 1; rowsIn((await api.storage.publication()).published?.tables) <= rowsIn(first.tables); count += 1)
      await heard.until(count)
  })

  test('never publishes into a folder that has lost its publication, such as that of a disk which is not connected', async () => {
    const opened = await filledLibrary()
    const { api } = opened
    const folder = ownFolder()
    await published(opened, folder)
    await api.storage.setPublishAfterRefresh({ on: true })
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    await refreshed(opened)
    const { untilStatus } = await announcements(api)
    await untilStatus(({ notices }) =>
      notices.some(({ failure }) => sentenceOf(failure).includes(`${folder} no longer contains a publication`)),
    )
    expect(filesIn(folder)).toEqual([])
  })
})

/** Sums of the same numbers in another order differ in their last digits. */
function rounded(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value)
        ? (expect.closeTo(value, 12 - Math.max(0, Math.ceil(Math.log10(Math.abs(value))))) as unknown)
        : value,
    ]),
  )
}
