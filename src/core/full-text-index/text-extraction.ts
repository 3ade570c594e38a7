/**
 * Different words of texts that are ASCII alone, in small letters: a hash table over the letters where they stand, since 10,000 turns
 * hold 200,000 words of which nearly all were there before, and cutting each out costs four times as much as looking it up.
 */
export class PlainWords {
  readonly words: string[] = []
  /** One more than the place in `words`; 0: free. Never more than half full, and small enough to stay near the processor. */
  #slots = new Int32Array(1024)
  #mask = 1023
  readonly #most: number

  /** No words are taken beyond one more than `most`. */
  constructor(most: number) {
    this.#most = most
  }

  /** False, with some of its words taken, when the text holds more than ASCII. */
  take(text: string): boolean {
    let begins = -1
    let hash = 0
    for (let at = 0; at <= text.length && this.words.length <= this.#most; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 32
      if (code > 127) return false
      const small = smallLetters[code] ?? 0
      if (small === 0) {
        if (begins >= 0) this.#add(text, begins, at, hash)
        begins = -1
        continue
      }
      if (begins < 0) {
        begins = at
        hash = seed
      }
      hash = mixed(hash, small)
    }
    return true
  }

  #add(text: string, from: number, to: number, hash: number): void {
    let slot = columnOfPeriod(hash) & this.#mask
    for (let found = this.#slots[slot] ?? 0; found !== 0; found = this.#slots[slot] ?? 0) {
      if (isWordAt(this.words[found - 1] ?? '', text, from, to)) return
      slot = (slot + 1) & this.#mask
    }
    this.words.push(text.slice(from, to).toLowerCase())
    this.#slots[slot] = this.words.length
    if (this.words.length * 2 > this.#mask) this.#grow()
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 4)
    this.#mask = this.#slots.length - 1
    for (const [at, word] of this.words.entries()) {
      let hash = seed
      for (let letter = 0; letter < word.length; letter += 1) hash = mixed(hash, word.charCodeAt(letter))
      let slot = columnOfPeriod(hash) & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = at + 1
    }
  }
}

/** FNV-1a. */
const seed = 0x811c9dc5

function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function columnOfPeriod(hash: number): number {
  return hash ^ (hash >>> 15)
}

/** Of each code of ASCII: that of the letter or digit, small; 0 for anything between words. */
const smallLetters = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0
})

function isWordAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== smallLetters[text.charCodeAt(from + at)]) return false
  }
  return true
}
