/** The last thing that long work says. */
export async function lastStep<Step extends { readonly kind: string }>(
  asked: Promise<AsyncIterable<Step>>,
): Promise<Exclude<Step, { kind: 'progress' }>> {
  let last: Step | undefined
  for await (const step of await asked) last = step
  if (last === undefined || last.kind === 'progress') throw new Error('it did not come to an end')
  return last as Exclude<Step, { kind: 'progress' }>
}
