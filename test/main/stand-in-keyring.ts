import type { Encryption } from '#main/vault.ts'

type Fate = 'gives' | 'refuses' | 'locked' | 'silent' | 'lies'

/**
 * Electron's asynchronous safeStorage as its source has it: tagged ciphertexts, two different rejections, and a result that may
 * never come. What it holds under one tag it cannot read under another.
 */
export class StandInKeyring implements Encryption {
  tag: string
  /** Which older tags it can still read; reading one of them asks for renewal. */
  readsToo: readonly string[] = []
  sealing: Fate = 'gives'
  opening: Fate = 'gives'
  asked = 0

  constructor(tag: string) {
    this.tag = tag
  }

  isAsyncEncryptionAvailable(): Promise<boolean> {
    this.asked += 1
    return this.sealing === 'silent' ? never() : Promise.resolve(true)
  }

  encryptStringAsync(plainText: string): Promise<Buffer> {
    if (this.sealing === 'silent') return never()
    if (this.sealing !== 'gives') {
      return Promise.reject(new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.'))
    }
    return Promise.resolve(Buffer.concat([Buffer.from(this.tag), scrambled(Buffer.from(plainText))]))
  }

  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    this.asked += 1
    if (this.opening === 'silent') return never()
    if (this.opening === 'locked') {
      return Promise.reject(new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'))
    }
    const tag = encrypted.subarray(0, 3).toString()
    const readable = tag === this.tag || this.readsToo.includes(tag)
    if (this.opening === 'refuses' || !readable) {
      return Promise.reject(
        new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'),
      )
    }
    const result = this.opening === 'lies' ? 'something else' : scrambled(encrypted.subarray(3)).toString()
    return Promise.resolve({ shouldReEncrypt: tag !== this.tag, result })
  }
}

function never<Value>(): Promise<Value> {
  return new Promise<Value>(() => undefined)
}

/** So that no key can be found in a file by searching for it. */
function scrambled(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0x5a))
}
