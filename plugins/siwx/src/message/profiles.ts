import { base58 } from '@scure/base'
import { readBitcoinAddress } from './bitcoinAddress.js'
import { isEqualBytes } from './bytes.js'
import { parseChainId } from './caip.js'
import { CharacterClass, isEvery } from './characterClasses.js'
import { isChecksumAddress, isHexAddress } from './eip55.js'
import type { MessageProfile } from './MessageProfile.js'
import { decodeSs58, isSameSs58 } from './ss58.js'

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
  isSameAddress: (one, other) => isHexAddress(one) && one.toLowerCase() === other.toLowerCase(),
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
    isSameAddress: (one, other) => one === other,
  }
}

function solanaChain(printed: string): string | undefined {
  const bare = printed.startsWith('solana:') ? printed.slice(7) : printed
  const known = SOLANA_CLUSTERS.find(([cluster]) => cluster === bare)
  const chainId = `solana:${known?.[1] ?? bare}`
  return parseChainId(chainId) ? chainId : undefined
}

function printSolanaChain(chainId: string, form: SolanaChainForm): string | undefined {
  const parts = parseChainId(chainId)
  if (parts?.namespace !== 'solana') return undefined
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
  isSameAddress(one, other) {
    const first = readBitcoinAddress(one)
    const second = readBitcoinAddress(other)
    if (!first || !second) return false
    return first.network === second.network && isEqualBytes(first.script, second.script)
  },
}

/**
 * Polkadot. CAIP-122 has no polkadot profile: this is the EIP-4361 layout with "Polkadot account" and the
 * CAIP-2 reference as Chain ID. The address is SS58 of any prefix; accounts are compared by public key.
 */
export const polkadotProfile: MessageProfile = {
  namespace: 'polkadot',
  grammar: { accountKind: 'Polkadot', optionalLines: false },
  ...bareReference('polkadot', isHexReference),
  isAddress(address) {
    const length = decodeSs58(address)?.publicKey.length
    return length === 32 || length === 33
  },
  isSameAddress: isSameSs58,
}

/**
 * The text form for a namespace that has no profile: the EIP-4361 layout, the given word before "account:",
 * and the CAIP-2 reference as Chain ID. Addresses are compared as they are unless told otherwise.
 */
export function referenceProfile(options: {
  readonly namespace: string
  readonly accountKind: string
  readonly isAddress: (address: string) => boolean
  readonly isSameAddress?: (one: string, other: string) => boolean
}): MessageProfile {
  return {
    namespace: options.namespace,
    grammar: { accountKind: options.accountKind, optionalLines: false },
    ...bareReference(options.namespace, () => true),
    isAddress: options.isAddress,
    isSameAddress: options.isSameAddress ?? ((one, other) => one === other),
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
