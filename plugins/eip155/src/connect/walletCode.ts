import type { NetworkRequest } from '@latchkey/kernel/contracts'
import type { CapabilityTools } from '../capabilities.js'
import { requestNetwork } from './requestNetwork.js'
import { signMessage } from './signMessage.js'
import { signTypedData } from './signTypedData.js'

export { createOpener } from './connection.js'

/**
 * What a connected wallet is asked beside transactions. One module with what connects it, because nearly every session uses
 * both.
 */
export const createWalletRequests = (tools: CapabilityTools) => ({
  signMessage,
  signTypedData,
  request: (request: NetworkRequest) => requestNetwork(tools.networks, request),
})
