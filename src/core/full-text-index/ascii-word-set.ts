/** A set of the distinct words of ASCII texts, used while transcripts are indexed. */

/**
 * The distinct words of ASCII texts, in lower case. It is a hash table that compares words inside the text: 10,000 turns have 200,000
 * words of which nearly all are known, and a `Set` needs a string for each of them (docs/architecture/full-text-search.md).
 */
export class AsciiWordSet {
  readonly words: string[] = []
  /** Index in `words` plus one; 0: free. At most half of the slots are used, and the table fits the processor's cache. */
  #slots = new Int32Array(1024)
  #mask = 1023
  readonly #limit: number

  /** Stops at one word more than the limit. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns false at the first character that is not ASCII; the words before it are added. */
  addWords(text: string): boolean {
    let start = -1
    let hash = 0
    for (let at = 0; at <= text.length && this.words.length <= this.#limit; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 32
      if (code > 127) return false
      const letter = lowerCase[code] ?? 0
      if (letter === 0) {
        if (start >= 0) this.#add(text, start, at, hash)
        start = -1
        continue
      }
      if (start < 0) {
        start = at
        hash = seed
      }
      hash = mix(hash, letter)
    }
    return true
  }

  #add(text: string, from: number, to: number, hash: number): void {
    let slot = firstSlot(hash) & this.#mask
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
    for (const [index, word] of this.words.entries()) {
      let hash = seed
      for (let letter = 0; letter < word.length; letter += 1) hash = mix(hash, word.charCodeAt(letter))
      let slot = firstSlot(hash) & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = index + 1
    }
  }
}

/** FNV-1a. */
const seed = 0x811c9dc5

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function firstSlot(hash: number): number {
  return hash ^ (hash >>> 15)
}

/** By ASCII code: the code of the lower-case letter or of the digit; 0 for every other character. */
const lowerCase = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0
})

function isWordAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== lowerCase[text.charCodeAt(from + at)]) return false
  }
  return true
}
