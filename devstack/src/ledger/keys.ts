import { createHmac, pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { bytesToHex } from 'viem'

/** BIP-39 without a passphrase. */
export function seedOf(mnemonic: string): Uint8Array {
  return Uint8Array.from(pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512'))
}

export interface EthereumKey {
  readonly account: PrivateKeyAccount
  /** Uncompressed, 65 bytes. */
  readonly publicKey: Uint8Array
}

/** BIP-32 on secp256k1. */
export function ethereumKey(seed: Uint8Array, path: readonly number[]): EthereumKey {
  const key = path.reduce((parent, index) => parent.deriveChild(index), HDKey.fromMasterSeed(seed))
  if (!key.privateKey) throw new Error('Expected a private key at the path.')
  const account = privateKeyToAccount(bytesToHex(key.privateKey))
  return { account, publicKey: Uint8Array.from(Buffer.from(account.publicKey.slice(2), 'hex')) }
}

export interface SolanaKey {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** SLIP-10 on ed25519, where every index is hardened. */
export function solanaKey(seed: Uint8Array, path: readonly number[]): SolanaKey {
  let node = hmac(Buffer.from('ed25519 seed'), seed)
  for (const index of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE((index | 0x80000000) >>> 0, 33)
    node = hmac(node.subarray(32), data)
  }
  const secret = Uint8Array.from(node.subarray(0, 32))
  return { publicKey: ed25519.getPublicKey(secret), sign: (message) => ed25519.sign(message, secret) }
}

const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha512', key).update(data).digest()
