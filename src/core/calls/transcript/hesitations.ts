/** What transcripts write for sounds that say nothing, in lower case. */
export const hesitations: ReadonlySet<string> = new Set('uh um uhm er erm ah eh mm hmm mhm'.split(' '))
