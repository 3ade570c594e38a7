/**
 * For the Node that runs the browser shell. V8 sizes its heap by the memory of the machine: the space of new objects grows to 128 MB,
 * and 100 MB of what is left of answers that were stored long ago is not collected, since there is room. With a space of 8 MB on either
 * side, and 1 GB for old objects, a tenth of which the core needs at most, it stays by 200 MB below that, and storing takes as long.
 */
export const nodeOptions = ['--max-semi-space-size=8', '--max-old-space-size=1024']
