import { combine, split } from 'shamir-secret-sharing'
import { type Addresses, deriveKeys } from './walletKey.js'

/** Three shares of a key. Any two make it; one alone says nothing about it. */
export interface Shares {
  /** Stays in the frame's storage on this device. */
  readonly device: Uint8Array
  /** Goes to the service, which seals it. */
  readonly server: Uint8Array
  /** Is sealed by what only the person has, before it goes anywhere. */
  readonly recovery: Uint8Array
}

/** Two shares made another key: one of them is of another split, or was changed. */
export class WrongSharesError extends Error {
  override readonly name = 'WrongSharesError'
  readonly code = 'recovery_failed'
}

export async function splitKey(entropy: Uint8Array): Promise<Shares> {
  const [device, server, recovery] = await split(entropy, 3, 2)
  if (!device || !server || !recovery) throw new Error('The key was not split in three.')
  return { device, server, recovery }
}

/**
 * Makes the key from two shares. Shares that do not belong together make another key without a word, so that its addresses
 * are compared.
 *
 * @throws WrongSharesError
 */
export async function joinKey(
  shares: readonly [Uint8Array, Uint8Array],
  addresses: Addresses,
): Promise<Uint8Array> {
  const entropy = await combine([...shares]).catch((cause) => {
    throw wrong(cause)
  })
  if (entropy.length !== 16) throw wrong()
  const made = deriveKeys(entropy).addresses
  if (made.evm.toLowerCase() !== addresses.evm.toLowerCase() || made.solana !== addresses.solana)
    throw wrong()
  return entropy
}

const wrong = (cause?: unknown) =>
  new WrongSharesError(
    "These two parts don't make this wallet's key. Use parts of the same wallet and split.",
    { cause },
  )
