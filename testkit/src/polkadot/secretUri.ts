import { blake2b } from '@noble/hashes/blake2.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { getPublicKey, HDKD, secretFromSeed, sign } from '@scure/sr25519'
import { compact } from './scale.js'

/** An sr25519 key pair that signs. */
export interface Sr25519Keypair {
  readonly publicKey: Uint8Array
  /** Signatures are randomised, as sr25519's are. */
  sign(message: Uint8Array): Uint8Array
}

/** The phrase of every Substrate development chain; what a secret URI without a phrase starts from. */
const developmentPhrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'

const form = /^([^/]*)((?:\/\/?[^/]+)*)(?:\/\/\/(.*))?$/
const hexSeed = /^0x[0-9a-fA-F]{64}$/
const hexText = /^0x(?:[0-9a-fA-F]{2})+$/

/**
 * Derives a key from a Substrate secret URI: a phrase or a 0x seed, then soft `/` and hard `//` junctions, then
 * `///` and a password. @throws Error for anything else
 */
export function readSecretUri(uri: string): Sr25519Keypair {
  const [, start = '', path = '', password = ''] = form.exec(uri) ?? []
  if (!form.test(uri)) throw new Error('A secret URI is a phrase or a seed, then junctions such as //Alice.')
  let secret = Uint8Array.from(secretFromSeed(miniSecret(start === '' ? developmentPhrase : start, password)))
  for (const [, slashes, code = ''] of path.matchAll(/(\/\/?)([^/]+)/g)) {
    const derive = slashes === '//' ? HDKD.secretHard : HDKD.secretSoft
    secret = Uint8Array.from(derive(secret, chainCode(code)))
  }
  const key = secret
  return { publicKey: getPublicKey(key), sign: (message) => sign(key, message) }
}

/** Substrate takes the entropy of the phrase, not its BIP-39 seed. */
function miniSecret(phrase: string, password: string): Uint8Array {
  if (hexSeed.test(phrase)) return hexToBytes(phrase.slice(2))
  const salt = utf8ToBytes(`mnemonic${password}`)
  return pbkdf2(sha512, mnemonicToEntropy(phrase, wordlist), salt, { c: 2048, dkLen: 64 }).slice(0, 32)
}

function chainCode(code: string): Uint8Array {
  const bytes = encodeJunction(code)
  if (bytes.length > 32) return blake2b(bytes, { dkLen: 32 })
  const padded = new Uint8Array(32)
  padded.set(bytes)
  return padded
}

function encodeJunction(code: string): Uint8Array {
  if (/^\d+$/.test(code)) {
    let rest = BigInt(code)
    return Uint8Array.from({ length: 32 }, () => {
      const byte = Number(rest & 0xffn)
      rest >>= 8n
      return byte
    })
  }
  if (hexText.test(code)) return hexToBytes(code.slice(2))
  const text = utf8ToBytes(code)
  return concatBytes(compact(BigInt(text.length)), text)
}
