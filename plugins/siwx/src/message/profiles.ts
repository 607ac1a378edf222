import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { readBitcoinAddress } from './bitcoinAddress.js'
import { parseChainId } from './caip.js'
import { CharacterClass, isEvery } from './characterClasses.js'
import { checksumAddress, isChecksumAddress, isHexAddress } from './eip55.js'
import type { MessageProfile } from './MessageProfile.js'
import { decodeSs58, encodeSs58 } from './ss58.js'

function bareReference(namespace: string, isValid: (reference: string) => boolean) {
  return {
    printChain(chainId: string): string | undefined {
      const parts = parseChainId(chainId)
      return parts?.namespace === namespace && isValid(parts.reference) ? parts.reference : undefined
    },
    readChain(printed: string): string | undefined {
      const chainId = `${namespace}:${printed}`
      return isValid(printed) && parseChainId(chainId) ? chainId : undefined
    },
  }
}

function isDecimal(reference: string): boolean {
  if (!isEvery(reference, CharacterClass.digit)) return false
  return reference.length === 1 || (reference.length > 1 && reference.charCodeAt(0) !== 48)
}

function isHexReference(reference: string): boolean {
  return (
    reference.length === 32 && isEvery(reference, CharacterClass.hex) && reference === reference.toLowerCase()
  )
}

/** EIP-4361. The address must carry its EIP-55 checksum; the chain is a decimal number. */
export const eip155Profile: MessageProfile = {
  namespace: 'eip155',
  grammar: { accountKind: 'Ethereum', optionalLines: false },
  ...bareReference('eip155', isDecimal),
  isAddress: isChecksumAddress,
  canonicalAddress: (address) => (isHexAddress(address) ? checksumAddress(address) : address),
}

/** How a Solana text names its chain: a cluster name (SIWS), a Wallet Standard id, or a CAIP-2 reference. */
export type SolanaChainForm = 'cluster' | 'walletStandard' | 'reference'

const SOLANA_CLUSTERS: readonly (readonly [cluster: string, reference: string])[] = [
  ['mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
]

/**
 * Sign In With Solana. The first form listed is printed and only the forms listed are read, because a
 * verifier must take the form it issued and no other. Default: the cluster name, the one form that wallets
 * accept in `solana:signIn`. Chains without a cluster name print their CAIP-2 reference.
 */
export function solanaProfile(chainForms: readonly SolanaChainForm[] = ['cluster']): MessageProfile {
  return {
    namespace: 'solana',
    grammar: { accountKind: 'Solana', optionalLines: true },
    printChain: (chainId) => printSolanaChain(chainId, chainForms[0] ?? 'cluster'),
    readChain(printed) {
      const chainId = solanaChain(printed)
      if (chainId === undefined) return undefined
      return chainForms.some((form) => printSolanaChain(chainId, form) === printed) ? chainId : undefined
    },
    isAddress: (address) => decodeBase58(address)?.length === 32,
    canonicalAddress: (address) => address,
  }
}

function solanaChain(printed: string): string | undefined {
  const bare = printed.startsWith('solana:') ? printed.slice(7) : printed
  const reference = SOLANA_CLUSTERS.find(([cluster]) => cluster === bare)?.[1] ?? bare
  return isGenesisReference(reference) ? `solana:${reference}` : undefined
}

/** A CAIP-2 reference of Solana is the first 32 characters of a genesis hash in base58; no number or name is one. */
function isGenesisReference(reference: string): boolean {
  return reference.length === 32 && decodeBase58(reference) !== undefined
}

function printSolanaChain(chainId: string, form: SolanaChainForm): string | undefined {
  const parts = parseChainId(chainId)
  if (parts?.namespace !== 'solana' || !isGenesisReference(parts.reference)) return undefined
  const cluster = SOLANA_CLUSTERS.find(([, reference]) => reference === parts.reference)?.[0]
  if (form === 'reference' || cluster === undefined) return parts.reference
  return form === 'cluster' ? cluster : `solana:${cluster}`
}

/**
 * Bitcoin. CAIP-122 has no bip122 profile: this is the EIP-4361 layout with "Bitcoin account" and the CAIP-2
 * reference (32 lower-case hexadecimal digits of the genesis block) as Chain ID.
 */
export const bip122Profile: MessageProfile = {
  namespace: 'bip122',
  grammar: { accountKind: 'Bitcoin', optionalLines: false },
  ...bareReference('bip122', isHexReference),
  isAddress: (address) => readBitcoinAddress(address) !== undefined,
  canonicalAddress(address) {
    const kind = readBitcoinAddress(address)?.kind
    const isBase58 = kind === undefined || kind === 'p2pkh' || kind === 'p2sh'
    return isBase58 ? address : address.toLowerCase()
  },
}

/**
 * Polkadot. CAIP-122 has no polkadot profile: this is the EIP-4361 layout with "Polkadot account" and the
 * CAIP-2 reference as Chain ID. The address is SS58 of any prefix; the canonical one has the general prefix 42.
 */
export const polkadotProfile: MessageProfile = {
  namespace: 'polkadot',
  grammar: { accountKind: 'Polkadot', optionalLines: false },
  ...bareReference('polkadot', isHexReference),
  isAddress(address) {
    const length = decodeSs58(address)?.publicKey.length
    return length === 32 || length === 33
  },
  canonicalAddress(address) {
    const key = decodeSs58(address)?.publicKey
    if (key?.length === 32) return encodeSs58(key)
    // The account of an ECDSA key is the hash of the key.
    return key?.length === 33 ? encodeSs58(blake2b(key, { dkLen: 32 })) : address
  },
}

/**
 * The text form for a namespace that has no profile: the EIP-4361 layout, the given word before "account:",
 * and the CAIP-2 reference as Chain ID. Give `canonicalAddress` where an address has more than one spelling, such as
 * bech32 in both cases.
 */
export function referenceProfile(options: {
  readonly namespace: string
  readonly accountKind: string
  readonly isAddress: (address: string) => boolean
  readonly canonicalAddress?: (address: string) => string
}): MessageProfile {
  return {
    namespace: options.namespace,
    grammar: { accountKind: options.accountKind, optionalLines: false },
    ...bareReference(options.namespace, () => true),
    isAddress: options.isAddress,
    canonicalAddress: options.canonicalAddress ?? ((address) => address),
  }
}

function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > 64) return undefined
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
