/**
 * For the Node that runs the browser shell. V8 lets the space of new objects grow to 128 MB, most of it garbage of answers that were
 * stored long ago; with a space of 8 MB on either side the core stays by 100 MB below that, and storing takes as long.
 */
export const nodeOptions = ['--max-semi-space-size=8']
