/** The context menu of selected and editable text. */

import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText'> & {
  readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>
}

/** Most characters of the selection in the menu; more would make it as wide as the window. */
const mostLetters = 30
/** Longest query. */
const longestQuery = 200

/**
 * The context menu of text, where the page has none of its own. Empty: no commands. Spelling is left out: the browser would
 * download its dictionaries (docs/promises.md).
 */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: Clicked,
  search: (query: string) => void,
): MenuItemConstructorOptions[] {
  const selected = selectionText.trim().replaceAll(/\s+/g, ' ')
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
  const selectAll: MenuItemConstructorOptions = { role: 'selectAll', enabled: editFlags.canSelectAll }
  if (isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      copy,
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      selectAll,
    ]
  }
  if (selected === '') return []
  // An ampersand would underline the letter after it.
  const named = (selected.length > mostLetters ? `${selected.slice(0, mostLetters)}…` : selected).replaceAll('&', '&&')
  return [
    copy,
    selectAll,
    { type: 'separator' },
    { label: `Search Transcripts for “${named}”`, click: () => search(selected.slice(0, longestQuery)) },
  ]
}
