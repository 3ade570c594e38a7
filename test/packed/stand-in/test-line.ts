import type { FromProgram, ToProgram } from './messages.ts'

/** The line to the test, which has the browser. */
export function sendToTest(message: FromProgram): void {
  process.send?.(message)
}

export function happened(what: string): void {
  sendToTest({ is: 'happened', what })
}

type Kind = ToProgram['is']
type Message<Is extends Kind> = ToProgram extends infer Each
  ? Each extends { readonly is: infer Kinds }
    ? Is extends Kinds
      ? Omit<Each, 'is'> & { readonly is: Is }
      : never
    : never
  : never

const listeners = new Map<Kind, ((message: never) => void)[]>()

export function onTest<Is extends Kind>(is: Is, listener: (message: Message<Is>) => void): void {
  listeners.set(is, [...(listeners.get(is) ?? []), listener])
}

process.on('message', (message: ToProgram) => {
  for (const listener of listeners.get(message.is) ?? []) listener(message as never)
})
// Without a test there is nobody to show a window to.
process.on('disconnect', () => process.exit(1))
