import { describe, expect, test } from 'vitest'
import { groupTruths, isFalse, isTrue, isUnknown, type Truth } from '#core/screener/three-valued-logic.ts'

const of = (...truths: Truth[]) => Uint8Array.from(truths)
/** One company in each of the nine states of two conditions. */
const one = of(isTrue, isTrue, isTrue, isUnknown, isUnknown, isUnknown, isFalse, isFalse, isFalse)
const other = of(isTrue, isUnknown, isFalse, isTrue, isUnknown, isFalse, isTrue, isUnknown, isFalse)

describe('what is missing counts only where it could change the result', () => {
  test('all of: one condition that is not met settles it, whatever is missing of the other', () => {
    expect([...groupTruths('all', [one, other], 9)]).toEqual([
      isTrue, isUnknown, isFalse,
      isUnknown, isUnknown, isFalse,
      isFalse, isFalse, isFalse,
    ]) // prettier-ignore
  })

  test('any of: one condition that is met settles it', () => {
    expect([...groupTruths('any', [one, other], 9)]).toEqual([
      isTrue, isTrue, isTrue,
      isTrue, isUnknown, isUnknown,
      isTrue, isUnknown, isFalse,
    ]) // prettier-ignore
  })

  test('none of: a condition that is met excludes, and only what is known not to be met is let through', () => {
    expect([...groupTruths('none', [one, other], 9)]).toEqual([
      isFalse, isFalse, isFalse,
      isFalse, isUnknown, isUnknown,
      isFalse, isUnknown, isTrue,
    ]) // prettier-ignore
  })

  test('groups within all: an excluded company is excluded though another group cannot be judged', () => {
    const any = groupTruths('any', [one, other], 9)
    const none = groupTruths('none', [other], 9)
    expect([...groupTruths('all', [any, none], 9)]).toEqual([
      isFalse, isUnknown, isTrue,
      isFalse, isUnknown, isUnknown,
      isFalse, isUnknown, isFalse,
    ]) // prettier-ignore
  })

  test('everybody meets an empty group', () => {
    for (const kind of ['all', 'any', 'none'] as const) expect([...groupTruths(kind, [], 2)]).toEqual([isTrue, isTrue])
  })
})
