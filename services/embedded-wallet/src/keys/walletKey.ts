import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { HDKey as EdwardsKey } from 'micro-key-producer/slip10.js'
import { privateKeyToAddress } from 'viem/accounts'

/** BIP-44's first account on Ethereum. */
export const evmPath = "m/44'/60'/0'/0/0"
/** BIP-44's second account on Ethereum: its key controls the smart account and nothing else. */
export const smartOwnerPath = "m/44'/60'/1'/0/0"
/** The first account of Solana's wallets: SLIP-0010 derives hardened keys only. */
export const solanaPath = "m/44'/501'/0'/0'"

const entropyBytes = 16

export interface Addresses {
  /** With the checksum of EIP-55. */
  readonly evm: `0x${string}`
  readonly solana: string
}

export interface WalletKeys {
  readonly addresses: Addresses
  readonly evm: `0x${string}`
  /** Controls the smart account. */
  readonly smartOwner: `0x${string}`
  /** Seed of 32 bytes. */
  readonly solana: Uint8Array
}

/** What a wallet is made of: 128 random bits. */
export const createEntropy = () => crypto.getRandomValues(new Uint8Array(entropyBytes))

/** The twelve words of BIP-39 that any wallet takes. */
export const wordsOf = (entropy: Uint8Array) => entropyToMnemonic(entropy, wordlist)

/** @throws when a word is unknown or the checksum is wrong */
export const entropyOf = (words: string) =>
  mnemonicToEntropy(words.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' '), wordlist)

/** The keys of both chains, as any wallet makes them from the same words. */
export function deriveKeys(entropy: Uint8Array): WalletKeys {
  const seed = mnemonicToSeedSync(wordsOf(entropy))
  const root = HDKey.fromMasterSeed(seed)
  const [evm, smartOwner] = [evmKeyAt(root, evmPath), evmKeyAt(root, smartOwnerPath)]
  const solana = EdwardsKey.fromMasterSeed(seed).derive(solanaPath).privateKey
  const addresses = {
    evm: privateKeyToAddress(evm),
    solana: base58.encode(ed25519.getPublicKey(solana)),
  }
  seed.fill(0)
  return { addresses, evm, smartOwner, solana }
}

function evmKeyAt(root: HDKey, path: string): `0x${string}` {
  const { privateKey } = root.derive(path)
  if (!privateKey) throw new Error('The path led to no private key.')
  return `0x${Array.from(privateKey, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The form in which Solana's wallets take a key: seed and public key, in base58. */
export const exportSolana = (seed: Uint8Array) =>
  base58.encode(new Uint8Array([...seed, ...ed25519.getPublicKey(seed)]))
