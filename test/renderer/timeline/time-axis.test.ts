import { afterEach, describe, expect, test } from 'vitest'
import { usualDates, writeDatesAs } from '../../../src/renderer/format/date-format.svelte.ts'
import { timeAxis } from '../../../src/renderer/timeline/time-axis.ts'
import { aDay, aYear, panned, revealing, spanAround, zoomed } from '../../../src/renderer/timeline/time-span.ts'

const at = (year: number, month = 1, date = 1) => new Date(year, month - 1, date).getTime()
const labels = (from: number, to: number, width = 1200) => {
  const { fine, coarse } = timeAxis({ from, to }, width)
  return { fine: fine.map(({ label }) => label), coarse: coarse.map(({ label }) => label) }
}

afterEach(() => writeDatesAs(usualDates))

describe('the axis of time', () => {
  test('marks what has room: days under months, weeks, months and quarters under years, years alone', () => {
    expect(labels(at(2025, 9, 10), at(2025, 10, 3))).toMatchObject({ coarse: ['Sep 2025', 'Oct 2025'] })
    expect(labels(at(2025, 9, 10), at(2025, 10, 3)).fine.slice(0, 3)).toEqual(['10', '11', '12'])
    expect(labels(at(2025, 9, 10), at(2025, 12, 24)).fine.slice(0, 3)).toEqual(['8', '15', '22'])
    expect(labels(at(2025, 1, 10), at(2026, 2, 3))).toMatchObject({ coarse: ['2025', '2026'] })
    expect(labels(at(2025, 1, 10), at(2026, 2, 3)).fine).toContain('Sep')
    expect(labels(at(2020), at(2026)).fine.slice(0, 5)).toEqual(['Jan', 'Apr', 'Jul', 'Oct', 'Jan'])
    expect(labels(at(2001, 3), at(2026))).toEqual({
      coarse: [],
      fine: Array.from({ length: 26 }, (_, year) => String(2001 + year)),
    })
    expect(labels(at(1900), at(2026), 600).fine.slice(0, 2)).toEqual(['1900', '1920'])
  })

  test('weeks begin on the day that the user chose', () => {
    const firstDays = (weekStart: 'monday' | 'sunday' | 'saturday') => {
      writeDatesAs({ ...usualDates, weekStart })
      const { fine } = timeAxis({ from: at(2025, 9, 10), to: at(2025, 12, 24) }, 1200)
      return new Set(fine.map((tick) => new Date(tick.at).getDay()))
    }
    expect(firstDays('monday')).toEqual(new Set([1]))
    expect(firstDays('sunday')).toEqual(new Set([0]))
    expect(firstDays('saturday')).toEqual(new Set([6]))
  })

  test('months begin on their first on the analyst’s clock, through a change of clocks', () => {
    const { fine } = timeAxis({ from: at(2025), to: at(2026) }, 1200)
    for (const tick of fine) expect([new Date(tick.at).getDate(), new Date(tick.at).getHours()]).toEqual([1, 0])
  })
})

describe('a stretch of time', () => {
  const bounds = { from: at(2010), to: at(2026) }
  const year = { from: at(2020), to: at(2021) }

  test('zoomed keeps what is under the pointer where it is', () => {
    const anchor = at(2020, 4)
    const near = zoomed(year, 0.5, anchor, bounds)
    const share = ({ from, to }: typeof near) => (anchor - from) / (to - from)
    expect(share(near)).toBeCloseTo(share(year))
    expect(near.to - near.from).toBeCloseTo((year.to - year.from) / 2)
  })

  test('never gets longer than there is something to show, nor shorter than days, nor beyond either end', () => {
    expect(zoomed(year, 1000, at(2020, 6), bounds)).toEqual(bounds)
    const nearest = zoomed(year, 1e-9, at(2020, 6), bounds)
    expect(nearest.to - nearest.from).toBe(4 * aDay)
    expect(panned(year, 100, bounds).to).toBe(bounds.to)
    expect(panned(year, -100, bounds).from).toBe(bounds.from)
  })

  test('moves no further than shows a moment, and not at all when it is visible', () => {
    expect(revealing(year, at(2020, 6), bounds)).toBe(year)
    const later = revealing(year, at(2022), bounds)
    expect(later.from).toBeLessThan(at(2022))
    expect(later.to).toBeGreaterThan(at(2022))
    expect(later.to - later.from).toBe(year.to - year.from)
  })

  test('around one moment is a year', () => {
    const alone = spanAround(at(2020), at(2020))
    expect(alone.to - alone.from).toBe(aYear)
  })
})
