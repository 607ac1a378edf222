import * as secp256k1 from 'tiny-secp256k1'
import type { Secp256k1Recover } from '../server/secp256k1Recover.js'

/** libsecp256k1 compiled to WebAssembly, plugged in as a curve backend. */
export const wasmRecover: Secp256k1Recover = (hash, signature, recovery) => {
  try {
    return secp256k1.recover(hash, signature, recovery, false) ?? undefined
  } catch {
    return undefined
  }
}
