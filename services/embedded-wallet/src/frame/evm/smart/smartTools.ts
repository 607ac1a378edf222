import { bytesToBigInt } from 'viem'
import type { Limits } from './submitOperation.js'
import type { SmartAccount } from './deriveSmartAccount.js'

/** What a request for the smart account works with. */
export interface SmartTools {
  readonly account: SmartAccount
  /** Of the network that is asked for, in the order they are asked in. */
  readonly bundlers: readonly string[]
  readonly nonceKeys: NonceKeys
  /** How long bundlers are waited for. */
  readonly limits?: Limits
}

/** Rows of nonces (ERC-4337): operations of different rows don't wait for each other. */
export interface NonceKeys {
  /** Returns a row that nothing of this page waits in, and what gives it back. */
  take(): { readonly key: bigint; giveBack(): void }
}

const newKey = () => bytesToBigInt(crypto.getRandomValues(new Uint8Array(16)))

/** A row of its own for each page, so that tabs don't block each other, and further ones while that one is in use. */
export function createNonceKeys(): NonceKeys {
  const own = newKey()
  let isFree = true
  return {
    take() {
      if (!isFree) return { key: newKey(), giveBack: () => undefined }
      isFree = false
      return {
        key: own,
        giveBack() {
          isFree = true
        },
      }
    },
  }
}
