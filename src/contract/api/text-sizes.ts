/** The text sizes of the program, in percent. A file of its own, since the window imports nothing that imports zod. */
export const textSizes = { smallest: 90, largest: 150, step: 10 } as const
