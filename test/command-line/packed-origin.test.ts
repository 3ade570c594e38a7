import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ManualClock } from '../core/clocks.ts'
import { sheetNamed, unpacked } from '../core/export/archive.ts'
import { taken } from '../core/export/taken.ts'
import { openedCore } from '../core/opened-core.ts'
import { opened, packOf } from '../core/packs/made-pack.ts'
import { filledLibrary } from '../core/publish/filled-library.ts'
import { run } from './run-in-test.ts'

/** A library that has all of its data from a colleague's pack. */
async function receivedLibrary() {
  const first = await filledLibrary()
  await first.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
  const second = openedCore({ clock: new ManualClock(first.clock.now()) })
  await opened(second, await packOf(first))
  return { ...second, own: first, madeAt: first.clock.now() }
}

describe('data that came in a pack', () => {
  test('is named as from it by the commands and by the tools of an assistant, which are these', async () => {
    const { api, profile, own, madeAt } = await receivedLibrary()
    const { periods } = await api.financials.open({
      symbol: 'HLDN',
      basis: 'annual',
      comparison: 'none',
      freshness: 'library',
    })
    const record = periods[0]?.recordIds[0] ?? 0
    const words = `From a pack made by Ada on ${new Date(madeAt).toISOString().replace(/\.\d+Z$/, 'Z')}`
    const table = await run(profile, ['source', String(record), 'Revenue'])
    expect(table.output).toMatch(new RegExp(`Origin\\s+${words}`))
    const packed = z.object({ pack: z.object({ origin: z.string(), author: z.string(), host: z.string() }) })
    const { output } = await run(profile, ['source', String(record), 'Revenue', '--json'])
    const { sources } = z.object({ sources: z.array(packed) }).parse(JSON.parse(output))
    expect(sources).toEqual([{ pack: { origin: words, author: 'Ada', host: 'sample' } }])

    const { records } = await api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const { call_id: callId } = records[0] ?? {}
    const read = await run(profile, ['transcript', String(callId), '--json'])
    expect(packed.parse(JSON.parse(read.output)).pack.origin).toBe(words)
    const asReceived = await run(own.profile, ['transcript', String(callId), '--json'])
    expect(JSON.parse(asReceived.output)).toMatchObject({ pack: null })
  })

  test('is named as from it by every list and every statement, and not where the service sent it', async () => {
    const { profile, own, madeAt } = await receivedLibrary()
    const words = `From a pack made by Ada on ${new Date(madeAt).toISOString().replace(/\.\d+Z$/, 'Z')}`
    const commands = [
      ['statements', 'HLDN'],
      ['compare', 'HLDN', 'VSPO'],
      ['compare', 'VSPO', '--basis', 'ltm'],
      ['ratings'],
      ['news'],
      ['restatements'],
      ['restatements', '--withdrawn'],
      ['search', 'revenue'],
      ['calls', 'HLDN', '--limit', '6'],
    ]
    for (const command of commands) {
      const origins = (output: string) => output.match(/From a pack made by [^".]*/g) ?? []
      const { code, output } = await run(profile, [...command, '--json'])
      expect(code, command.join(' ')).toBe(0)
      expect(new Set(origins(output)), command.join(' ')).toEqual(new Set([words]))
      expect(origins((await run(profile, command)).output)).toEqual([words])
      expect((await run(own.profile, [...command, '--json'])).output).not.toContain('From a pack')
      expect((await run(own.profile, command)).output).not.toMatch(/from a pack/i)
    }
  })

  test('is named as from it by the sources of a tear sheet and a brief, and by exported files', async () => {
    const { api, own, madeAt } = await receivedLibrary()
    const sheet = await api.tearSheet.compose({ symbol: 'HLDN' })
    const { years, call, news } = sheet.sources
    const ada = { author: 'Ada', madeAt, workspace: 'Sample', host: 'sample' }
    for (const source of [years, call, news]) expect(source?.packs).toEqual([{ ...ada, records: source?.records }])
    const { brief } = await api.brief.compose({ symbol: 'HLDN' })
    expect(brief?.sources.transcript.packs).toEqual([{ ...ada, records: 1 }])
    const mine = await own.api.tearSheet.compose({ symbol: 'HLDN' })
    expect([mine.sources.years?.records, mine.sources.years?.packs]).toEqual([years?.records, []])

    const wanted = { symbol: 'HLDN', as: 'xlsx', scale: 'millions', asOf: null } as const
    const provenanceOf = async ({ exports }: typeof api) =>
      sheetNamed(unpacked((await taken(exports.company(wanted))).content), 'Provenance')
    expect(await provenanceOf(api)).toContain('From a pack made by Ada on ')
    expect(await provenanceOf(own.api)).not.toContain('From a pack')
  })
})
