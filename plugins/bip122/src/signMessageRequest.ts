import type { SignMessageRequest } from '@latchkey/kernel/contracts'
import type { MessageProtocol } from './provider.js'

/**
 * What Bitcoin's `SignMessage` takes. Without a protocol, P2PKH signs by the old `ecdsa` form (BIP-137) and everything
 * else by BIP-322, whose text allows the old form for P2PKH alone. Taproot always signs by BIP-322.
 */
export interface SignBitcoinMessageRequest extends SignMessageRequest {
  readonly protocol?: MessageProtocol
}
