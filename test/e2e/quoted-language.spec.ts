import type { Locator } from '@playwright/test'
import { startCallsService, type WrittenCall } from './calls-service.ts'
import { expect, test } from './fixtures.ts'
import { CallsPage } from './pages/calls-page.ts'
import { Palette } from './pages/palette.ts'
import { PrintDialog } from './pages/print-dialog.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { TranscriptSearchPage } from './pages/transcript-search-page.ts'

const quarters = { Q2: '2026-07-21', Q3: '2026-10-21' } as const

/** An earnings call of a company in its own language, as the service calls it: a chief executive, one analyst and the answer. */
function call(
  symbol: string,
  quarter: keyof typeof quarters,
  language: string,
  [remarks, question, answer]: readonly [remarks: string, question: string, answer: string],
): WrittenCall {
  const said = [
    ['Ines Vardal', remarks],
    ['Operator', 'Our first question comes from Olof Brandt of Tidewell.'],
    ['Olof Brandt', question],
    ['Ines Vardal', answer],
  ] as const
  return {
    call_id: `${symbol}-${quarter}`,
    symbol,
    name: symbol,
    call_title: `${symbol} ${quarter} 2026 earnings call`,
    start_time: `${quarters[quarter]}T09:00:00-04:00`,
    end_time: `${quarters[quarter]}T10:00:00-04:00`,
    status: 'COMPLETED',
    participants: [
      { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: symbol },
      { name: 'Olof Brandt', role: 'Analyst', organization: 'Tidewell' },
    ],
    transcripts: [
      {
        language,
        segments: said.map(([speaker, text], at) => ({
          segment_id: at + 1,
          speaker,
          text,
          start_time: String(at * 200),
          end_time: String(at * 200 + 190),
          confidence: 0.6,
          sentiment: 0.3,
        })),
      },
    ],
    summary: { summary: `- ${answer}`, language: language.slice(0, 2), sentiment: 0.1 },
  }
}

const growth =
  'Unser Umsatz stieg auf 15 Millionen Euro, weil wir in allen Werken mehr Waagen als jemals zuvor gebaut haben.'
const question = 'Wie entwickeln sich die Preise in den kommenden Quartalen?'
const answer = 'Wir erwarten keine weiteren Preiserhöhungen.'

test('words of a German call are German to a screen reader wherever they are quoted, and those of a British one British', async ({
  workspace,
}) => {
  const outlook = 'For fiscal 2026 we expect revenue between 4.9 billion and 5.1 billion.'
  const service = await startCallsService([
    call('WAAG', 'Q3', 'de_DE', [growth, question, answer]),
    call('WAAG', 'Q2', 'de_DE', ['Die Vorräte sind noch immer viel zu hoch.', question, answer]),
    call('MILL', 'Q3', 'en-GB', [outlook, 'Is demand better?', 'Demand is better in all of our markets.']),
  ])
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  const calls = await CallsPage.open(workspace)
  await expect(calls.rows).toHaveCount(3)
  await TranscriptSearchPage.store(workspace, 'WAAG-Q3', 'WAAG-Q2', 'MILL-Q3')
  const { page } = workspace
  const palette = new Palette(workspace)
  const goTo = async (code: string) => {
    await palette.open(code)
    await workspace.press('Enter')
  }
  const isIn = async (language: string, within: Locator, words: string) =>
    expect(within.locator(`[lang="${language}"]`).filter({ hasText: words }).first()).toBeVisible()

  await workspace.rail.getByRole('button', { name: 'Full text' }).click()
  const text = new TranscriptSearchPage(workspace)
  await text.search('umsatz')
  await isIn('de-DE', text.hits, 'Unser Umsatz stieg')
  await text.search('preiserhöhungen')
  await isIn('de', text.hits, answer)
  await text.screen.getByText('Table', { exact: true }).click()
  await isIn('de-DE', text.screen.getByRole('grid'), answer)

  await goTo('DIFF WAAG')
  const passages = page.getByRole('grid', { name: 'Passages' })
  await isIn('de-DE', passages, growth)
  await isIn('de-DE', passages, 'Die Vorräte sind noch immer')

  await goTo('DES WAAG')
  await isIn('de-DE', workspace.pageOf(/^WAAG/), growth)

  await workspace.rail.getByRole('button', { name: 'Calls' }).click()
  await calls.row('WAAG Q3 2026 earnings call').click()
  await isIn('de', calls.preview, answer)

  await goTo('Transcript checks')
  const checks = page.getByRole('grid', { name: 'Turns to check' })
  await isIn('de-DE', checks, growth)
  await checks.getByRole('row').filter({ hasText: growth }).click()
  await isIn('de-DE', workspace.drawer, growth)

  await goTo('BRF WAAG')
  const { pages } = new PrintDialog(workspace, 'Earnings brief')
  await isIn('de-DE', pages, growth)
  await isIn('de-DE', pages, question)
  await workspace.press('Escape')

  await goTo('GUID MILL')
  await isIn('en-GB', workspace.drawer, outlook)
  await service.stop()
})
