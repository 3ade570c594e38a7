import type { JumpListCategory } from 'electron'
import { describe, expect, test } from 'vitest'
import { desktopActions, dockMenu, jumpList, showJumpList } from '#main/icon-list.ts'
import { readLink } from '#main/deep-link.ts'

const program = String.raw`C:\Program Files\Tearsheet\Tearsheet.exe`
const recent = [
  { title: 'HLDN', link: 'tearsheet://company/HLDN' },
  { title: 'Halden Q3 2026', link: 'tearsheet://call/f143806b' },
]
const shown = (list: readonly JumpListCategory[]) =>
  list.map(({ type, name, items = [] }) => [name ?? type, items.map(({ title }) => title)])

describe('the jump list on Windows', () => {
  test('opens by link what was opened last, and two pages', () => {
    const list = jumpList(recent, program, [])
    expect(shown(list)).toEqual([
      ['Recent', ['HLDN', 'Halden Q3 2026']],
      ['tasks', ['Home', 'Search Transcripts']],
    ])
    const items = list.flatMap((category) => category.items ?? [])
    expect(items.map(({ args = '' }) => readLink(args))).toEqual(items.map(({ args }) => args))
    expect(new Set(items.map((item) => item.program))).toEqual(new Set([program]))
  })

  test('leaves out what the user removed from it, with which Windows would show nothing else either', () => {
    expect(shown(jumpList(recent, program, [{ type: 'task', args: 'tearsheet://company/HLDN' }]))[0]).toEqual([
      'Recent',
      ['Halden Q3 2026'],
    ])
  })

  test('keeps the pages where a company or a call may not be shown', () => {
    const lists: unknown[] = []
    const app = {
      getJumpListSettings: () => ({ minItems: 10, removedItems: [] }),
      setJumpList: (list: JumpListCategory[] | null) => {
        lists.push(shown(list ?? []))
        return lists.length === 1 ? ('customCategoryAccessDeniedError' as const) : ('ok' as const)
      },
    }
    showJumpList(app, recent, program)
    expect(lists.at(-1)).toEqual([['tasks', ['Home', 'Search Transcripts']]])
  })

  test('of an empty workspace names nothing of the workspace before', () => {
    expect(shown(jumpList([], program, []))).toEqual([['tasks', ['Home', 'Search Transcripts']]])
  })
})

test('the menu of the dock on macOS opens the same', () => {
  const opened: string[] = []
  const menu = dockMenu(recent, (link) => opened.push(link))
  expect(menu.map(({ label, type }) => label ?? type)).toEqual([
    'Home',
    'Search Transcripts',
    'separator',
    'HLDN',
    'Halden Q3 2026',
  ])
  menu.at(3)?.click?.(null as never, undefined, {})
  expect(opened).toEqual(['tearsheet://company/HLDN'])
  expect(dockMenu([], () => undefined)).toHaveLength(2)
})

test('the actions of the desktop entry on Linux name pages that a link opens', () => {
  expect(desktopActions('tearsheet')).toEqual({
    home: { Name: 'Home', Exec: 'tearsheet tearsheet://home' },
    'search-transcripts': { Name: 'Search Transcripts', Exec: 'tearsheet tearsheet://search' },
  })
})
