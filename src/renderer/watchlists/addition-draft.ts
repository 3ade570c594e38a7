/** Of the draft for companies that are being added to a list. */
export function additionKey(listId: string): string {
  return `add-companies:${listId}`
}
