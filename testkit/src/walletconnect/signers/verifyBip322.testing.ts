import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, RawWitness, SigHash, p2wpkh } from '@scure/btc-signer'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createBip322Transactions } from './bitcoinMessage.js'

/** BIP-322 "Simple" for one P2WPKH address, checked apart from the signing path: by signature hash. */
export function verifyBip322P2wpkh(message: string, address: string, signature: Uint8Array): boolean {
  const [sealed, publicKey] = RawWitness.decode(signature)
  if (!sealed || !publicKey) return false
  const payment = p2wpkh(publicKey)
  if (payment.address !== address) return false
  const script = OutScript.encode(Address().decode(address))
  const { toSign } = createBip322Transactions(message, script)
  const legacy = OutScript.encode({ type: 'pkh', hash: script.subarray(2) })
  const hash = toSign.preimageWitnessV0(0, legacy, SigHash.ALL, 0n)
  return (
    bytesToHex(sealed.subarray(-1)) === '01' &&
    secp256k1.verify(sealed.subarray(0, -1), hash, publicKey, { prehash: false, format: 'der' })
  )
}
