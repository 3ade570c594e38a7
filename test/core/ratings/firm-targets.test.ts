import { expect, test } from 'vitest'
import { ratingOf, watchlistSetup } from '../watchlists/watchlist-setup.ts'

test('a rating without a target leaves the firm’s earlier one current, for the same median on ratings and overview', async () => {
  const rated = (id: number, at: string, firm: string, target: string | null) =>
    ratingOf('HLDN', id, `${at} 10:00:00.000000`, { firm, action: 'Reiterates', price_target: target })
  const setup = await watchlistSetup({
    ratings: [
      rated(1, '2025-09-01', 'a', '100.00'),
      rated(2, '2025-09-02', 'b', '110.00'),
      rated(3, '2025-09-03', 'c', '120.00'),
      rated(4, '2025-11-01', 'a', null),
      // Older than twelve months: not current.
      rated(5, '2024-09-01', 'd', '10.00'),
    ],
  })
  await setup.sync('HLDN')
  const { latest, ranges: onOverview } = await setup.api.overview.ratings({ symbol: 'HLDN' })
  const { ranges: onRatings } = await setup.api.ratings.open({ recordId: latest[0]?.recordId ?? -1 })
  expect(onRatings).toEqual(onOverview)
  expect(onRatings.map(({ median, targets }) => [median, targets.map(({ firm, amount }) => [firm, amount])])).toEqual([
    [
      110,
      [
        ['a', 100],
        ['b', 110],
        ['c', 120],
      ],
    ],
  ])
})
