/** Focuses a field in a condition's row, once the row is rendered. */

import { tick } from 'svelte'

export async function focusOn(attribute: 'name' | 'value', id: string): Promise<void> {
  await tick()
  document.querySelector<HTMLInputElement>(`[data-${attribute}-of="${id}"]`)?.focus()
}
