import { beforeEach, expect, test } from 'vitest'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { CompanySearch } from '../../../src/renderer/compare/company-search.svelte.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'

interface Sent {
  readonly query: string
  readonly respond: (symbols: readonly string[]) => Promise<void>
  readonly fail: () => Promise<void>
}

let sent: Sent[]
let search: CompanySearch
let announce: (change: Change) => void

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  sent = []
  const find = ({ query }: { readonly query: string }, { signal }: { readonly signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    signal.addEventListener('abort', () => reject(new RequestFailed({ kind: 'cancelled' })))
    sent.push({
      query,
      respond: (symbols) => {
        resolve({ hits: symbols.map((symbol) => ({ symbol, name: `${symbol} Inc` })) })
        return settle()
      },
      fail: () => {
        reject(new RequestFailed({ kind: 'core-stopped' }))
        return settle()
      },
    })
    return promise
  }
  search = inEffectRoot(
    () =>
      new CompanySearch({
        core: { securities: { find } } as never,
        changes: {
          listen: (listener) => {
            announce = listener
            return () => {}
          },
        },
        companies: () => ['HLDN'],
      }),
  )
})

const last = () => {
  const request = sent.at(-1)
  if (!request) throw new Error('nothing was requested')
  return request
}
const titles = () => search.options.map(({ title }) => title)

test('Enter adds what the whole text finds, however busy the core is, and not what an earlier text found', async () => {
  search.text = 'V'
  await last().respond(['VCOR', 'VSPO'])
  search.text = 'VSPO'
  const shown = titles()
  const entered = search.entered()
  await last().respond(['VSPO'])
  expect({ shown, entered: await entered, options: titles() }).toEqual({
    shown: ['VCOR', 'VSPO'],
    entered: ['VSPO'],
    options: ['VSPO'],
  })
})

test('Enter adds the typed symbol where the library could not be searched', async () => {
  search.text = 'V'
  await last().respond(['VCOR'])
  search.text = 'VSPO'
  const entered = search.entered()
  await last().fail()
  expect([await entered, titles()]).toEqual([['VSPO'], ['VSPO']])
})

test('Enter adds nothing once the text is another one, so that no company is added twice or unseen', async () => {
  search.text = 'VSPO'
  const entered = search.entered()
  search.text = 'VSPOK'
  await last().respond(['VSPOK'])
  expect(await entered).toEqual([])
})

test('the option that the user went to stays the chosen one when others are found before it', async () => {
  search.text = 'V'
  await last().respond(['VSPO', 'VTWO'])
  search.goTo(1)
  announce({ kind: 'securities' })
  await last().respond(['VCOR', 'VSPO', 'VTWO'])
  expect([search.active, await search.entered()]).toEqual([2, ['VTWO']])
})

test('several typed symbols are added as typed, at once, unless the user goes to another option', async () => {
  search.text = 'KSTM VSPO'
  expect(await search.entered()).toEqual(['KSTM', 'VSPO'])
  await last().respond(['VSPO'])
  expect(search.active).toBe(1)
  search.goTo(0)
  expect(await search.entered()).toEqual(['VSPO'])
})

test('companies that are compared already are no options, and a new text does not begin with those of the previous one', async () => {
  search.text = 'H'
  await last().respond(['HLDN', 'HOLT'])
  const first = titles()
  search.text = ''
  search.text = 'V'
  expect([first, titles()]).toEqual([['HOLT', 'H'], ['V']])
})
