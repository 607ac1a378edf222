import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'

/** Links to a block explorer. Answers `undefined` when the network names none. */
export interface ExplorerCapability {
  addressUrl(networkId: NetworkId, address: string): string | undefined
  transactionUrl(networkId: NetworkId, transactionId: string): string | undefined
}

export const Explorer = token<ExplorerCapability>('latchkey.capability.explorer/1')
