import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'

/** A key pair of the local chain. */
export interface SolanaAccount {
  /** Base58. */
  readonly address: string
  /** The 64 bytes of seed and public key in base58, as wallets export it. */
  readonly secretKey: string
}

/** The same key pair for the same label, everywhere. Public by construction: never for anything of value. */
export function labelledKeypair(label: string): Keypair {
  return Keypair.fromSeed(createHash('sha256').update(`latchkey devstack solana ${label}`).digest())
}

/** The accounts the local chain funds. */
export function devAccounts(count: number): readonly SolanaAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const keypair = labelledKeypair(`account ${index}`)
    return { address: keypair.publicKey.toBase58(), secretKey: base58.encode(keypair.secretKey) }
  })
}
