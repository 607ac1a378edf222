import * as ecc from '@bitcoinerlab/secp256k1'
import {
  address as addresses,
  initEccLib,
  type Network,
  networks,
  Psbt,
  payments,
  script,
  Transaction,
} from 'bitcoinjs-lib'
import { parseAddress } from '../address.js'
import { type BitcoinNetwork, familyOf } from '../networks.js'
import { addressInvalid } from './addressErrors.js'

export { payments, Psbt, script, Transaction }
export type { Network }

// The library refuses taproot until it is told who does the arithmetic.
initEccLib(ecc)

const byFamily = { main: networks.bitcoin, test: networks.testnet, regtest: networks.regtest }

/** The library's constants of a network. */
export function parametersOf(network: Pick<BitcoinNetwork, 'chain'>): Network {
  return byFamily[familyOf(network)]
}

/** The output script of an address. @throws BaseError `ADDRESS_INVALID` when it is none of the network. */
export function scriptOf(address: string, network: Pick<BitcoinNetwork, 'chain'>): Uint8Array {
  if (parseAddress(address)?.families.includes(familyOf(network))) {
    return addresses.toOutputScript(address, parametersOf(network))
  }
  throw addressInvalid()
}

/** The address that an output script pays; `undefined` where there is none. */
export function addressOf(output: Uint8Array, network: Pick<BitcoinNetwork, 'chain'>): string | undefined {
  try {
    return addresses.fromOutputScript(output, parametersOf(network))
  } catch {
    return undefined
  }
}

/** Whether a signature is of a key over a hash: Schnorr for keys of 32 bytes (BIP-340), else ECDSA. */
export function isSignatureOf(key: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  return key.length === 32 ? ecc.verifySchnorr(hash, key, signature) : ecc.verify(hash, key, signature)
}
