import { secp256k1 } from '@noble/curves/secp256k1.js'
import { address, networks, Psbt } from 'bitcoinjs-lib'

const network = networks.regtest

/** A PSBT on regtest that pays an address's only coin back to it. */
export function createPsbt(owner: string): Psbt {
  const script = address.toOutputScript(owner, network)
  return new Psbt({ network })
    .addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script, value: 70_000n } })
    .addOutput({ address: owner, value: 60_000n })
}

/** Whether its only input is signed by the key that may spend it, as another library than the plugin's checks it. */
export function isSigned(psbt: Psbt): boolean {
  return psbt.validateSignaturesOfInput(0, (publicKey, hash, signature) =>
    secp256k1.verify(signature, hash, publicKey, { prehash: false }),
  )
}
