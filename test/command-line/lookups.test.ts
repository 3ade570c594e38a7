import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { figureLines } from '#contract/api/figure-lines.ts'
import { figureText } from '#contract/api/figure-text.ts'
import { readTable } from '#contract/api/packed-figures.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { user } from '#command-line/lookup.ts'
import { lookups } from '#command-line/lookups.ts'
import { moreNote } from '#command-line/lookups/shared-fields.ts'
import { withLibrary } from '#command-line/library-reading.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { run } from './run-in-test.ts'

const responseOf = <Schema extends z.ZodType>(schema: Schema, output: string) => schema.parse(JSON.parse(output))

describe('a lookup next to an open window', () => {
  test('gives every figure of the statements as the window has it, with the records that they came from', async () => {
    const { api, profile } = await filledLibrary()
    const shown = await api.financials.open({
      symbol: 'VSPO',
      basis: 'quarterly',
      comparison: 'none',
      freshness: 'library',
    })
    const { code, output } = await run(profile, ['statements', 'VSPO', '--quarterly', '--periods', '120', '--json'])
    const found = responseOf(
      z.object({
        periods: z.array(z.object({ end: z.string(), records: z.array(z.number()) })),
        lines: z.array(z.object({ field: z.string(), values: z.array(z.unknown()) })),
      }),
      output,
    )
    expect(code).toBe(0)
    expect(found.periods).toEqual(
      shown.periods.map(({ endPeriod, recordIds }) => ({ end: endPeriod, records: recordIds })),
    )
    const lost = new Set(shown.periods.flatMap(({ unreadable, withdrawn }) => [...unreadable, ...withdrawn]))
    const withFigures = [...figureLines.keys()].filter(
      (field) => lost.has(field) || shown.values[field]?.some((each) => each !== null),
    )
    expect(Object.fromEntries(found.lines.map(({ field, values }) => [field, values]))).toEqual(
      Object.fromEntries(withFigures.map((field) => [field, shown.values[field]])),
    )
  })

  test('gives a company’s statements as they were known on a day', async () => {
    const { profile, clock } = await filledLibrary()
    const day = new Date(clock.now() - 2 * 86_400_000)
    const asOf = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
    const now = await run(profile, ['statements', 'HLDN', '--csv'])
    const then = await run(profile, ['statements', 'HLDN', '--csv', '--as-of', asOf.join('-')])
    expect(then.code).toBe(0)
    expect(then.output).not.toBe(now.output)
  })

  test('compares companies with the figures of their statements', async () => {
    const { profile } = await filledLibrary()
    const { output } = await run(profile, ['compare', 'HLDN', '--fields', 'Revenue', '--periods', '2', '--json'])
    const { output: statements } = await run(profile, [
      'statements',
      'HLDN',
      '--fields',
      'Revenue',
      '--periods',
      '2',
      '--json',
    ])
    const lines = z.object({ lines: z.array(z.object({ values: z.array(z.number()) })) })
    const compared = z.object({ lines: z.array(z.object({ companies: z.array(z.object({ values: z.unknown() })) })) })
    expect(responseOf(compared, output).lines[0]?.companies[0]?.values).toEqual(
      responseOf(lines, statements).lines[0]?.values,
    )
  })

  test('compares with the year-ago period as the window does: amounts grow, ratios, percents and days differ', async () => {
    const { api, profile } = await filledLibrary()
    const fields = ['Revenue', 'calculated.gross_margin', 'working_capital_days.dio', 'calculated.net_debt_to_ebitda']
    const shown = await readTable(
      await api.comparisons.table({
        companies: [{ symbol: 'HLDN' }],
        lines: fields,
        basis: 'annual',
        alignment: 'automatic',
        mode: 'yoy',
        periods: 2,
        asOf: null,
        firstLines: fields,
      }),
    )
    const words = ['compare', 'HLDN', '--growth', '--periods', '2', '--fields', fields.join(',')]
    const { formatChange } = figureText('en-US')
    const { output } = await run(profile, words)
    for (const { label, unit, shown: changes } of shown.lines) {
      const row = output.split('\n').find((line) => line.startsWith(label)) ?? ''
      expect(row.split(/\s{2,}/).slice(3), label).toEqual(changes.map((change) => formatChange(change, unit)))
    }
    expect(output).not.toContain('Money and shares in')
    expect(output).toContain('Differences of percentages in basis points.')
    const lines = z.object({ lines: z.array(z.object({ field: z.string(), change: z.string() })) })
    expect(responseOf(lines, (await run(profile, [...words, '--json'])).output).lines).toEqual([
      { field: 'Revenue', change: 'growth' },
      ...fields.slice(1).map((field) => ({ field, change: 'difference' })),
    ])
  })

  test('finds a passage and reads it in its transcript, with the second at which it opens', async () => {
    const { profile } = await filledLibrary()
    const { output } = await run(profile, ['search', 'revenue', '--limit', '1', '--json'])
    const hits = z.object({
      total: z.number(),
      hits: z.array(z.object({ callId: z.string(), turn: z.number(), text: z.string(), link: z.string() })),
    })
    const { hits: found, total } = responseOf(hits, output)
    const [hit] = found
    if (!hit) throw new Error('nothing was found')
    expect(total).toBeGreaterThan(1)
    expect(hit.text).toContain('«')
    const words = ['transcript', hit.callId, '--turn', String(hit.turn), '--turns', '1', '--json']
    const turns = z.object({ turns: z.array(z.object({ turn: z.number(), text: z.string(), link: z.string() })) })
    const [turn] = responseOf(turns, (await run(profile, words)).output).turns
    expect(turn?.turn).toBe(hit.turn)
    expect(turn?.text).toContain(hit.text.replaceAll(/[«»…]/g, '').trim().slice(0, 30))
    expect(turn?.link).toBe(hit.link)
    expect(hit.link).toContain(`tearsheet://call/${hit.callId}?t=`)
  })

  test('reads a corrected turn in the corrected words, with those that the service sent', async () => {
    const { api, profile } = await filledLibrary()
    const { rows } = await api.search.hits({ query: 'revenue', chosen: {}, order: 'best', offset: 0, limit: 1 })
    const [hit] = rows
    if (!hit?.callId) throw new Error('nothing was found')
    const words = ['transcript', hit.callId, '--turn', String(hit.turn), '--turns', '1']
    const turns = z.object({
      turns: z.array(z.object({ text: z.string(), corrected: z.boolean(), correction: z.unknown() })),
    })
    const read = async () => responseOf(turns, (await run(profile, [...words, '--json'])).output).turns
    const [received] = await read()
    expect(received).toMatchObject({ corrected: false, correction: null })
    const text = received?.text ?? ''
    const correction = `Zanzibar, as heard. ${text}`
    const { check } = await api.turnChecks.save({ callId: hit.callId, turn: hit.turn, text, correction })
    const at = new Date(check.at).toISOString().replace(/\.\d+Z$/, 'Z')
    expect(await read()).toEqual([
      { text: correction, corrected: true, correction: { received: text, author: check.author, at } },
    ])
    expect((await run(profile, words)).output).toContain('Corrected: Zanzibar, as heard.')
    expect((await run(profile, ['search', 'zanzibar'])).output).toContain('«Zanzibar»')
  })

  test('says where a figure comes from', async () => {
    const { profile } = await filledLibrary()
    const { output } = await run(profile, ['restatements', 'HLDN', '--limit', '1', '--json'])
    const change = z.object({
      restatements: z.array(z.object({ record: z.number(), field: z.string(), current: z.number() })),
    })
    const [restated] = responseOf(change, output).restatements
    if (!restated) throw new Error('nothing was restated')
    const found = await run(profile, ['source', String(restated.record), restated.field, '--json'])
    const source = z.object({
      sources: z.array(z.object({ request: z.object({ path: z.string() }), hash: z.string() })).length(1),
      versions: z.array(z.unknown()),
    })
    const { sources, versions } = responseOf(source, found.output)
    expect(sources[0]?.request.path).toMatch(/fundamentals/)
    expect(versions.length).toBeGreaterThan(1)
    expect(sources[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(found.output).not.toMatch(/api_?key|127\.0\.0\.1/i)
  })
})

test('every lookup gives a response that fits its published schema', async () => {
  const { api, profile } = await filledLibrary()
  await api.watchlists.create({ name: 'Coverage' })
  const { records } = await api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
  const callId = records.find(({ status }) => status === 'COMPLETED')?.call_id ?? ''
  const { restatements } = await api.comparisons.restatements({ symbols: null, since: null, offset: 0, limit: 1 })
  const inputs: Readonly<Record<string, object>> = {
    statements: { symbol: 'HLDN' },
    compare: { symbols: ['HLDN', 'VSPO'] },
    source: { records: [restatements[0]?.recordId], field: 'Revenue' },
    search: { query: 'revenue' },
    transcript: { callId },
  }
  const place = { profile, workspace: null, version: '0', policy: noPolicy }
  for (const lookup of lookups) {
    const input = inputs[lookup.command] ?? {}
    const { data, table } = await withLibrary(place, (each) =>
      lookup.run(each, input, new AbortController().signal, user),
    )
    // What crosses as JSON is what the schema describes: nothing undefined, no NaN.
    expect(lookup.response.strict().safeParse(JSON.parse(JSON.stringify(data))).success, lookup.command).toBe(true)
    expect(table().rows.length, lookup.command).toBeGreaterThan(0)
    expect(
      table().rows.every((row) => row.length === table().columns.length),
      lookup.command,
    ).toBe(true)
  }
})

test('a table as a file leaves the notes to the error output: what is not shown, and what was not understood', async () => {
  const { profile } = await filledLibrary()
  for (const output of ['--csv', '--tsv', '--markdown']) {
    const cut = await run(profile, ['calls', '--limit', '2', output])
    expect(cut.errors, output).toMatch(/^2 of \d+ are shown\. Use --limit/m)
    expect(cut.output).not.toContain('are shown')
    expect(await run(profile, ['statements', 'HLDN', '--fields', 'Revnue', output]), output).toMatchObject({
      code: 3,
      errors: expect.stringMatching(/^There is no line Revnue\. Did you mean Revenue/m) as unknown,
    })
  }
  expect((await run(profile, ['calls', '--limit', '2', '--json'])).errors).toBe('')
})

test('statements say how many periods are stored, and in which currency their money is', async () => {
  const { api, profile } = await filledLibrary()
  const { periods } = await api.financials.open({
    symbol: 'HLDN',
    basis: 'annual',
    comparison: 'none',
    freshness: 'library',
  })
  const [words, compared] = [
    ['statements', 'HLDN'],
    ['compare', 'HLDN', 'VSPO'],
  ]
  expect(periods.length).toBeGreaterThan(8)
  expect((await run(profile, words)).output).toContain(
    `8 of ${periods.length} periods are shown. Use --periods for more.`,
  )
  expect((await run(profile, [...words, '--periods', '120'])).output).not.toContain('periods are shown')
  const found = z.object({ currency: z.string(), totalPeriods: z.number().optional() })
  const { currency, totalPeriods } = responseOf(found, (await run(profile, [...words, '--json'])).output)
  expect(totalPeriods).toBe(periods.length)
  expect(currency).toContain('each company’s reporting currency')
  expect(responseOf(found, (await run(profile, [...compared, '--json'])).output).currency).toBe(currency)
  for (const each of [words, compared]) {
    expect((await run(profile, each)).output).toContain(currency)
    expect((await run(profile, [...each, '--csv'])).errors).toContain(currency)
  }
})

test('a CSV file has no formula that came from a text of the library (X1)', async () => {
  const { api, profile } = await filledLibrary()
  await api.watchlists.create({ name: '=HYPERLINK("https://example.com")' })
  const { output } = await run(profile, ['watchlists', '--csv'])
  const [, row] = Papa.parse<string[]>(output.replace(/^\uFEFF/, '')).data
  expect(row?.[0]).toBe('\'=HYPERLINK("https://example.com")')
})

test('a text of the library cannot give the terminal a command', async () => {
  const { api, profile } = await filledLibrary()
  await api.watchlists.create({ name: 'Red \u001b[31m\u009b2J \u202Egnirts' })
  const { output } = await run(profile, ['watchlists'])
  expect(output).toContain('Red [31m 2J gnirts')
})

test('a line is no longer than the terminal is wide, and no figure is cut for it', async () => {
  const { profile } = await filledLibrary()
  const wide = await run(profile, ['ratings', '--limit', '5'], { width: 300 })
  const narrow = await run(profile, ['ratings', '--limit', '5'], { width: 80 })
  expect(Math.max(...narrow.output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  const records = /\d+$/gm
  expect(narrow.output.match(records)).toEqual(wide.output.match(records))
})

test.each([
  ['statements', 'HLDN', []],
  ['compare', 'HLDN', []],
  ['calls', 'HLDN', []],
  ['news', 'HLDN', []],
  ['restatements', 'HLDN', ['--withdrawn']],
  ['search', '', ['revenue', '--symbols', 'HLDN']],
] as const)(
  '%s finds a company whatever the case of its symbol, and names the nearest of an unknown one',
  async (command, symbol, words) => {
    const { profile } = await filledLibrary()
    const given = (written: string) => [
      command,
      ...(symbol === '' ? [] : [written]),
      ...words.map((word) => (word === 'HLDN' ? written : word)),
    ]
    const found = await run(profile, [...given('HLDN'), '--json'])
    expect(found.code).toBe(0)
    expect(await run(profile, [...given('hldn'), '--json'])).toEqual(found)
    const unknown = await run(profile, given('HLDM'))
    expect(unknown.code).toBe(3)
    expect(unknown.output + unknown.errors).toMatch(/^Not in the library: HLDM\. Did you mean .*HLDN/m)
  },
)

test('a restatement and a source name their unit, in files too', async () => {
  const { profile } = await filledLibrary()
  const words = ['restatements', 'HLDN', '--withdrawn', '--limit', '1']
  const found = z.object({
    restatements: z.array(z.object({ unit: z.string(), record: z.number(), field: z.string() })),
  })
  const [first] = responseOf(found, (await run(profile, [...words, '--json'])).output).restatements
  const [head, row] = Papa.parse<string[]>((await run(profile, [...words, '--csv'])).output.replace(/^\uFEFF/, '')).data
  expect(row?.[head?.indexOf('Unit') ?? -1]).toBe(first?.unit)
  const source = await run(profile, ['source', String(first?.record), first?.field ?? '', '--csv'])
  expect(source.output).toContain(`Unit,${first?.unit ?? ''}`)
})

test('a comparison takes your own metric by its name', async () => {
  const { profile } = await filledLibrary()
  const { output } = await run(profile, ['compare', 'HLDN', '--fields', 'research intensity'])
  expect(output).toMatch(/^Research intensity +HLDN /m)
  expect(output).not.toContain('There is no line')
})

test('dates are days of this computer’s time zone, as the days that limit a list', async () => {
  const { profile } = await filledLibrary()
  const program = join(import.meta.dirname, '../../src/command-line/main.ts')
  const inTokyo = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words, '--profile', profile], {
      env: { ...process.env, TZ: 'Asia/Tokyo' },
      encoding: 'utf8',
    }).stdout
  const items = z.object({ news: z.array(z.object({ at: z.string() })) })
  const instants = responseOf(items, inTokyo('news', '--limit', '500', '--json')).news.map(({ at }) => at)
  const [, ...rows] = Papa.parse<string[]>(
    inTokyo('news', '--limit', '500', '--csv')
      .replace(/^\uFEFF/, '')
      .trim(),
  ).data
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })
  expect(rows.map(([date]) => date)).toEqual(instants.map((at) => day.format(new Date(at))))
  expect(instants.some((at) => day.format(new Date(at)) !== at.slice(0, 10))).toBe(true)
})

test('symbols that were given as one are named, and said to be entries of their own', async () => {
  const { profile } = await filledLibrary()
  const place = { profile, workspace: null, version: '0', policy: noPolicy }
  const news = lookups.find(({ command }) => command === 'news')
  await withLibrary(place, async (api) => {
    const response = await news?.run(api, { symbols: ['HLDN,VSPO'] }, new AbortController().signal, user)
    expect(response?.data).toMatchObject({ total: 0, unknownSymbols: [{ symbol: 'HLDN,VSPO' }] })
    expect(response?.table().notes).toEqual([expect.stringContaining('Pass symbols separately, not joined by commas.')])
  })
})

test('a call without its transcript says that it is not downloaded', async () => {
  const { api, profile } = await filledLibrary()
  const { entries } = await api.calls.list({
    filter: {},
    order: { by: 'started', descending: true },
    offset: 0,
    limit: 500,
  })
  const listed = entries.find(({ stored }) => stored === null)
  if (!listed) throw new Error('every call is downloaded')
  expect(await run(profile, ['transcript', listed.callId])).toEqual({
    code: 3,
    output: '',
    errors: `The transcript of “${listed.title}” is not downloaded.\n`,
  })
  expect((await run(profile, ['transcript', 'nope'])).errors).toMatch(/^Not in the library/)
  expect((await run(profile, ['calls', '--limit', '500'])).output).toContain('Not downloaded')
})

test.each([
  ['find', []],
  ['calls', []],
  ['ratings', []],
  ['news', []],
  ['restatements', ['HLDN', '--withdrawn']],
  ['search', ['revenue']],
] as const)('what a limit cuts from %s comes with an offset', async (command, words) => {
  const { api, profile } = await filledLibrary()
  await api.securities.find({ query: 'VSPO', type: 'symbol', limit: 5, freshness: 'service' })
  const rowsOf = async (limit: number, offset: number) => {
    const { output } = await run(profile, [
      command,
      ...words,
      '--json',
      '--limit',
      String(limit),
      '--offset',
      String(offset),
    ])
    return Object.values(JSON.parse(output) as Record<string, unknown>).find(Array.isArray) as unknown[]
  }
  const [first, second, both] = [await rowsOf(1, 0), await rowsOf(1, 1), await rowsOf(2, 0)]
  expect(both).toHaveLength(2)
  expect([...first, ...second]).toEqual(both)
})

test('a list that is cut says of how many, and of at least how many where not all were counted', () => {
  const more = 'Use --limit or --offset for more.'
  expect(moreNote({ shown: 20, offset: 0, total: 20 })).toEqual([])
  expect(moreNote({ shown: 20, offset: 0, total: 120 })).toEqual([`20 of 120 are shown. ${more}`])
  expect(moreNote({ shown: 20, offset: 100, total: 120 })).toEqual(['20 of 120 are shown.'])
  expect(moreNote({ shown: 20, offset: 0, total: 500, isAtLeast: true })).toEqual([
    `20 of at least 500 are shown. ${more}`,
  ])
  expect(moreNote({ shown: 500, offset: 0, total: 500, isAtLeast: true })).toEqual([
    '500 of at least 500 are shown. Narrow the query to see others.',
  ])
})
