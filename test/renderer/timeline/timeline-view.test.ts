import { describe, expect, test } from 'vitest'
import { toJsonText } from '#contract/api/serialized-json.ts'
import type { CallOnTimeline, TimelineEntry } from '#contract/api/timeline.ts'
import { TimelineView } from '../../../src/renderer/timeline/timeline-view.svelte.ts'
import { InputState } from '../in-effect-root.svelte.ts'
import { keyOf } from '../../../src/renderer/timeline/timeline-text.ts'

const now = new Date(2026, 10, 21).getTime()
const at = (year: number, month: number, date = 1) => new Date(year, month - 1, date).getTime()

const callAbout = (id: string, when: number, quarter: CallOnTimeline['quarter']): CallOnTimeline => ({
  kind: 'call',
  symbol: 'HLDN',
  at: when,
  callId: id,
  title: id,
  quarter,
  status: 'COMPLETED',
  seconds: 3000,
  sentiment: 0.2,
  stored: true,
  recording: 'none',
})
const call = (id: string, when: number) => callAbout(id, when, null)
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
  growth: null,
  operatingMargin: null,
  earningsPerShare: null,
})

const withdrawn: TimelineEntry = {
  kind: 'withdrawn',
  symbol: 'HLDN',
  at: at(2026, 5),
  recordId: 7,
  quarter: 'Q1',
  year: 2026,
  figures: 2,
  first: [{ field: 'Revenue', label: 'Revenue', previous: 5, current: null }],
}

function viewOf(...entries: readonly TimelineEntry[]) {
  return new TimelineView(
    () => toJsonText(entries),
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

  test('goes from item to item over all time, and shows the moment of each', () => {
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

  test('of all time takes in the older events that are loaded afterwards', () => {
    const entries = new InputState([call('new', at(2026, 3))])
    const view = new TimelineView(
      () => toJsonText(entries.value),
      () => now,
    )
    view.showYears(null)
    entries.value = [call('old', at(2015, 3)), ...entries.value]
    expect([keys(view.inSight), view.isYears(null)]).toEqual([['call old', 'call new'], true])
  })

  test('shows every event again, also those of hidden types: the only type left may have none', () => {
    const view = viewOf(call('old', at(2015, 3)), call('new', at(2026, 3)), news(1, at(2026, 4), []))
    view.toggle('call')
    view.toggle('news')
    expect([keys(view.inSight), view.isHidingEntries]).toEqual([[], true])
    view.showAll()
    expect([keys(view.inSight), view.isHidingEntries]).toEqual([['call old', 'call new', 'news 1'], false])
  })

  test('shows all types when those that remained are no longer offered', () => {
    const entries = new InputState([call('a', at(2026, 3)), withdrawn])
    const view = new TimelineView(
      () => toJsonText(entries.value),
      () => now,
    )
    for (const kind of ['call', 'rating', 'news', 'period', 'restated'] as const) view.toggle(kind)
    expect(keys(view.inSight)).toEqual([keyOf(withdrawn)])
    entries.value = [call('a', at(2026, 3))]
    expect([keys(view.inSight), view.isShown('call')]).toEqual([['call a'], true])
  })

  test('offers withdrawn figures where there are any', () => {
    expect(viewOf(call('a', at(2026, 3))).lanes.map(({ key }) => key)).not.toContain('withdrawn')
    expect(viewOf(call('a', at(2026, 3)), withdrawn).lanes.at(-1)).toEqual({ key: 'withdrawn', entries: [withdrawn] })
  })

  test('links news with what they name, both ways, as far as it is there', () => {
    const [named, naming] = [call('a', at(2026, 3)), news(1, at(2026, 4), ['a', 'unheard'])]
    const view = viewOf(named, naming)
    const [first, second] = view.inSight
    expect(first && keys(view.linksOf(first).entries)).toEqual(['news 1'])
    expect(second && keys(view.linksOf(second).entries)).toEqual(['call a'])
  })

  test('links a period with the call about it and with what was restated of it, and that with the call', () => {
    const about = callAbout('a', at(2026, 2), { quarter: 'Q4', year: 2025 })
    const restated: TimelineEntry = {
      kind: 'restated',
      symbol: 'HLDN',
      at: at(2026, 5),
      recordId: 1,
      quarter: 'Q4',
      year: 2025,
      figures: 1,
      first: [],
    }
    const view = viewOf(period(1, 'Q4', '2025-12-31'), period(2, 'Q3', '2025-09-30'), about, restated)
    const links = (key: string) => {
      const entry = view.inSight.find((each) => keyOf(each) === key)
      return entry && keys(view.linksOf(entry).entries)
    }
    const change = keyOf(restated)
    expect(links('period 1')).toEqual(['call a', change])
    expect(links(change)).toEqual(['period 1', 'call a'])
    expect(links('period 2')).toEqual([])
  })

  test('follows the links of one event one after another, and comes back to it', () => {
    const view = viewOf(call('a', at(2026, 3)), call('b', at(2026, 4)), news(1, at(2026, 5), ['a', 'b']))
    view.goTo('last')
    const seen = [1, 2, 3].map(() => {
      view.followLink(1)
      return view.current && keyOf(view.current)
    })
    expect(seen).toEqual(['call a', 'call b', 'news 1'])
  })

  test('links lead past the kinds that are hidden, and a hidden event that is chosen shows its kind again', () => {
    const view = viewOf(call('a', at(2026, 3)), call('b', at(2026, 4)), news(1, at(2026, 5), ['a', 'b']))
    view.goTo('first')
    view.toggle('news')
    expect(view.noLink).toBe('linked events are hidden')
    view.followLink(1)
    expect(view.current && keyOf(view.current)).toBe('call a')
    const [hidden] = view.linksOf(call('a', at(2026, 3))).entries
    if (hidden) view.choose(hidden)
    expect(view.isShown('news')).toBe(true)
    expect(keys(view.inSight)).toContain('news 1')
    expect(view.index).toBe(2)
  })

  test('a range that begins at an event reaches to the selected one and limits the list, and nothing is lost by clearing it', () => {
    const view = viewOf(call('a', at(2026, 3)), call('b', at(2026, 4)), call('c', at(2026, 5)))
    view.goTo('last')
    view.toggleBrushing()
    view.step(-1)
    view.toggleBrushing()
    expect(keys(view.inSight)).toEqual(['call b', 'call c'])
    view.step(-1)
    expect(view.current && keyOf(view.current)).toBe('call b')
    view.setBrush(null)
    expect(keys(view.inSight)).toEqual(['call a', 'call b', 'call c'])
  })

  test('stays with the item and the range that are looked at when more comes in', () => {
    const calls = [call('a', at(2026, 3)), call('b', at(2025, 3))]
    const entries = new InputState(toJsonText<readonly TimelineEntry[]>(calls))
    const view = new TimelineView(
      () => entries.value,
      () => now,
    )
    view.step(1)
    view.zoom('in')
    const { span } = view
    entries.value = toJsonText([...calls, news(1, at(2019, 1), [])])
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
