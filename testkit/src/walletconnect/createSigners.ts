import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { assertLoopback } from './loopbackOnly.js'
import { createBip122Signer } from './signers/bip122Signer.js'
import { createEip155Signer } from './signers/eip155Signer.js'
import { createPolkadotSigner } from './signers/polkadotSigner.js'
import type { Signer } from './signers/signer.js'
import { createSolanaSigner } from './signers/solanaSigner.js'

export type WalletNamespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'

export interface SignersOptions {
  /** Keys are derived from this text, so that the same text gives the same accounts. Default `latchkey`. */
  readonly seed?: string
  /** Private keys of 32 bytes to use instead of derived ones, main key first. */
  readonly keys?: Readonly<Partial<Record<WalletNamespace, readonly Uint8Array[]>>>
  /** CAIP-2 ids by namespace. A namespace left out is not supported. Default: a network of each. */
  readonly networks?: Readonly<Partial<Record<WalletNamespace, readonly string[]>>>
  /** Nodes by CAIP-2 id: JSON-RPC for `eip155` and `solana`, an Esplora-style service for `bip122`. */
  readonly rpcUrls?: Readonly<Record<string, string>>
  /** Whether EIP-5792 is spoken on EVM: `wallet_sendCalls`, its status and capabilities. Default false. */
  readonly walletCalls?: boolean | undefined
  /** Whether an app may add EVM networks (EIP-3085). Default false. */
  readonly addsNetworks?: boolean | undefined
}

const defaultNetworks: Readonly<Record<WalletNamespace, readonly string[]>> = {
  eip155: ['eip155:1', 'eip155:31337'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  bip122: ['bip122:000000000019d6689c085ae165831e93', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
  polkadot: ['polkadot:91b171bb158e2d3848fa23a9f1c25182'],
}

const factories = {
  eip155: createEip155Signer,
  solana: createSolanaSigner,
  bip122: createBip122Signer,
  polkadot: createPolkadotSigner,
} as const

export async function createSigners(options: SignersOptions): Promise<readonly Signer[]> {
  const { seed = 'latchkey', keys = {}, networks = defaultNetworks, rpcUrls = {} } = options
  for (const [chainId, url] of Object.entries(rpcUrls)) assertLoopback(url, `node of ${chainId}`)
  const namespaces = (Object.keys(factories) as WalletNamespace[]).filter((name) => networks[name]?.length)
  return Promise.all(
    namespaces.map((namespace) => {
      const derived = [0, 1].map((index) => sha256(utf8ToBytes(`${seed}/${namespace}/${index}`)))
      const chains = networks[namespace] ?? []
      const { walletCalls, addsNetworks } = options
      return factories[namespace]({
        keys: keys[namespace] ?? derived,
        chains,
        rpcUrls,
        walletCalls,
        addsNetworks,
      })
    }),
  )
}
