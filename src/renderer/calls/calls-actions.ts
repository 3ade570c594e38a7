/** The actions of the list of calls, for keys, palette and help. */

import { Download, FileText, ListPlus, PanelRight, Play, RefreshCw } from 'lucide'
import type { ListedCall } from '#contract/api/calls.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommand, bindCommands } from '../app/commands/bind-commands.ts'
import type { CallListFilter } from './call-filter.svelte.ts'
import type { CallList } from './call-list.ts'

interface CallsHandlers {
  readonly list: CallList
  readonly choice: CallListFilter
  readonly open: (entry: ListedCall) => void
  /** Now, or after what is playing. */
  readonly listen: (entry: ListedCall) => void
  /** From where playback stopped; pauses or resumes the loaded call. */
  readonly play: (entry: ListedCall) => void
  /** Fetches the transcripts of the selected calls that are not downloaded. */
  readonly download: () => void
  /** Why nothing can be downloaded. */
  readonly downloadOff: string | null
  readonly previewShown: boolean
  readonly togglePreview: () => void
  readonly focusText: () => void
  readonly copy: () => void
  readonly older: () => void
  /** Why older calls cannot be fetched. */
  readonly olderOff: string | null
  /** Why no recording can be played. */
  readonly playOff: string | null
}

export function callsActions({
  list,
  choice,
  open,
  listen,
  play,
  download,
  downloadOff,
  previewShown,
  togglePreview,
  focusText,
  copy,
  older,
  olderOff,
  playOff,
}: CallsHandlers): readonly Action[] {
  const unselected = () => (list.currentEntry ? null : 'no call is selected')
  const unheard = () =>
    unselected() ?? playOff ?? (list.currentEntry?.recording === 'none' ? 'this call has no recording' : null)
  const withCurrent = (act: (entry: ListedCall) => void) => () => {
    if (list.currentEntry) act(list.currentEntry)
  }
  return bindCommands('calls', {
    'calls.text': { run: focusText },
    'calls.next': { run: () => list.moveBy(1) },
    'calls.before': { run: () => list.moveBy(-1) },
    'calls.open': { icon: FileText, off: unselected, run: withCurrent(open) },
    'calls.copy': { off: () => (list.selected ? null : 'no call is selected'), run: copy },
    'calls.listen': { icon: ListPlus, off: unheard, run: withCurrent(listen) },
    'calls.play': { icon: Play, off: unheard, run: withCurrent(play) },
    'calls.preview': {
      title: previewShown ? 'Hide preview' : 'Show preview',
      icon: PanelRight,
      off: unselected,
      run: togglePreview,
    },
    'calls.download': { icon: Download, off: () => downloadOff, run: download },
    'calls.on-disk': {
      title: choice.download === 'transcript' ? 'All calls' : 'Downloaded calls only',
      run: () => {
        choice.download = choice.download === 'transcript' ? '' : 'transcript'
      },
    },
    'calls.clear': { off: () => (choice.isNarrowed ? null : 'no filter is set'), run: () => choice.clear() },
    'calls.older': { off: () => olderOff, run: older },
  })
}

/** For the screen of all calls; a company's page refreshes its list with the rest. */
export function latestAction(latest: () => void): Action {
  return bindCommand('calls.newest', { icon: RefreshCw, run: latest })
}
