import * as z from 'zod/mini'
import { type RpcContext, type RpcMethod, rpcVersion, withContext } from '../rpcContext.js'
import { addressParameter, parseParameters, unsignedParameter } from '../rpcParameters.js'

const slotsPerEpoch = 432_000
const recentFeeSlots = 150

/** Methods about the cluster itself: slots, blockhashes, fees in general. */
export function clusterMethods({ ledger, genesisHash }: RpcContext): Record<string, RpcMethod> {
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': rpcVersion, 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: () => ledger.slot(),
    getFirstAvailableBlock: () => 0,
    getBlockHeight: () => ledger.slot(),
    getTransactionCount: () => ledger.transactionCount(),
    getEpochInfo: () => ({
      absoluteSlot: ledger.slot(),
      blockHeight: ledger.slot(),
      epoch: Math.floor(ledger.slot() / slotsPerEpoch),
      slotIndex: ledger.slot() % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: ledger.transactionCount(),
    }),
    getLatestBlockhash: () => withContext(ledger, ledger.blockhashes.latest()),
    isBlockhashValid: (parameters) => {
      const [blockhash] = parseParameters(z.tuple([addressParameter], z.unknown()), parameters)
      return withContext(ledger, ledger.blockhashes.isValid(blockhash))
    },
    getRecentPrioritizationFees: () => {
      const newest = ledger.slot()
      const count = Math.min(recentFeeSlots, newest)
      return Array.from({ length: count }, (_, index) => ({
        slot: newest - count + 1 + index,
        prioritizationFee: 0,
      }))
    },
    getMinimumBalanceForRentExemption: (parameters) => {
      const [length] = parseParameters(z.tuple([unsignedParameter], z.unknown()), parameters)
      return Number(ledger.minimumBalance(length))
    },
  }
}
