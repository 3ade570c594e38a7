/**
 * Schema of the pagination object in a response of enhanced fundamentals or of the list of calls.
 */

import { z } from 'zod'
import { integer } from './scalars.ts'

export const pagination = z.looseObject({
  hits: integer.describe('total matches'),
  page: integer,
  page_count: integer,
  page_size: integer,
})
