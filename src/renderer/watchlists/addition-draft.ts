/** The key under which the draft of the Add companies dialog is stored. */

export function additionKey(listId: string): string {
  return `add-companies:${listId}`
}
