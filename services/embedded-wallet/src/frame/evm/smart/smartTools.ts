import { bytesToBigInt } from 'viem'
import type { Limits } from './submitOperation.js'
import type { SmartAccount } from './deriveSmartAccount.js'

/** What a request for the smart account needs. */
export interface SmartTools {
  readonly account: SmartAccount
  /** The network's bundlers, in the order to ask them. */
  readonly bundlers: readonly string[]
  readonly nonceKeys: NonceKeys
  /** How long to wait for bundlers. */
  readonly limits?: Limits
}

/** Rows of nonces (ERC-4337): operations of different rows don't wait for each other. */
export interface NonceKeys {
  /** Returns a row that no operation of this page is using, and a function that gives it back. */
  take(): { readonly key: bigint; giveBack(): void }
}

const newKey = () => bytesToBigInt(crypto.getRandomValues(new Uint8Array(16)))

/** Gives each page its own row, so that tabs don't block each other, and more rows while that one is in use. */
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
