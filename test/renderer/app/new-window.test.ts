import { expect, test } from 'vitest'
import { Drafts, type DraftSubject } from '../../../src/renderer/app/drafts.svelte.ts'
import { adoptTabs } from '../../../src/renderer/app/new-window.ts'
import { tabSetOf } from '../../../src/renderer/app/tab-history.ts'
import type { TabLocation } from '../../../src/renderer/app/tab-locations.ts'
import { Tabs } from '../../../src/renderer/app/tabs.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

const call: TabLocation = { screen: 'call', callId: 'a', title: 'HLDN', turn: -1 }
const note: DraftSubject = { key: 'note:one', title: 'note on HLDN', location: call }

/** Two windows on a real core. */
async function twoWindows() {
  const time = new ManualTime()
  const { core, changes } = await openTestCore(time)
  const opened = async () => {
    const drafts = new Drafts({ core, changes, after: time.after, now: () => 1000 })
    await drafts.read()
    const history = {
      state: null,
      pushState: () => {},
      replaceState: () => {},
      back: () => {},
      forward: () => {},
      go: () => {},
    }
    return { core, drafts, tabs: new Tabs({ history, workspace: 'sample', saved: null, changed: () => {} }) }
  }
  return { core, one: await opened(), other: await opened() }
}

test('text that was typed in a tab is continued where the tab is reopened, after the window that it moved to was closed', async () => {
  const { core, one, other } = await twoWindows()
  const begun = one.drafts.begin(note, '')
  begun.text = 'typed'
  await one.drafts.flush()
  one.drafts.handOver(() => begun.leave())
  await other.drafts.read()
  other.drafts.begin(note, '').text = 'typed and more'
  await other.drafts.flush()
  await core.tabs.save({
    window: 'other',
    set: tabSetOf({ locations: [{ screen: 'home' }, call], active: 1, otherPane: -1 }, null),
  })
  await adoptTabs(one, 'other')
  one.tabs.reopen()
  expect([one.tabs.active.location, one.drafts.begin(note, '').text]).toEqual([call, 'typed and more'])
})
