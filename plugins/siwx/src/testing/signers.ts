import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, WIF } from '@scure/btc-signer'
import * as sr25519 from '@scure/sr25519'
import { Signer } from 'bip322-js'
import { checksumAddress } from '../message/eip55.js'
import { encodeSs58 } from '../message/ss58.js'
import { hashPersonalMessage } from '../server/eip155/hashPersonalMessage.js'
import { concat, toHex } from '../message/bytes.js'

/** An account that signs sign-in texts, for tests. */
export interface TestSigner {
  readonly address: string
  sign(text: string): string
}

const encode = (text: string) => new TextEncoder().encode(text)

/** An externally owned EVM account. `seed` makes the key: tests are the same on every run. */
export function evmSigner(seed: number): TestSigner & { readonly key: Uint8Array } {
  const key = keccak_256(encode(`evm ${seed}`))
  const publicKey = secp256k1.getPublicKey(key, false)
  const address = checksumAddress(toHex(keccak_256(publicKey.subarray(1)).subarray(12)))
  return { key, address, sign: (text) => signHash(key, hashPersonalMessage(encode(text))) }
}

/** r, s and v (27 or 28) over a 32-byte hash. */
export function signHash(key: Uint8Array, hash: Uint8Array): string {
  const recovered = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return toHex(concat(recovered.subarray(1), Uint8Array.of((recovered[0] ?? 0) + 27)))
}

export function solanaSigner(
  seed: number,
): TestSigner & { readonly publicKey: Uint8Array; signBytes(bytes: Uint8Array): string } {
  const key = keccak_256(encode(`solana ${seed}`))
  const publicKey = ed25519.getPublicKey(key)
  return {
    publicKey,
    address: base58.encode(publicKey),
    sign: (text) => base58.encode(ed25519.sign(encode(text), key)),
    signBytes: (bytes) => base58.encode(ed25519.sign(bytes, key)),
  }
}

export type BitcoinKind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

/** A Bitcoin mainnet account that signs by BIP-322 with a public library (P2PKH: BIP-137). */
export function bitcoinSigner(
  seed: number,
  kind: BitcoinKind = 'p2wpkh',
): TestSigner & { readonly wif: string } {
  const key = keccak_256(encode(`bitcoin ${seed}`))
  const publicKey = secp256k1.getPublicKey(key, true)
  const payments = {
    p2pkh: () => p2pkh(publicKey),
    'p2sh-p2wpkh': () => p2sh(p2wpkh(publicKey)),
    p2wpkh: () => p2wpkh(publicKey),
    p2tr: () => p2tr(publicKey.subarray(1)),
  }
  const { address } = payments[kind]()
  if (!address) throw new Error('no address')
  const wif = WIF().encode(key)
  return { wif, address, sign: (text) => `${Signer.sign(wif, address, text)}` }
}

export type PolkadotKind = 'sr25519' | 'ed25519' | 'ecdsa'

/** A Polkadot account. It signs the wrapped text, as extensions do, unless `wrap` is false. */
export function polkadotSigner(
  seed: number,
  kind: PolkadotKind = 'sr25519',
  { prefix = 0, wrap = true, typed = false, hashed = false } = {},
): TestSigner & { readonly publicKey: Uint8Array } {
  const secret = keccak_256(encode(`polkadot ${seed}`))
  const pair = sr25519.secretFromSeed(secret)
  const publicKeys = {
    sr25519: () => sr25519.getPublicKey(pair),
    ed25519: () => ed25519.getPublicKey(secret),
    ecdsa: () => blake2b(secp256k1.getPublicKey(secret, true), { dkLen: 32 }),
  }
  const signRaw = {
    sr25519: (bytes: Uint8Array) => sr25519.sign(pair, bytes),
    ed25519: (bytes: Uint8Array) => ed25519.sign(bytes, secret),
    ecdsa: (bytes: Uint8Array) => {
      const hash = blake2b(bytes, { dkLen: 32 })
      const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      return concat(recovered.subarray(1), recovered.subarray(0, 1))
    },
  }
  const type = Uint8Array.of(['ed25519', 'sr25519', 'ecdsa'].indexOf(kind))
  const publicKey = publicKeys[kind]()
  return {
    publicKey,
    address: encodeSs58(publicKey, prefix),
    sign(text) {
      const bytes = encode(wrap ? `<Bytes>${text}</Bytes>` : text)
      const signature = signRaw[kind](hashed && bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes)
      return toHex(typed ? concat(type, signature) : signature)
    },
  }
}
