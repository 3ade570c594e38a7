import { expect, test } from 'vitest'
import * as schemas from '#loopback/request-schemas.ts'
import { listsWithoutEnd, placesOf, unlimited } from '../request-places.ts'

test('what a page posts has a largest length for every text and list, and no place for anything at all (B13)', () => {
  const places = Object.entries(schemas).flatMap(([name, schema]) => placesOf(schema, name))
  expect(unlimited(places)).toEqual([])
  expect(listsWithoutEnd(places)).toEqual([])
  expect(places.length).toBeGreaterThan(8)
})
