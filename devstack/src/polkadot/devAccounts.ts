import { Keyring } from '@polkadot/api'
import { cryptoWaitReady } from '@polkadot/util-crypto'

/** A funded account of the local chain. */
export interface PolkadotAccount {
  /** SS58 with the chain's prefix. */
  readonly address: string
  /** Secret URI of the sr25519 key on the public development phrase: never for anything of value. */
  readonly uri: string
}

/** The accounts every Substrate development chain knows. */
const uris = ['//Alice', '//Bob', '//Charlie', '//Dave', '//Eve', '//Ferdie'] as const

/** Derives the development accounts. */
export async function devAccounts(ss58Prefix: number): Promise<readonly PolkadotAccount[]> {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519', ss58Format: ss58Prefix })
  return uris.map((uri) => ({ address: keyring.createFromUri(uri).address, uri }))
}
