import { expect, test } from 'vitest'
import { companyWidth, headWidth } from '../../../src/renderer/home/matrix-columns.ts'

/** Next to the rail with labels (72) and what is unchanged (140), within a line of one pixel. */
const room = 1440 - 72 - 140 - 1

test('the last of sixteen companies is whole in a window of 1440 pixels whose rail has labels', () => {
  expect(headWidth + 16 * companyWidth(room, 16)).toBeLessThanOrEqual(room)
})

test('few companies have columns of the usual width, and many are scrolled in it', () => {
  expect([1, 15, 18, 40].map((companies) => companyWidth(room, companies))).toEqual([68, 68, 68, 68])
})

test('no column is too narrow for its figures', () => {
  for (let companies = 1; companies < 60; companies += 1)
    expect(companyWidth(room, companies)).toBeGreaterThanOrEqual(60)
})
