/**
 * The commands of the player, which are available while a recording is loaded: titles, groups,
 * default keys.
 */

import { commandScope } from './command.ts'

export const player = commandScope('Player', {
  'player.toggle': { title: 'Play or pause', group: 'Playing', keys: ['Space'], words: ['stop', 'audio'] },
  'player.back': { title: 'Back 15 seconds', group: 'Playing', keys: ['Shift+J'], words: ['rewind', 'skip back'] },
  'player.forward': {
    title: 'Forward 15 seconds',
    group: 'Playing',
    keys: ['Shift+L'],
    words: ['fast forward', 'skip'],
  },
  'player.slower': { title: 'Slower', group: 'Playing', keys: ['['], words: ['playback speed'] },
  'player.faster': { title: 'Faster', group: 'Playing', keys: [']'], words: ['playback speed'] },
  'player.previous': { title: 'Previous turn', group: 'Playing' },
  'player.next': { title: 'Next turn', group: 'Playing' },
  'player.loop': { title: 'Repeat this turn', group: 'Playing', words: ['loop'] },
  'player.next-call': { title: 'Next call in queue', group: 'Playing', words: ['skip call'] },
  'player.close': { title: 'Close player', group: 'Playing', words: ['stop playback'] },
})
