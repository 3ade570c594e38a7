/** What speakers do when they announce what they will say, with nothing of what they expect. */
export const wordsOfTalk = `begin, start, talk, turn, give, walk, discuss, go, comment, cover, review, take, hand, focus, say, share, pass, open,
  move, provide, present, address, touch, highlight, mention, show, see on, note, notice, find, hear, recall, remember, speak, explain, describe`
