import type { NetworkRequest } from '@latchkey/kernel/plugin'
import type { CapabilityTools } from '../capabilities.js'
import { requestNetwork } from './requestNetwork.js'
import { createWalletAssets } from './walletAssets.js'

/** What wallets are asked beside transactions. One module, because the name of each chunk weighs on the first load. */
export function createWalletTools(tools: CapabilityTools) {
  return {
    ...createWalletAssets(tools),
    request: (request: NetworkRequest) => requestNetwork(tools.networks, request),
  }
}
