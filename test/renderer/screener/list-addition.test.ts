import { expect, test } from 'vitest'
import { ListAddition } from '../../../src/renderer/screener/list-addition.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

/** The dialog of a screen that found two companies. */
async function dialog() {
  const { core } = await openTestCore(new ManualTime())
  const failures: unknown[] = []
  const said: string[] = []
  const workspace = {
    core,
    say: (sentence: string) => void said.push(sentence),
    open: () => {},
    fail: (error: unknown) => void failures.push(error),
  }
  const addition = new ListAddition(workspace, ['HLDN', 'KSTM'])
  const lists = async () => (await core.watchlists.all()).lists.map(({ name, companies }) => [name, companies])
  return { core, addition, lists, said, failures }
}

test('Add pressed twice creates one list, and adds the companies once', async () => {
  const { addition, lists, said } = await dialog()
  const pressed = [addition.addTo('Quality'), addition.addTo('Quality')]
  expect(await Promise.all(pressed)).toEqual([true, false])
  expect([await lists(), said]).toEqual([[['Quality', 2]], ['2 companies added to Quality.']])
})

test('a list that was deleted in another window while it was chosen is said to be gone, and no other list gets the companies', async () => {
  const { core, addition, lists, failures } = await dialog()
  const chosen = await core.watchlists.create({ name: 'Coverage' })
  await core.watchlists.create({ name: 'Peers' })
  await core.watchlists.remove({ listId: chosen.id })
  expect(await addition.addTo(chosen)).toBe(false)
  expect([await lists(), failures]).toMatchObject([[['Peers', 0]], [{ failure: { kind: 'no-such-watchlist' } }]])
  expect(addition.isAdding).toBe(false)
})
