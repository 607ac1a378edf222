import { readField } from '@latchkey/kernel/chain'

/** The answer of a wallet of Sui, both in base64. `signature` is a byte for its kind, the signature itself, and the key. */
export interface SignedBytes {
  readonly bytes: string
  readonly signature: string
}

const base64 = /^(?:[a-z\d+/]{4})+(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i
/** Signatures of zkLogin, the longest kind, have some 2,000. */
const lengthLimit = 20_000

/** Tells an answer that is signed over exactly these bytes. */
export const isSignedOver =
  (bytes: string) =>
  (answer: unknown): answer is SignedBytes => {
    const signature = readField(answer, 'signature')
    return (
      readField(answer, 'bytes') === bytes &&
      typeof signature === 'string' &&
      signature.length <= lengthLimit &&
      base64.test(signature)
    )
  }

const kinds: Readonly<Record<number, string>> = {
  0: 'ed25519',
  1: 'secp256k1',
  2: 'secp256r1',
  3: 'multisig',
  5: 'zklogin',
  6: 'passkey',
}

/** The kind that a signature says to be. */
export const kindOfSignature = (signature: string): string =>
  kinds[atob(signature.slice(0, 4)).charCodeAt(0)] ?? 'unknown'
