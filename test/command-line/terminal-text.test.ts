import { expect, test } from 'vitest'
import { textTable } from '#command-line/text-table.ts'
import { openedCore, usualNames } from '../core/opened-core.ts'
import { packOf } from '../core/packs/made-pack.ts'
import { ownFolder } from '../core/folders.ts'
import { run } from './run-in-test.ts'

/** Sets the title of a terminal, clears it by a C1 character, and reorders what follows. */
const commands = '\u001b]0;PWNED\u0007\u009b2J\u202e'
const obeyed = /(?!\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

test('a table for a terminal has no character that it obeys: in heads, cells and notes', () => {
  const lines = textTable(
    {
      title: 'Calls',
      columns: [{ title: `Title${commands}`, kind: 'text' }],
      rows: [[`Call${commands}`]],
      notes: [`Fetched${commands}\nlater`],
    },
    { numbers: 'en-US', scale: 'units', width: null },
  )
  expect(lines).toEqual(['Title ]0;PWNED 2J', 'Call ]0;PWNED 2J', '\nFetched ]0;PWNED 2J later'])
})

test('a pack says which hosts its new workspace uses, and sends no commands to the terminal by the names in it', async () => {
  const first = openedCore()
  const service = { baseUrl: 'https://data.example.com', recordingsBase: 'https://cdn.example.com', search: usualNames }
  const { id } = await first.api.workspaces.create({ name: 'Live', ...service })
  await first.api.workspaces.activate({ id })
  const list = await first.api.watchlists.create({ name: `Optics${commands}` })
  await first.api.watchlists.addCompanies({ listId: list.id, securities: [{ symbol: 'HLDN' }] })
  const choice = { companies: [], watchlistIds: [list.id], kinds: [] }
  const profile = ownFolder()
  const taken = await run(profile, ['open-pack', await packOf(first, choice)])
  expect(taken).toMatchObject({ code: 0, errors: '' })
  expect(taken.output).toMatch(/^New workspace Live for data.example.com, with recordings from cdn.example.com\.\n/)

  await first.api.watchlists.setNote({ listId: list.id, symbol: 'HLDN', note: 'changed' })
  const again = await run(profile, ['open-pack', await packOf(first, { ...choice, name: 'Later' })])
  expect(again.output).toContain(
    'The watchlist “Optics ]0;PWNED 2J ” by Ada has changed since an earlier pack. Both are kept.\n',
  )
  expect(again.output).not.toMatch(obeyed)

  // As data it is whole, and harmless where it is shown.
  const { output } = await run(profile, ['watchlists', '--json', '--workspace', id])
  expect(output).not.toMatch(obeyed)
  expect(JSON.stringify(JSON.parse(output))).toContain(JSON.stringify(list.name))
})
