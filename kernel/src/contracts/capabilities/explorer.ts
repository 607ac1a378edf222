import type { NetworkId } from '../caip.js'
import type { Versioned } from '../../keys/capability.js'
import { token } from '../../keys/token.js'

/** Links to a block explorer. Answers `undefined` when the network names none. */
export interface ExplorerCapability extends Versioned {
  addressUrl(networkId: NetworkId, address: string): string | undefined
  transactionUrl(networkId: NetworkId, transactionId: string): string | undefined
}

export const Explorer = token<ExplorerCapability>('latchkey.capability.explorer')
