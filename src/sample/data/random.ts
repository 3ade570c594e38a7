/** Reproducible chance: the same names give the same draws on every computer, so that two starts respond identically. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number, both ends possible. */
  whole(low: number, high: number): number
  /** Mean 0, deviation about 1, never beyond 3. */
  normal(): number
  /** Throws on an empty list: a seed file without entries is a defect, not a case. */
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  chance(share: number): boolean
}

/** FNV-1a, 32 bits: spreads short names well and needs no library. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** @param names what is drawn and for whom, such as `('price', 'HLDN')`: each purpose has a separate stream */
export function randomFor(...names: readonly (string | number)[]): Random {
  let state = hashOf(names.join('/'))
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    // twelve uniform draws: no logarithm, so no platform can differ in the last bit
    normal: () => {
      let sum = -6
      for (let draw = 0; draw < 12; draw++) sum += next()
      return Math.max(-3, Math.min(3, sum))
    },
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error(`nothing to pick from for ${names.join('/')}`)
      return item
    },
    shuffled: (list) => {
      const left = [...list]
      for (let at = left.length - 1; at > 0; at--) {
        const other = whole(0, at)
        const [kept, moved] = [left[at], left[other]]
        if (kept !== undefined && moved !== undefined) [left[at], left[other]] = [moved, kept]
      }
      return left
    },
    chance: (share) => next() < share,
  }
}

/** A UUID in the format of version 4, always the same for the same names. */
export function uuidFor(...names: readonly (string | number)[]): string {
  const random = randomFor('uuid', ...names)
  const hex = Array.from({ length: 32 }, (_, at) => {
    if (at === 12) return '4'
    if (at === 16) return '89ab'.charAt(random.whole(0, 3))
    return random.whole(0, 15).toString(16)
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
