import { hexToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import type { BitcoinNetworkNames } from './bitcoinNetworks.js'

/** What an address is for: plain payments (P2WPKH), or inscriptions (P2TR). */
export type BitcoinPurpose = 'payment' | 'ordinals'

/** One address with its key. */
export interface BitcoinKey {
  readonly purpose: BitcoinPurpose
  readonly addressType: 'p2wpkh' | 'p2tr'
  readonly address: string
  /** Compressed (33 bytes) for payment; x-only (32 bytes) for ordinals. */
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
  /** The output script. */
  readonly script: Uint8Array
}

/** An account: the two addresses a wallet shows together. Named by its payment address. */
export interface BitcoinAccount {
  readonly address: string
  readonly payment: BitcoinKey
  readonly ordinals: BitcoinKey
}

/**
 * Derives an account from a seed by BIP-84 (payment) and BIP-86 (ordinals).
 *
 * @param seed hex of 16 to 64 bytes, or a BIP-39 phrase
 */
export function deriveAccount(seed: string, index: number, network: BitcoinNetworkNames): BitcoinAccount {
  const root = HDKey.fromMasterSeed(seed.includes(' ') ? mnemonicToSeedSync(seed) : hexToBytes(seed))
  const derive = (purpose: 84 | 86) => {
    const { privateKey, publicKey } = root.derive(`m/${purpose}'/${network.coinType}'/${index}'/0/0`)
    if (!privateKey || !publicKey) throw new Error('The seed of a Bitcoin test wallet must be a private one.')
    return { privateKey, publicKey }
  }
  const segwit = derive(84)
  const taproot = derive(86)
  const internalKey = taproot.publicKey.slice(1)
  const payment = p2wpkh(segwit.publicKey, network.parameters)
  const ordinals = p2tr(internalKey, undefined, network.parameters)
  return {
    address: addressOf(payment),
    payment: {
      purpose: 'payment',
      addressType: 'p2wpkh',
      address: addressOf(payment),
      script: payment.script,
      ...segwit,
    },
    ordinals: {
      purpose: 'ordinals',
      addressType: 'p2tr',
      address: addressOf(ordinals),
      script: ordinals.script,
      publicKey: internalKey,
      privateKey: taproot.privateKey,
    },
  }
}

function addressOf({ address }: { readonly address?: string | undefined }): string {
  if (address === undefined) throw new Error('The script has no address.')
  return address
}
