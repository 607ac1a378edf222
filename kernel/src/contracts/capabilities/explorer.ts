import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'

/** Links to a block explorer. Answers `undefined` when the network names none. */
export interface ExplorerCapability {
  addressUrl(networkId: NetworkId, address: string): string | undefined
  transactionUrl(networkId: NetworkId, transactionId: string): string | undefined
}

export const Explorer = capabilityToken<ExplorerCapability>('latchkey.capability.explorer/1', [], {
  addressUrl: undefined,
  transactionUrl: undefined,
})
