/** The key of the draft that keeps what was typed into the dialog for adding companies to a list. */
export function additionKey(listId: string): string {
  return `add-companies:${listId}`
}
