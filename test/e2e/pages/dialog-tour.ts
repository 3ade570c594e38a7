import { expect } from '@playwright/test'
import { CallPage } from './call-page.ts'
import { CompanyPage } from './company-page.ts'
import { ComparePage } from './compare-page.ts'
import { Palette } from './palette.ts'
import { SettingsPage } from './settings-page.ts'
import { storedCalls, TranscriptSearchPage } from './transcript-search-page.ts'
import { WatchlistPage } from './watchlist-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/**
 * How a dialog is opened on the page it belongs to: by its command, else by a button, or by an entry of the button's menu. `draws`: what it
 * shows a moment later.
 */
type Opened =
  | { readonly command: string; readonly draws?: string }
  | {
      readonly button: string | RegExp
      readonly entry?: string | RegExp
      readonly draws?: string
      /** The button is in the drawer. */
      readonly inDrawer?: true
    }

/** The dialogs of the program that the other tours do not meet, on the pages of the sample. */
export async function* dialogs(workspace: WorkspacePage): AsyncGenerator<string> {
  const { page } = workspace
  const palette = new Palette(workspace)

  async function* each(...all: readonly Opened[]): AsyncGenerator<string> {
    for (const how of all) {
      if ('command' in how) {
        await palette.open(how.command)
        await palette.entry(how.command).first().click()
      } else {
        const part = how.inDrawer ? workspace.drawer : page.getByRole('tabpanel')
        await part.getByRole('button', { name: how.button }).first().click()
        if (how.entry !== undefined) await workspace.menuEntry(how.entry).click()
      }
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.locator('[aria-busy=true]:visible')).toHaveCount(0)
      if (how.draws !== undefined) await expect(dialog.locator(how.draws).first()).toBeVisible()
      yield `dialog ${(await dialog.getByRole('heading').first().innerText()).trim()}`
      await workspace.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }

  await palette.open('DES HLDN')
  await workspace.press('Enter')
  await expect(palette.dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /halden/i }).first()).toBeVisible()
  yield* each({ command: 'Arrange overview…' }, { button: /halden/i })
  const halden = await CompanyPage.open(workspace, 'HLDN')
  await halden.showsFigures()
  yield* each({ command: 'Update workbook…' })
  // It comes back two frames after the dialog has closed.
  await halden.hasKeys()
  await workspace.press('Control+Home')
  await workspace.press('ArrowRight')
  await workspace.press('Enter')
  yield* each({ button: 'Full record', inDrawer: true, draws: '.line' })
  await workspace.press('Escape')
  // Neither is on the coverage, so that the screener lacks their ratings.
  await (await CompanyPage.open(workspace, 'MRWD')).showsFigures()
  const broken = await CompanyPage.open(workspace, 'QLND')
  await broken.showsFigures()
  await broken.periods('Annual')
  await (await broken.cell('Revenue', 'FY2021')).click()
  await workspace.press('Shift+K')
  yield* each({ button: 'Add note', inDrawer: true })
  await workspace.press('Escape')
  await (await ComparePage.open(workspace, 'HLDN', 'VSPO', 'KSTM')).showsFigures('HLDN', 'VSPO', 'KSTM')
  yield* each({ command: 'Choose lines' }, { button: 'Saved', entry: 'Save as…' })
  await (await CallPage.open(workspace, storedCalls.speech)).isRead()
  yield* each({ command: 'Timestamp settings…' })
  const transcripts = await TranscriptSearchPage.open(workspace)
  await transcripts.search('margin')
  await expect(transcripts.hits.first()).toBeVisible()
  yield* each({ button: 'Save search' }, { button: 'Synonyms' })
  await workspace.rail.getByRole('button', { name: /^Screener/ }).click()
  await page.getByRole('button', { name: 'Profitable and growing' }).click()
  await expect(page.getByRole('grid', { name: 'Results' }).getByRole('rowheader').first()).toBeVisible()
  yield 'conditions of a screen'
  yield* each({ command: 'Save screen' }, { command: 'Add results to watchlist' }, { command: 'Choose columns' })
  await page.getByRole('button', { name: 'New screen' }).click()
  await page.getByRole('button', { name: 'Net cash, no downgrades' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Remove Net debt' }).click()
  yield* each({ command: 'Download missing data for screen' })
  await expect((await WatchlistPage.open(workspace)).table).toBeVisible()
  yield* each(
    { command: 'Add companies to watchlist' },
    { command: 'Choose columns' },
    { command: 'Edit note' },
    { command: 'Booklet of watchlist…', draws: 'tbody tr' },
    { command: 'Download watchlist for offline use…' },
    { button: 'Lists', entry: 'Rename…' },
    { button: 'Lists', entry: /^Delete / },
  )
  await workspace.rail.getByRole('button', { name: /^Alerts/ }).click()
  yield* each({ command: 'New alert' })
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  yield* each({ button: 'Remove recordings…' })
  await settings.open('Workspaces')
  await settings.screen.getByRole('button', { name: 'Sample', exact: true }).click()
  // The break that was marked as known is the user's own.
  yield* each({ button: 'Delete sample workspace' })
}
