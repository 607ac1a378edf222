import * as z from 'zod/mini'
import type { RpcContext, RpcMethod } from '../rpcContext.js'
import { RpcError, rpcErrorCodes } from '../rpcError.js'
import { parseParameters, unsignedParameter } from '../rpcParameters.js'
import { versionedJson } from './transactionJson.js'
import { viewOf, viewOptions } from './transactionView.js'

const blockParameters = z.tuple([
  unsignedParameter,
  z.nullish(
    z.object({
      ...viewOptions,
      transactionDetails: z.nullish(z.enum(['full', 'signatures', 'none'])),
    }),
  ),
])

/** Methods about blocks. One transaction that is too new for the client makes a whole block unreadable, as on nodes. */
export function blockMethods({ ledger }: RpcContext): Record<string, RpcMethod> {
  const requirePast = (slot: number) => {
    if (slot <= ledger.slot()) return
    throw new RpcError(rpcErrorCodes.blockNotAvailable, `Block not available for slot ${slot}`)
  }
  return {
    getBlock: (parameters) => {
      const [slot, options] = parseParameters(blockParameters, parameters)
      requirePast(slot)
      const found = ledger.transactionsIn(slot)
      const details = options?.transactionDetails ?? 'full'
      const [first] = found
      return {
        parentSlot: Math.max(0, slot - 1),
        blockHeight: slot,
        blockTime: first?.blockTime ?? null,
        ...(details === 'full'
          ? { transactions: found.map((one) => versionedJson(one, viewOf(options))) }
          : {}),
        ...(details === 'signatures' ? { signatures: found.map(({ signature }) => signature) } : {}),
      }
    },
    getBlocks: (parameters) => {
      const schema = z.tuple([unsignedParameter, z.nullish(unsignedParameter)], z.unknown())
      const [from, to] = parseParameters(schema, parameters)
      const last = Math.min(to ?? ledger.slot(), ledger.slot(), from + 500_000)
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
    },
  }
}
