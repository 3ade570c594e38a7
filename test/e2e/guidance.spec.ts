import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

/** The Guidance view of a company, as an analyst opens it: `GUID HLDN`. */
class GuidancePage {
  readonly screen: Locator
  readonly table: Locator
  readonly workspace: WorkspacePage

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.screen = workspace.pageOf(/^HLDN/)
    this.table = this.screen.getByRole('grid', { name: 'Guidance of HLDN' })
  }

  static async open(workspace: WorkspacePage): Promise<GuidancePage> {
    await new Palette(workspace).open('GUID HLDN')
    await workspace.press('Enter')
    await expect(workspace.activeTab).toHaveText(/HLDN\s*Guidance/)
    return new GuidancePage(workspace)
  }

  /** With every transcript of the company. */
  static async openStored(workspace: WorkspacePage): Promise<GuidancePage> {
    const guidance = await GuidancePage.open(workspace)
    await guidance.screen.getByRole('button', { name: 'Load calls' }).click()
    await guidance.screen.getByRole('button', { name: 'Download 8 transcripts' }).click()
    await expect(workspace.status).toContainText('8 calls read')
    return guidance
  }

  /** By the name of its line and period. */
  row(name: string): Locator {
    return this.table
      .getByRole('row')
      .filter({ has: this.workspace.page.getByRole('rowheader', { name, exact: true }) })
  }

  cell(row: string, text: string): Locator {
    return this.row(row).getByRole('gridcell', { name: text }).first()
  }
}

test('guidance is read from the transcripts, with what was reported when the period came', async ({ workspace }) => {
  const guidance = await GuidancePage.openStored(workspace)
  await expect(guidance.row('Revenue, FY2025')).toContainText('4.86–5.00 bn')
  await expect(guidance.cell('Revenue, FY2025', 'Lowered from 4.86–5.00 bn in the Q4 FY2024 call')).toBeVisible()
  await expect(guidance.row('Revenue, FY2025')).toContainText('4,793.8')
  await expect(guidance.cell('Gross margin, FY2025', 'Below the last guidance')).toContainText('44.7%')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('the keyboard goes from cell to cell, Enter opens the passage in its call, and Space plays it', async ({
  workspace,
}) => {
  const guidance = await GuidancePage.openStored(workspace)
  await guidance.cell('Revenue, FY2025', 'Narrowed from').click()
  await expect(workspace.drawer).toContainText(
    'For fiscal 2025 we expect revenue between $4.78 billion and $4.85 billion.',
  )
  await workspace.press('ArrowLeft')
  await expect(workspace.drawer).toContainText('Repeated: 4.77–4.90 bn in the Q1 FY2025 call.')
  await workspace.press('ArrowRight')
  await workspace.press('j')
  await expect(guidance.row('Revenue, Q4 FY2025').locator('[data-active]')).toBeVisible()
  await workspace.press('k')

  const player = new PlayerBar(workspace)
  await workspace.press('Space')
  await expect(player.title).toContainText('Q3 FY2025')
  await expect.poll(() => player.seconds()).toBeGreaterThan(60)

  await workspace.press('Enter')
  await expect(workspace.activeTab).toContainText('Q3 FY2025 call')
  await expect(workspace.pageOf(/Q3 FY2025 call/).getByText('For fiscal 2025 we expect revenue')).toBeInViewport()
})

test('a wrong match is not counted, stays in its cell with Undo, and counts again', async ({ workspace }) => {
  const guidance = await GuidancePage.openStored(workspace)
  const given = guidance.cell('Revenue, Q4 FY2025', 'The first guidance')
  const figure = await given.textContent()
  await given.click()
  await workspace.drawer.getByRole('button', { name: 'Wrong match' }).click()
  const wrong = guidance.cell('Revenue, Q4 FY2025', 'wrong match')
  await expect(wrong).toBeVisible()
  await expect(workspace.drawer).toContainText('Not counted: marked as wrong match.')
  // Behind the passage, its speaker and its time.
  await expect(workspace.drawer).toContainText(', marked as wrong match')
  await expect(guidance.screen).toContainText('12 rows from 8 calls')
  await workspace.drawer.getByRole('button', { name: 'Undo' }).click()
  await expect(guidance.cell('Revenue, Q4 FY2025', 'The first guidance')).toHaveText(figure ?? '')
  await workspace.press('w')
  await expect(wrong).toBeVisible()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('the table is copied as it is on screen, and saved with a row for each passage', async ({ workspace }) => {
  const guidance = await GuidancePage.openStored(workspace)
  await guidance.screen.getByRole('button', { name: 'Copy guidance table' }).click()
  await expect(workspace.status).toContainText('13 rows copied with headers')

  const [[name, file] = ['', Buffer.of()]] = await (await ExportDialog.open(workspace)).save('CSV')
  expect(name).toMatch(/^HLDN guidance .*csv$/)
  const text = file.toString('utf8')
  expect(text).toMatch(
    /Revenue,FY2025,Q1 FY2025 call,.*,lowered,4\.77–4\.90 bn,4770000000,4900000000,USD,Marta Ellingsen/,
  )
})

test('the reported figures end where their head ends, next to the pane too', async ({ workspace }) => {
  await workspace.page.setViewportSize({ width: 1440, height: 900 })
  const { table } = await GuidancePage.openStored(workspace)
  const ends = () =>
    table.evaluate((grid) => {
      const rightOf = (role: string) =>
        [...grid.querySelectorAll(`[role=${role}]`)].map((cell) => Math.round(cell.getBoundingClientRect().right))
      return { head: Math.max(...rightOf('columnheader')), cells: Math.max(...rightOf('gridcell')) }
    })
  await expect.poll(async () => (await ends()).head - (await ends()).cells).toBe(0)
})
