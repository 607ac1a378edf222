import { type Hex, hexToBigInt } from 'viem'
import * as z from 'zod/mini'
import type { Movement } from '../chain.js'
import type { EvmReadClient } from './evmChain.js'

/** Coins that contracts moved within a transaction; none where the node does not trace. */
export type ReadInternalTransfers = (hash: Hex) => Promise<readonly Movement[]>

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
/** A call as the `callTracer` of go-ethereum tells it, with the calls it made. */
const frameShape = z.object({
  type: z.string(),
  from: hex,
  to: z.nullish(hex),
  value: z.nullish(hex),
  error: z.nullish(z.string()),
  get calls(): z.ZodMiniOptional<z.ZodMiniArray<typeof frameShape>> {
    return z.optional(z.array(frameShape))
  },
})
type Frame = z.infer<typeof frameShape>

/** Those that move coins of their own; `DELEGATECALL` repeats the value of the call that it is part of. */
const moving = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

export function createInternalTransfers(client: EvmReadClient): ReadInternalTransfers {
  /** A node that does not trace is not asked for every transaction. */
  let isTracing = true
  return async (hash) => {
    if (!isTracing) return []
    try {
      const parameters = [hash, { tracer: 'callTracer' }]
      const answer = await client.request({ method: 'debug_traceTransaction', params: parameters } as never)
      return within(frameShape.parse(answer))
    } catch (error) {
      if (!isUnsupported(error)) throw error
      isTracing = false
      return []
    }
  }
}

/** What a call received itself is in the transaction or the call around it; what a failed one moved was moved back. */
function within({ calls = [] }: Frame): readonly Movement[] {
  return calls.flatMap((call) => (call.error ? [] : [...movementOf(call), ...within(call)]))
}

function movementOf({ type, from, to, value }: Frame): readonly Movement[] {
  const amount = hexToBigInt(value ?? '0x0')
  if (!moving.has(type) || amount === 0n || !to) return []
  return [{ asset: '', tokenId: '', sender: from.toLowerCase(), receiver: to.toLowerCase(), amount }]
}

/** JSON-RPC codes of EIP-1474, and the words of nodes that have others. */
function isUnsupported(error: unknown): boolean {
  for (let current = error, depth = 0; depth < 5 && current instanceof Error; depth++) {
    const { code } = current as { code?: unknown }
    if (code === -32601 || code === -32004) return true
    if (
      /method (?:not found|not supported|is not available|does not exist)|not whitelisted/i.test(
        current.message,
      )
    )
      return true
    current = current.cause
  }
  return false
}
