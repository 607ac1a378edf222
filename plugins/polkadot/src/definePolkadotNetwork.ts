import type { Currency } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PolkadotNetwork } from './networks.js'
import { optionsInvalid } from './optionsInvalid.js'

/** A chain of one's own: a parachain, a local node, a fork. */
export interface PolkadotNetworkDefinition {
  /** 0x-prefixed hex of 32 bytes, as `chain_getBlockHash(0)` answers. */
  readonly genesisHash: string
  /** As `system_properties` says, 0 to 16383; 42 is the general one. */
  readonly ss58Prefix: number
  readonly name: string
  readonly nativeCurrency: Currency
  /** WS(S), best first. */
  readonly rpcUrls: readonly string[]
  /** Laid out as Subscan is: `/account/…` and `/extrinsic/…`. */
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet?: boolean
  /** The chain that keeps the accounts' names, if there is one. */
  readonly people?: PolkadotNetwork['people']
  /** See `PolkadotNetwork`. */
  readonly metadataHash?: false
  readonly icon?: string
}

/**
 * Describes a chain that this package does not list. The rest is checked when `polkadot()` reads it.
 *
 * @throws KernelError `POLKADOT_OPTIONS_INVALID` when the genesis hash is none.
 * @example
 * const local = definePolkadotNetwork({
 *   genesisHash: '0x4545…',
 *   ss58Prefix: 42,
 *   name: 'Local',
 *   nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
 *   rpcUrls: ['ws://127.0.0.1:9944'],
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePolkadotNetwork(definition: PolkadotNetworkDefinition): PolkadotNetwork {
  const genesisHash = String(definition?.genesisHash).toLowerCase()
  if (!/^0x[0-9a-f]{64}$/.test(genesisHash)) {
    throw optionsInvalid('definePolkadotNetwork', ['"genesisHash" must be 0x and 64 hex characters.'])
  }
  return {
    ...definition,
    genesisHash: genesisHash as `0x${string}`,
    id: `polkadot:${genesisHash.slice(2, 34)}` satisfies NetworkId,
    namespace: 'polkadot',
  }
}
