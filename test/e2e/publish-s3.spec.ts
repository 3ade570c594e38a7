import { DuckDBInstance } from '@duckdb/node-api'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { PublishForm } from './pages/publish-form.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

/** The rows of a table, as DuckDB finds them below the version that the manifest names. */
async function rowsOf(folder: string, table: string): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(folder, '_tearsheet', 'manifest.json'), 'utf8')) as {
    version: string
  }
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const files = join(folder, version, table, '**', '*.parquet')
  const read = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM read_parquet('${files}')`)
  const [row] = read.getRowsJS()
  connection.closeSync()
  instance.closeSync()
  return Number(row?.[0])
}

test('a library is published to S3-compatible storage with keys that are entered, which are in no file and on no page (S10)', async ({
  workspace,
  app,
  store,
}) => {
  await (await CompanyPage.open(workspace, 'HLDN')).showsFigures()
  const form = new PublishForm(workspace)
  await form.open()
  await expect(form.screen).toContainText('On disk')
  await form.chooseS3()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await form.button('Publish').click()
  await expect(form.bucket).toHaveAccessibleDescription('Enter the name of the bucket.')
  await expect(form.accessKeyId).toHaveAccessibleDescription('Enter the access key ID.')
  await expect(form.screen.getByRole('textbox', { name: 'AWS Region' })).toBeFocused()
  await form.enterAddress(store)
  await form.enterKeys()
  await workspace.press('Enter')
  await expect(form.screen).toContainText(/Published: \d+ files of \d+ written/)
  await expect(form.screen).toContainText('s3://research/desk/tearsheet')
  await expect(form.screen).toContainText(`The access key that ends in TEST is used for ${store.endpoint}.`)
  await expect(form.secretAccessKey).toHaveCount(0)
  expect(await rowsOf(join(store.folder, 'desk/tearsheet'), 'statements')).toBeGreaterThan(1000)
  await expect(form.screen).toContainText(/Last published .* Statements by period [1-9]/)
  expect(await workspace.accessibilityFaults()).toEqual([])

  store.fault = ({ method }) => (method === 'DELETE' ? { kind: 'status', status: 403, code: 'AccessDenied' } : null)
  await (await CompanyPage.open(workspace, 'VSPO')).showsFigures()
  await form.open()
  await form.button('Publish').click()
  await expect(form.screen).toContainText('could not be deleted: the permission s3:DeleteObject is missing')
  expect(await workspace.accessibilityFaults()).toEqual([])
  store.fault = () => null

  const again = new WorkspacePage(await app.reopen())
  await again.isOpen()
  const reopened = new PublishForm(again)
  await reopened.open()
  await expect(reopened.endpoint).toHaveValue(store.endpoint)
  await expect(reopened.bucket).toHaveValue('research')
  await expect(reopened.screen).toContainText(/Last published .* Statements by period [1-9]/)
  // With a keyring the keys are stored, and not asked for again.
  const used = reopened.screen.getByText('The access key that ends in TEST is used for')
  await expect(used.or(reopened.secretAccessKey)).toBeVisible()
  const typed = (fields: HTMLElement[]) => fields.map((field) => (field as HTMLInputElement).value)
  expect((await reopened.secretAccessKey.evaluateAll(typed)).join('')).toBe('')
})

test('keys that are rejected are replaced in place; removed ones publish nothing', async ({
  app,
  workspace,
  store,
}) => {
  const rejected = 'anotherSecretOfTheSameOwner0123456789abc'
  app.lookFor(rejected)
  const form = new PublishForm(workspace)
  await form.open()
  await expect(form.screen).toContainText('On disk')
  await form.chooseS3()
  await form.enterAddress(store)
  await form.enterKeys(rejected)
  await form.button('Publish').click()
  await expect(form.screen).toContainText(
    'The library was not published: the keys were rejected. Replace them in Settings, Storage, Publish. What was published before is unchanged.',
  )
  expect(store.keys).toEqual([])
  expect(await workspace.accessibilityFaults()).toEqual([])
  await form.button('Replace keys…').click()
  await expect(form.accessKeyId).toBeFocused()
  await form.enterKeys()
  await form.button('Publish').click()
  await expect(form.screen).toContainText(/Published: \d+ files? of \d+ written/)
  await form.button('Remove keys').click()
  await expect(form.secretAccessKey).toHaveValue('')
  const before = store.requests.length
  await form.button('Publish').click()
  await expect(form.secretAccessKey).toHaveAccessibleDescription('Enter the secret access key.')
  expect(store.requests).toHaveLength(before)
})
