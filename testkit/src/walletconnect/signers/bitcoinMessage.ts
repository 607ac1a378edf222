import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSize, RawTx, RawWitness, Transaction } from '@scure/btc-signer'

/** How an address is spent; decides the header byte of a recoverable signature (BIP-137). */
export type BitcoinAddressKind = 'p2pkh' | 'p2wpkh' | 'p2tr'

/** "Bitcoin Signed Message": the double hash of the prefixed message. */
export function hashBitcoinMessage(message: string, prefix = 'Bitcoin Signed Message:\n'): Uint8Array {
  const withLength = (text: string) => {
    const bytes = utf8ToBytes(text)
    return concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes)
  }
  return sha256(sha256(concatBytes(withLength(prefix), withLength(message))))
}

/** A recoverable ECDSA signature of 65 bytes over `hashBitcoinMessage`, header as in BIP-137. */
export function signBitcoinMessage(
  message: string,
  key: Uint8Array,
  kind: Exclude<BitcoinAddressKind, 'p2tr'>,
): Uint8Array {
  const hash = hashBitcoinMessage(message)
  const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  const header = (signature[0] ?? 0) + (kind === 'p2pkh' ? 31 : 39)
  return concatBytes(Uint8Array.of(header), signature.subarray(1))
}

/** BIP-322, section "Full": the two virtual transactions of a message. */
export interface Bip322Transactions {
  /** Transaction id of to_spend, in display order. */
  readonly toSpendId: string
  readonly toSign: Transaction
}

/** BIP-340 tagged hash with the tag `BIP0322-signed-message`. */
export function hashBip322Message(message: string): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  return sha256(concatBytes(tag, tag, utf8ToBytes(message)))
}

export function createBip322Transactions(
  message: string,
  script: Uint8Array,
  tapInternalKey?: Uint8Array,
): Bip322Transactions {
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(hexToBytes('0020'), hashBip322Message(message)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const txid = sha256(sha256(toSpend)).reverse()
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  const tap = tapInternalKey ? { tapInternalKey } : {}
  toSign.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...tap })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return { toSpendId: [...txid].map((byte) => byte.toString(16).padStart(2, '0')).join(''), toSign }
}

/** BIP-322, section "Simple": the encoded witness of to_sign. For P2WPKH and P2TR key path. */
export function signBip322Message(
  message: string,
  key: Uint8Array,
  script: Uint8Array,
  tapInternalKey?: Uint8Array,
): Uint8Array {
  const { toSign } = createBip322Transactions(message, script, tapInternalKey)
  toSign.sign(key)
  toSign.finalize()
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}
