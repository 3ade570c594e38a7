import { describe, expect, test } from 'vitest'
import { callOnWire, callsSetup, segmentsOf } from './calls-service.ts'

const participants = [
  { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: 'Acme AG' },
  { name: 'Olof Brandt', role: 'Analyst', organization: 'Tidewell' },
]
const lines = [
  'Ines Vardal: Unser Umsatz stieg auf 15 Millionen Euro, weil wir in allen Werken mehr Waagen als jemals zuvor gebaut haben.',
  'Operator: Our first question comes from Olof Brandt of Tidewell.',
  'Olof Brandt: Wie entwickeln sich die Preise in den kommenden Quartalen?',
  'Ines Vardal: Wir erwarten in diesem Jahr keine weiteren Preiserhöhungen.',
]

/** An earnings call in the words of `lines`, in a language as the service calls it. */
function earningsCall(quarter: number, language: string, words: readonly string[] = lines) {
  const segments = segmentsOf(...words).map((segment) => ({ ...segment, confidence: 0.6 }))
  return callOnWire(`q${quarter}`, {
    call_title: `Acme Q${quarter} 2025 earnings call`,
    start_time: `2025-${String(3 * quarter + 1).padStart(2, '0')}-20T09:00:00-04:00`,
    participants,
    transcripts: [{ text: words.join('\n'), language, segments }],
    summary: { summary: 'Preise: keine Erhöhungen.', language: language === 'de_DE' ? 'de' : language },
  })
}

/** Two stored calls of Acme, both in a language as the service calls it. */
async function setUp(language: string) {
  const service = await callsSetup()
  const { api, resource, open } = service
  resource.calls = [earningsCall(3, language), earningsCall(2, language)]
  await api.calls.fetchPage({ filter: { symbols: ['ACME'] }, page: 'latest' })
  for (const id of ['q3', 'q2']) await open(id, { freshness: 'service' })
  return service
}

/** The language of what each of them quotes, by procedure: of the words of the call, and of its summary. */
async function quotedLanguages({ api, open, resource }: Awaited<ReturnType<typeof setUp>>, language: string) {
  const query = { query: 'preise', chosen: {} }
  const inCall = await api.search.inCall({ ...query, callId: 'q3' })
  const kinds = inCall.hits.map(({ kind }) => kind)
  const run = await api.search.run({ ...query, order: 'best', offset: 0, limit: 10 })
  const groups = run.understood ? run.result.groups : []
  const rows = (await api.search.hits({ ...query, order: 'best', offset: 0, limit: 10 })).rows
  const preview = await api.calls.preview({ callId: 'q3' })
  const { comparison } = await api.calls.comparison({ symbol: 'ACME', later: null, earlier: null })
  const { call } = await api.overview.call({ symbol: 'ACME' })
  const { brief } = await api.brief.compose({ symbol: 'ACME' })
  const [passage] = (await api.turnChecks.list({ state: 'all', limit: 1 })).passages
  if (!passage) throw new Error('no turn to check')
  await api.turnChecks.save({ ...passage, correction: 'Unser Umsatz stieg auf 50 Millionen Euro.' })
  resource.calls = [earningsCall(3, language, lines.slice(1)), earningsCall(2, language, lines.slice(1))]
  for (const id of ['q3', 'q2']) await open(id, { freshness: 'service' })
  const outdated = await api.turnChecks.outdated()
  return {
    kinds,
    opened: [(await open('q3')).language, (await open('q3')).summary?.language],
    hitsOfCall: inCall.hits.map((hit) => hit.language),
    hitsOfGroup: groups[0]?.hits.map((hit) => hit.language),
    hitRows: rows.filter(({ callId }) => callId === 'q3').map((hit) => hit.language),
    preview: [preview?.language, preview?.summary?.language],
    comparison: [comparison?.earlier.language, comparison?.later.language],
    overview: call?.language,
    brief: brief?.language,
    check: passage.language,
    outdatedCheck: outdated.checks.map((check) => check.language),
  }
}

describe('words quoted from a transcript outside the call', () => {
  test('are said to be in the language that the service states for it, and its summary in its own', async () => {
    const both = ['de-DE', 'de']
    expect(await quotedLanguages(await setUp('de_DE'), 'de_DE')).toEqual({
      kinds: ['turn', 'summary'],
      opened: both,
      hitsOfCall: both,
      hitsOfGroup: both,
      hitRows: both,
      preview: both,
      comparison: ['de-DE', 'de-DE'],
      overview: 'de-DE',
      brief: 'de-DE',
      check: 'de-DE',
      outdatedCheck: ['de-DE'],
    })
  })

  test.each(['', 'klingon', 'de/DE'])('are said to be in no language where the service states “%s”', async (stated) => {
    const neither = [null, null]
    expect(await quotedLanguages(await setUp(stated), stated)).toEqual({
      kinds: ['turn', 'summary'],
      opened: neither,
      hitsOfCall: neither,
      hitsOfGroup: neither,
      hitRows: neither,
      preview: neither,
      comparison: neither,
      overview: null,
      brief: null,
      check: null,
      outdatedCheck: [null],
    })
  })
})
