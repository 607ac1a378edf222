import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** The first two accounts that `latchkey-devstack solana` funds. They are public: nothing of value belongs there. */
export const defaultSecretKeys = (): readonly string[] =>
  [0, 1].map((index) => {
    const seed = sha256(utf8ToBytes(`latchkey devstack solana account ${index}`))
    return base58.encode(concatBytes(seed, ed25519.getPublicKey(seed)))
  })
