import { readFile } from 'node:fs/promises'
import { unpacked } from '../core/export/archive.ts'
import { startCallsService, type WrittenCall } from './calls-service.ts'
import { expect, test } from './fixtures.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { Palette } from './pages/palette.ts'
import { expectPages, PrintDialog, today } from './pages/print-dialog.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { fileSavedBy } from './saved-files.ts'

async function fitsBothSizes(brief: PrintDialog, title: string, hasPdf: boolean): Promise<void> {
  for (const size of ['A4', 'Letter'] as const) {
    await brief.choosePaper(size)
    await brief.isReady(title)
    await expect(brief.pages).toHaveCount(1)
    expect(await brief.overflow(), `${title} on ${size}`).toBeLessThanOrEqual(0)
    if (hasPdf) expectPages(await brief.pdf(), 1, size)
  }
}

test.describe('a call of the sample', () => {
  test.use({ profileState: 'loaded sample' })

  test('is shown on one page, with what was discussed and what followed', async ({ app }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    const palette = new Palette(workspace)
    await palette.open('BRF HLDN')
    await expect(palette.active).toContainText('Earnings brief for HLDN, Halden Instruments')
    await workspace.press('Enter')
    const brief = new PrintDialog(workspace, 'Earnings brief')
    const title = `HLDN Q3 FY2026 earnings brief ${await today(workspace.page)}`
    await brief.isReady(title)
    const page = brief.pages.first()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Halden Instruments Q3 FY2026')
    await expect(page).toContainText('Revenue rose 9.4% to 1,318.4 and diluted EPS 27.9% to 0.78.')
    await expect(page).toContainText('Sample data: every figure is invented.')
    const line = (name: string) => page.getByRole('table', { name: 'Figures' }).getByRole('row', { name })
    await expect(line('Operating margin')).toContainText(/16\.5%.*15\.6%.*\+89 bps.*14\.7%.*\+186 bps/)
    await expect(line('Capital expenditure')).toContainText(/\(49\.2\).*\+22\.4%/)
    await expect(page.getByRole('table', { name: 'Questions by firm' })).toContainText(
      'Could you say where yield is at the second site, and when you expect to move the remaining customers across?',
    )
    // Read out in the order of the page.
    await expect(page.getByRole('heading', { level: 2 })).toContainText([
      ...['Figures', 'Sentiment', 'Topics', 'Quotes', 'Questions by firm'],
      ...['Ratings', 'Restatements', 'News'],
    ])
    await expect(page).toContainText('/delivery/api/v1/fundamentals/enhanced?symbol=HLDN')
    await brief.field('Header line').fill('Northgate Asset Management')
    await brief.field('Disclaimer').fill('For internal use. '.repeat(22))
    await fitsBothSizes(brief, title, app.browser !== null)
    for (const size of ['A4', 'Letter'] as const) {
      await brief.choosePaper(size)
      await brief.isReady(title)
      expect(await brief.cutTexts(), size).toEqual([])
    }
    await expect(page).toContainText('more in Tearsheet')
    // The same for those who edit, with all that the page has no room for.
    const file = await fileSavedBy(workspace.page, () =>
      brief.dialog.getByRole('button', { name: 'Save Word…' }).click(),
    )
    expect(file.fileName).toBe(`${title}.docx`)
    const parts = unpacked(await readFile(file.path))
    const body = parts.get('word/document.xml') ?? ''
    expect(body).toContain('Revenue rose 9.4% to 1,318.4 and diluted EPS 27.9% to 0.78.')
    expect(body.match(/Q2 FY2026<\/w:t>/g)?.length).toBeGreaterThan(20)
    expect([...parts].some(([name, xml]) => name.startsWith('word/header') && xml.includes('Northgate'))).toBe(true)
    await brief.dialog.getByRole('group', { name: 'Sections' }).getByText('Restatements').click()
    await expect(page.getByRole('heading', { name: /^Restatements/ })).toHaveCount(0)
    await workspace.press('Escape')

    // From the overview by its key and its button, and of one call from the call.
    await palette.open('DES HLDN')
    await workspace.press('Enter')
    const overview = workspace.pageOf('HLDN Overview')
    await expect(overview.getByRole('grid', { name: /^Key figures/ })).toBeVisible()
    await workspace.press('b')
    await brief.isReady(title)
    await workspace.press('Escape')
    const latest = overview.getByRole('region', { name: 'Latest call' })
    await latest.getByRole('button', { name: 'Brief' }).click()
    await brief.isReady(title)
    await workspace.press('Escape')
    await latest.getByRole('button', { name: 'Read' }).click()
    await new CallPage(workspace).chooseFrom('More', /^Earnings brief/)
    await brief.isReady(title)
    await workspace.press('Escape')

    // Statements without a call.
    await palette.open('BRF KLNC')
    await workspace.press('Enter')
    await expect(brief.dialog).toContainText('No calls stored for KLNC.')
    await expect(brief.dialog.getByRole('button', { name: /^Print/ })).toBeDisabled()
  })
})

const longName = `${'Consolidated International Holdings and Subsidiaries '.repeat(12)}plc`.slice(0, 600)
const hebrewName = 'חברת המכשירים האופטיים של חיפה בערבון מוגבל'
const longWord = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4)

/** Twelve firms ask, each as long as a page may quote. */
function longCall(symbol: string, name: string, quarter: string): WrittenCall {
  const firms = Array.from({ length: 12 }, (_, at) => `Firm ${String.fromCodePoint(65 + at)} ${longName.slice(0, 90)}`)
  const said = firms.flatMap((firm, at): readonly (readonly [string, string])[] => [
    ['Operator', `Our next question comes from Analyst ${at} of ${firm}.`],
    [
      `Analyst ${at}`,
      `How much of ${longWord} is there, ${'and how much of the rest is price and mix, '.repeat(8)}please?`,
    ],
    [
      'Ines Vardal',
      `There is more ${longWord} than there was, ${'and the price and the mix had their share, '.repeat(8)}as said.`,
    ],
  ])
  const segments = [
    ['Operator', 'Welcome to the call.'] as const,
    [
      'Ines Vardal',
      'Good afternoon. Orders were ahead of shipments for the third quarter running, and we are content.',
    ] as const,
    ...said,
  ]
  return {
    call_id: `call-${symbol}`,
    symbol,
    name,
    call_title: `${quarter} earnings call`,
    start_time: '2026-10-21T09:00:00-04:00',
    end_time: '2026-10-21T10:00:00-04:00',
    status: 'COMPLETED',
    participants: [
      { name: 'Ines Vardal', role: 'Chief Executive Officer', organization: name },
      ...firms.map((organization, at) => ({ name: `Analyst ${at}`, role: 'Analyst', organization })),
    ],
    transcripts: [
      {
        language: 'en-US',
        segments: segments.map(([speaker, text], at) => ({
          segment_id: at + 1,
          speaker,
          text,
          start_time: String(at * 20),
          end_time: String(at * 20 + 19),
          confidence: 0.95,
          sentiment: at % 2 === 0 ? 0.3 : -0.3,
        })),
      },
    ],
  }
}

test('a call without statements, with names of any length or direction and more questions than fit, keeps to one page', async ({
  app,
  workspace,
}) => {
  const service = await startCallsService([
    longCall('LONG', longName, 'Q3 2026'),
    longCall('RTL', hebrewName, 'Q3 2026'),
  ])
  await new SettingsPage(workspace).connectTo(service, 'Mine')
  const calls = await CallsPage.open(workspace)
  await expect(calls.rows).toHaveCount(2)
  const palette = new Palette(workspace)
  const brief = new PrintDialog(workspace, 'Earnings brief')

  // Listed and not downloaded: the brief says so.
  await palette.open('BRF LONG')
  await workspace.press('Enter')
  await expect(brief.dialog).toContainText('transcript not downloaded. The brief is built from the transcript.')
  await workspace.press('Escape')

  for (const [symbol, name] of [
    ['LONG', longName],
    ['RTL', hebrewName],
  ] as const) {
    const call = await CallPage.open(workspace, `call-${symbol}`)
    await call.isRead()
    await palette.open(`BRF ${symbol}`)
    await workspace.press('Enter')
    const title = `${symbol} Q3 FY2026 earnings brief ${await today(workspace.page)}`
    await brief.isReady(title)
    await expect(brief.pages.getByRole('heading', { level: 1 })).toHaveText(`${name.trim()} Q3 FY2026`)
    await expect(brief.pages).toContainText('No statements are stored.')
    await fitsBothSizes(brief, title, app.browser !== null)
    await expect(brief.pages).toContainText(/12 firms, 12 questions, 12 minutes, \d more in Tearsheet/)
    await workspace.press('Escape')
    await expect(brief.dialog).toHaveCount(0)
  }
  await service.stop()
})
