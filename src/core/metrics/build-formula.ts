/** Builders of formulas, for the lines that Tearsheet itself calculates. */

import type { Formula } from './formula.ts'

export const line = (field: string): Formula => ({ kind: 'line', field })
export const number = (value: number): Formula => ({ kind: 'number', value })
export const plus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '+', left, right })
export const minus = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '-', left, right })
export const times = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '*', left, right })
export const over = (left: Formula, right: Formula): Formula => ({ kind: 'operation', sign: '/', left, right })
export const share = (part: Formula, base: Formula): Formula => ({ kind: 'call', name: 'share', of: [part, base] })
export const growth = (of: Formula): Formula => ({ kind: 'call', name: 'growth', of: [of] })
