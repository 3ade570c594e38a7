import { flushSync } from 'svelte'

/** One change of state that takes away what one effect had added and lets another add its own, the new one first. */
export function replaceInOneFlush(addOld: () => () => void, addNew: () => () => void): void {
  let page = $state('old')
  $effect.root(() => {
    $effect(() => (page === 'new' ? addNew() : undefined))
    $effect(() => (page === 'old' ? addOld() : undefined))
  })
  flushSync()
  page = 'new'
  flushSync()
}
