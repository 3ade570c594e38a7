import { expect, test } from 'vitest'
import { runningHead } from '../../../src/renderer/paper/running-head.ts'

const at = new Date(2026, 10, 24, 8, 5).getTime()

test('a page names its document once: at the left, or at the right of the user’s own line', () => {
  expect(runningHead({ header: ' ' }, 'Earnings brief', at)).toBe('As of 24 Nov 2026, 08:05')
  expect(runningHead({ header: 'Northgate' }, 'Earnings brief', at)).toBe('Earnings brief, as of 24 Nov 2026, 08:05')
})
