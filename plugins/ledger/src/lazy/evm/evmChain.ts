import { ethereum } from '../../paths.js'
import type { LedgerChainCode } from '../chainCode.js'
import { createEvmProvider } from './createEvmProvider.js'
import { readAddress } from './readAddress.js'

/** The Ethereum app, which signs for every EVM network. */
export const evmChain: LedgerChainCode = {
  app: ethereum.app,
  readAddress,
  createProvider: createEvmProvider,
}
