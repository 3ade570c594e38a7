import { flushSync } from 'svelte'
import { beforeEach, describe, expect, test } from 'vitest'
import { inEffectRoot, InputState } from '../../in-effect-root.svelte.ts'
import { SourceView, type SourceTarget } from '../../../../src/renderer/app/source/source-view.svelte.ts'

const settle = async () => {
  flushSync()
  await new Promise<void>((resolve) => setImmediate(resolve))
}
const stored = (field: string): SourceTarget => ({
  kind: 'stored',
  recordIds: [7],
  field,
  label: field,
  period: 'Q2 FY2025',
})
const margin: SourceTarget = {
  kind: 'calculated',
  recordIds: [7],
  field: 'calculated.gross_margin',
  label: 'Gross margin',
  period: 'Q2 FY2025',
}

let requests: string[]
let view: SourceView
let asOf: InputState<number | null>
let active: InputState<SourceTarget | null>

beforeEach(() => {
  requests = []
  active = new InputState<SourceTarget | null>(null)
  const record = {
    knownFrom: 0,
    lastSeen: 0,
    recordUpdatedAt: null,
    hash: '',
    value: 1,
    change: null,
    state: 'received' as const,
  }
  asOf = new InputState<number | null>(null)
  view = inEffectRoot(
    () =>
      new SourceView({
        asOf: () => asOf.value,
        active: () => active.value,
        symbol: 'HLDN',
        changes: { listen: () => () => {} },
        core: {
          source: {
            figure: ({ recordId, field, asOf }) => {
              requests.push(`${recordId} ${field}${asOf === undefined ? '' : ` as known at ${asOf}`}`)
              return Promise.resolve({
                recordId,
                field,
                value: 1,
                record: '{}',
                line: null,
                request: { operation: 'fundamentals.enhanced', path: '/', parameters: {} },
                fetchedAt: 0,
                pack: null,
                firstFetchedAt: 0,
                recordUpdatedAt: null,
                hash: '',
                versions: [record],
                shownVersion: 0,
                ties: [],
                marks: [],
                adjustment: null,
              })
            },
            calculated: ({ recordIds, field }) => {
              requests.push(`calculated ${recordIds.join(' ')} ${field}`)
              return Promise.resolve({ field, label: field, rule: 'a / b', value: 1, inputs: [] })
            },
          },
        },
      }),
  )
})

describe('the source drawer', () => {
  test('shows a stored figure’s record, a calculated one’s rule', async () => {
    view.open(stored('Revenue'))
    await settle()
    expect(view.source).toMatchObject({ kind: 'stored', target: { field: 'Revenue' } })
    view.open(margin)
    await settle()
    expect([view.source?.kind, requests]).toEqual(['calculated', ['7 Revenue', 'calculated 7 calculated.gross_margin']])
  })

  test('goes from a calculated figure to an input and back', async () => {
    view.open(margin)
    view.step(stored('Revenue'))
    await settle()
    expect([view.target?.field, view.openedFrom?.label]).toEqual(['Revenue', 'Gross margin'])
    view.back()
    await settle()
    expect([view.target?.field, view.openedFrom]).toEqual(['calculated.gross_margin', null])
  })

  test('follows the active cell while it is open, and only then', async () => {
    active.value = stored('Revenue')
    await settle()
    expect([view.isOpen, view.target, requests]).toEqual([false, null, []])
    view.open(stored('Revenue'))
    active.value = stored('GrossProfit')
    expect(view.target?.field).toBe('GrossProfit')
    await settle()
    expect(view.source?.target.field).toBe('GrossProfit')
    view.hide()
    active.value = stored('Revenue')
    expect(view.target).toBeNull()
  })

  test('keeps explaining the last figure while a cell without one, such as a heading, is active', () => {
    active.value = margin
    view.open(margin)
    view.step(stored('Revenue'))
    active.value = null
    expect([view.isOpen, view.target?.field]).toEqual([true, 'Revenue'])
  })

  test('knows whose figure it was opened from, also at an input that does not say whose it is', () => {
    view.open({ ...margin, symbol: 'VSPO' })
    view.step(stored('Revenue'))
    const atInput = view.symbol
    view.open(stored('Revenue'))
    expect([atInput, view.symbol]).toEqual(['VSPO', 'HLDN'])
  })

  test('requests every figure on the way down again for another day', async () => {
    asOf.value = 5
    view.open(stored('Revenue'))
    await settle()
    asOf.value = null
    await settle()
    expect([requests, view.source]).toMatchObject([['7 Revenue as known at 5', '7 Revenue'], { asOf: null }])
  })

  test('stays at an input as long as the figure it began from is the active one', async () => {
    active.value = margin
    view.open(margin)
    view.step(stored('Revenue'))
    active.value = { ...margin }
    expect(view.target?.field).toBe('Revenue')
    active.value = stored('GrossProfit')
    await settle()
    active.value = margin
    expect([view.target?.field, view.openedFrom]).toEqual(['calculated.gross_margin', null])
  })
})
