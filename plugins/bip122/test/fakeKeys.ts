import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58check, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { Signer } from 'bip322-js'
import type { BitcoinChain } from '../src/networks.js'

export type FakeKind = 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh'

/** One key seen as one kind of address, signing with a library that the plugin does not sign or check with. */
export interface FakeKey {
  readonly kind: FakeKind
  readonly purpose: 'payment' | 'ordinals'
  readonly address: string
  /** Hex: compressed, or x-only for taproot. */
  readonly publicKey: string
  /** Base64. */
  signMessage(message: string, protocol: 'ecdsa' | 'bip322'): string
  /** PSBT bytes in and out; signs the given inputs, finalises nothing. */
  signPsbt(psbt: Uint8Array, indexes: readonly number[], sighash?: readonly number[]): Uint8Array
}

export function networkOf(chain: BitcoinChain): typeof NETWORK {
  if (chain === 'mainnet') return NETWORK
  return chain === 'regtest' ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK
}

export function fakeKey(
  seed: number,
  kind: FakeKind,
  chain: BitcoinChain,
  purpose: FakeKey['purpose'] = kind === 'p2tr' ? 'ordinals' : 'payment',
): FakeKey {
  const secret = new Uint8Array(32).fill(seed)
  const network = networkOf(chain)
  const publicKey = secp256k1.getPublicKey(secret, true)
  const xOnly = schnorr.getPublicKey(secret)
  const payment = {
    p2wpkh: () => p2wpkh(publicKey, network),
    p2tr: () => p2tr(xOnly, undefined, network),
    p2sh: () => p2sh(p2wpkh(publicKey, network), network),
    p2pkh: () => p2pkh(publicKey, network),
  }[kind]()
  const address = payment.address ?? ''
  const wif = base58check(sha256).encode(Uint8Array.of(network.wif, ...secret, 1))
  return {
    kind,
    purpose,
    address,
    publicKey: hex.encode(kind === 'p2tr' ? xOnly : publicKey),
    signMessage(message, protocol) {
      if (protocol === 'bip322') return Signer.sign(wif, address, message) as string
      return signLegacy(message, secret, { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 39 }[kind])
    },
    signPsbt(psbt, indexes, sighash) {
      const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
      for (const index of indexes) transaction.signIdx(secret, index, sighash ? [...sighash] : undefined)
      return transaction.toPSBT()
    },
  }
}

/** BIP-137: the header names the kind of address. */
function signLegacy(message: string, secret: Uint8Array, header: number): string {
  const withLength = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return [bytes.length, ...bytes]
  }
  const hash = sha256(
    sha256(Uint8Array.from([...withLength('Bitcoin Signed Message:\n'), ...withLength(message)])),
  )
  const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return Buffer.from([header + (signature[0] ?? 0), ...signature.subarray(1)]).toString('base64')
}
