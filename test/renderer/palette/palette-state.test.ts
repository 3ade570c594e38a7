import { describe, expect, test } from 'vitest'
import type { SecurityHit } from '#contract/api/securities.ts'
import { nothingSaved } from '../../../src/renderer/palette/palette-entries.ts'
import { PaletteState } from '../../../src/renderer/palette/palette-state.svelte.ts'
import { security } from '../securities-search/security.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A palette for whose library the test responds by hand. */
function openPalette(text = '') {
  let patienceEnds = () => {}
  const asked: { subject: string; respond: (...hits: SecurityHit[]) => Promise<void>; fail: () => Promise<void> }[] = []
  const palette = new PaletteState(
    {
      securities: (subject) => {
        const { promise, resolve, reject } = Promise.withResolvers<readonly SecurityHit[]>()
        asked.push({
          subject,
          respond: (...hits) => (resolve(hits), settle()),
          fail: () => (reject(new Error('gone')), settle()),
        })
        return promise
      },
      saved: () => Promise.resolve(nothingSaved),
      latestCall: (symbol) => Promise.resolve({ callId: `latest-${symbol}`, symbol, title: `${symbol} call` }),
    },
    () => ({
      actions: [{ id: 'view.theme-dark', title: 'Dark', group: 'View', run: () => {} }],
      open: [],
      keysOf: () => [],
      recent: [],
      offline: false,
    }),
    text,
    (_, run) => {
      patienceEnds = run
      return () => (patienceEnds = () => {})
    },
  )
  return { palette, asked, last: () => asked.at(-1)!, endPatience: () => patienceEnds() }
}
const vesper = security({ id: 'v', symbol: 'VSPO', name: 'Vesper Optics', hasFundamentals: true })
const gate = security({ id: 'g', symbol: 'VSPG', name: 'Vespergate' })

test('Enter right after the last letter waits for what that letter finds', async () => {
  const { palette, last } = openPalette()
  await last().respond()
  palette.text = 'FA VSP'
  let ran: string | undefined
  const entered = palette.settled().then(() => (ran = palette.active?.id))
  await last().respond(vesper)
  await entered
  expect(ran).toBe('financials-VSPO')
})

test('Esc right after Enter closes the palette, and nothing runs when the library answers or no longer can', async () => {
  const answered = openPalette('FA VSPO')
  const enteredBefore = answered.palette.settled()
  answered.palette.close()
  await answered.last().respond(vesper)
  const cut = openPalette('FA VSPO')
  const enteredAgain = cut.palette.settled()
  cut.palette.close()
  await cut.last().fail()
  expect([await enteredBefore, await enteredAgain]).toEqual([false, false])
})

test('a response to an earlier text does not come back over a later one', async () => {
  const { palette, asked, last } = openPalette()
  palette.text = 'VSPG'
  const early = last()
  palette.text = 'VSPO'
  await last().respond(vesper)
  await early.respond(gate)
  expect([asked.map(({ subject }) => subject), palette.active?.id]).toEqual([['', 'VSPG', 'VSPO'], 'overview-VSPO'])
})

test('the code in front needs no new request to the library: the entries stay and change their order', async () => {
  const { palette, asked, last } = openPalette('VSPO')
  await last().respond(vesper)
  palette.text = 'PROF VSPO'
  expect([asked.length, palette.active?.id]).toEqual([1, 'profile-VSPO'])
})

test('arrows go round, pages stop at the ends, and another letter begins at the top again', async () => {
  const { palette, last } = openPalette('V')
  await last().respond(vesper, gate)
  const ids = palette.entries.map(({ id }) => id)
  palette.step(-1)
  const up = palette.active?.id
  palette.step(1)
  palette.leap(100)
  const down = palette.active?.id
  palette.text = 'VS'
  expect([up, down, palette.active?.id]).toEqual([ids.at(-1), ids.at(-1), 'overview-VSPO'])
})

test('a letter changes the entries once: when the library has answered', async () => {
  const { palette, last } = openPalette()
  await last().respond(vesper, gate)
  const listed = () => palette.entries.map(({ id }) => id)
  const before = listed()
  palette.text = 'VSPO'
  const [meanwhile, wasBehind] = [listed(), palette.isBehind]
  await last().respond(vesper)
  expect([meanwhile, wasBehind]).toEqual([before, true])
  expect([listed().includes('overview-VSPO'), palette.isBehind]).toEqual([true, false])
})

test('commands are found while the library does not answer', async () => {
  const { palette, last, endPatience } = openPalette()
  await last().respond(vesper)
  palette.text = 'dark'
  endPatience()
  expect(palette.active?.id).toBe('action-view.theme-dark')
})

test('without a response of the library the commands are still there', async () => {
  const { palette, last } = openPalette('dark')
  await last().fail()
  await palette.settled()
  expect(palette.active?.id).toBe('action-view.theme-dark')
})

test('TRAN offers the latest call of the company first, for Enter right after the last letter too', async () => {
  const { palette, last } = openPalette()
  await last().respond()
  palette.text = 'TRAN VSPO'
  let ran: string | undefined
  const entered = palette.settled().then(() => (ran = palette.active?.id))
  await last().respond(gate, vesper)
  await entered
  expect(ran).toBe('latest-call')
  expect(palette.active?.does).toMatchObject({ opens: { screen: 'call', callId: 'latest-VSPO' } })
})

/** What is on top for a text, after the library has answered: with the securities for the text, then for each company that it names. */
async function topOf(text: string, ...found: readonly SecurityHit[][]) {
  const { palette, asked } = openPalette(text)
  for (const [at, request] of [...asked].entries()) await request.respond(...(found[at] ?? []))
  await palette.settled()
  return {
    top: palette.active?.id,
    all: palette.entries.map(({ id }) => id),
    asked: asked.map(({ subject }) => subject),
  }
}

describe('a page in plain words', () => {
  test.each([
    ['guidance VSPO', 'VSPO', 'guidance-VSPO'],
    ['vspo Guidance', 'vspo', 'guidance-VSPO'],
    ['vesper optics balance sheet', 'vesper optics', 'financials-VSPO'],
    ['vspo earnings call', 'vspo', 'calls-VSPO'],
  ])('%s', async (text, company, id) => {
    const { top, all, asked } = await topOf(text, [], [gate, vesper])
    expect(asked).toEqual([text, company])
    expect(top).toBe(id)
    expect(all).toContain('transcripts')
  })

  test.each(['VSPO vs VSPG', 'vspo versus vspg', 'compare VSPO, VSPG', 'compare vspo and vspg'])('%s', async (text) => {
    const { top, all } = await topOf(text, [], [vesper], [gate])
    expect(top).toBe('compare')
    expect(all).toContain('transcripts')
  })

  test.each([
    ['guidance raised', [security({ id: 'r', symbol: 'RAIS', name: 'Raised Floors' })]],
    ['price guidance', [security({ id: 'p', symbol: 'PRC', name: 'Optical Price Index' })]],
    ['new guidance', [security({ id: 'n', symbol: 'NWX', name: 'New Exchange Fund', hasFundamentals: false })]],
    ['price vs volume', [security({ id: 'p', symbol: 'PRICE', name: 'Price Group' })]],
  ])('%s is searched for in transcripts, since no company is called so', async (text, hits) => {
    expect((await topOf(text, [], hits)).top).toBe('transcripts')
  })
})
