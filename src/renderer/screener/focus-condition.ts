import { tick } from 'svelte'

/** Puts the focus into a field of a condition's row, once the row is drawn. */
export async function focusOn(attribute: 'name' | 'value', id: string): Promise<void> {
  await tick()
  document.querySelector<HTMLInputElement>(`[data-${attribute}-of="${id}"]`)?.focus()
}
