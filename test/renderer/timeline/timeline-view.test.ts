import { describe, expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/api/timeline.ts'
import { TimelineView } from '../../../src/renderer/timeline/timeline-view.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'
import { keyOf } from '../../../src/renderer/timeline/timeline-text.ts'

const now = new Date(2026, 10, 21).getTime()
const at = (year: number, month: number, date = 1) => new Date(year, month - 1, date).getTime()

const call = (id: string, when: number): TimelineEntry => ({
  kind: 'call',
  symbol: 'HLDN',
  at: when,
  callId: id,
  title: id,
  quarter: null,
  status: 'COMPLETED',
  sentiment: 0.2,
  stored: true,
  recording: 'none',
})
const news = (recordId: number, when: number, calls: readonly string[], symbol = 'HLDN'): TimelineEntry => ({
  kind: 'news',
  symbol,
  at: when,
  recordId,
  headline: 'Up',
  catalyst: null,
  newsKind: 'gainers',
  calls,
  ratings: [],
})
const period = (recordId: number, quarter: string, end: string): TimelineEntry => ({
  kind: 'period',
  symbol: 'HLDN',
  at: Date.parse(end),
  recordId,
  quarter,
  year: 2025,
  end,
  revenue: 1,
  earningsPerShare: null,
})

function viewOf(...entries: readonly TimelineEntry[]) {
  return new TimelineView(
    () => JSON.stringify(entries),
    () => now,
  )
}
const keys = (entries: readonly TimelineEntry[]) => entries.map(keyOf)

describe('a timeline', () => {
  test('begins with two years, and with everything when nothing happened in them', () => {
    const recent = viewOf(call('old', at(2015, 3)), call('new', at(2026, 3)))
    expect(keys(recent.inSight)).toEqual(['call new'])
    expect([recent.isYears(2), recent.isYears(null)]).toEqual([true, false])
    expect(keys(viewOf(call('old', at(2015, 3))).inSight)).toEqual(['call old'])
  })

  test('goes from thing to thing over all time, and shows the moment of each', () => {
    const view = viewOf(call('old', at(2015, 3)), call('new', at(2026, 3)), news(1, at(2026, 4), []))
    view.step(1)
    expect(view.current && keyOf(view.current)).toBe('news 1')
    view.step(-2)
    expect(view.current && keyOf(view.current)).toBe('call old')
    expect(keys(view.inSight)).toContain('call old')
    view.goTo('last')
    expect(keys(view.inSight)).toContain('news 1')
  })

  test('leaves out kinds, counts them all the same, and never shows none', () => {
    const view = viewOf(call('a', at(2026, 3)), news(1, at(2026, 4), []))
    view.toggle('news')
    expect(keys(view.inSight)).toEqual(['call a'])
    expect(view.counts.get('news')).toBe(1)
    for (const kind of ['call', 'rating', 'period', 'restated'] as const) view.toggle(kind)
    expect(keys(view.inSight)).toEqual(['call a', 'news 1'])
  })

  test('offers withdrawn figures where there are any', () => {
    const withdrawn: TimelineEntry = {
      kind: 'withdrawn',
      symbol: 'HLDN',
      at: at(2026, 5),
      recordId: 7,
      quarter: 'Q1',
      year: 2026,
      figures: 2,
      labels: ['Revenue', 'EBITDA'],
    }
    expect(viewOf(call('a', at(2026, 3))).lanes.map(({ key }) => key)).not.toContain('withdrawn')
    expect(viewOf(call('a', at(2026, 3)), withdrawn).lanes.at(-1)).toEqual({ key: 'withdrawn', entries: [withdrawn] })
  })

  test('links news with what they name, both ways, as far as it is there', () => {
    const [named, naming] = [call('a', at(2026, 3)), news(1, at(2026, 4), ['a', 'unheard'])]
    const view = viewOf(named, naming)
    const [first, second] = view.inSight
    expect(first && keys(view.linksOf(first).naming)).toEqual(['news 1'])
    expect(second && keys(view.linksOf(second).named)).toEqual(['call a'])
  })

  test('stays with the thing and the stretch that are looked at when more comes in', () => {
    const calls = [call('a', at(2026, 3)), call('b', at(2025, 3))]
    const json = new InputState(JSON.stringify(calls))
    const view = new TimelineView(
      () => json.value,
      () => now,
    )
    view.step(1)
    view.zoom('in')
    const { span } = view
    json.value = JSON.stringify([...calls, news(1, at(2019, 1), [])])
    expect([view.current && keyOf(view.current), view.span]).toEqual(['call a', span])
  })

  test('a period stands at the beginning of its day where the analyst is, the year after its last quarter', () => {
    const view = viewOf(period(2, 'FY', '2025-12-31'), period(1, 'Q4', '2025-12-31'))
    expect(view.inSight.map((entry) => [keyOf(entry), entry.at])).toEqual([
      ['period 1', at(2025, 12, 31)],
      ['period 2', at(2025, 12, 31)],
    ])
  })

  test('a lane a company holds everything of it, the year for its last quarter', () => {
    const view = viewOf(
      ...[period(1, 'Q4', '2025-12-31'), period(2, 'FY', '2025-12-31'), period(3, 'Q3', '2025-09-30')],
      news(4, at(2026, 4), [], 'ABCD'),
    )
    view.lanesBy = 'company'
    expect(view.lanes.map(({ key, entries }) => [key, ...keys(entries)])).toEqual([
      ['ABCD', 'news 4'],
      ['HLDN', 'period 3', 'period 2'],
    ])
  })
})
