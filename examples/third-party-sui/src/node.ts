import type { createJsonRpc } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { suiCoinType } from './networks.js'

type Rpc = ReturnType<typeof createJsonRpc>

export interface Question {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

/** Sui counts in 64 bits, and writes the number as digits. */
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((digits) => BigInt(digits)),
)
const holdings = z.object({ totalBalance: amount })
const coin = z.object({
  coinObjectId: z.string(),
  version: z.string().check(z.regex(/^\d{1,20}$/)),
  digest: z.string(),
  balance: amount,
})
const coinPage = z.object({
  data: z.array(coin).check(z.maxLength(100)),
  nextCursor: z.nullish(z.string()),
  hasNextPage: z.boolean(),
})
const status = z.object({ status: z.enum(['success', 'failure']), error: z.optional(z.string()) })
const gasUsed = z.object({ computationCost: amount, storageCost: amount, storageRebate: amount })
const dryRun = z.object({ effects: z.object({ status, gasUsed }) })
const executed = z.object({ digest: z.string() })
const transaction = z.object({ digest: z.string(), effects: z.object({ status }) })

export type Coin = z.infer<typeof coin>
export type Node = ReturnType<typeof createNode>

/** Asks a node of Sui, by its JSON-RPC, what the capabilities want to know. */
export function createNode(rpc: Rpc) {
  const ask = <T>(question: Question, method: string, params: readonly unknown[], schema: z.ZodMiniType<T>) =>
    rpc.request({ ...question, method, params, schema })
  return {
    balance: async (question: Question, address: string) =>
      (await ask(question, 'suix_getBalance', [address, suiCoinType], holdings)).totalBalance,
    price: (question: Question) => ask(question, 'suix_getReferenceGasPrice', [], amount),
    coins: (question: Question, address: string, cursor?: string) =>
      ask(question, 'suix_getCoins', [address, suiCoinType, cursor ?? null, 50], coinPage),
    dryRun: async (question: Question, bytes: string) =>
      (await ask(question, 'sui_dryRunTransactionBlock', [bytes], dryRun)).effects,
    /** A transaction that was signed can be put on the chain once, so that asking a second endpoint is harmless. */
    execute: async (question: Question, bytes: string, signature: string) =>
      (await ask(question, 'sui_executeTransactionBlock', [bytes, [signature], {}], executed)).digest,
    /** Waits until a node tells what became of a transaction. */
    decision: (question: Question, digest: string) =>
      rpc.poll(
        {
          ...question,
          method: 'sui_getTransactionBlock',
          params: [digest, { showEffects: true }],
          schema: transaction,
        },
        ({ effects }) => effects.status,
        // Nodes say so of a digest that they don't know yet.
        { interval: 1_000, isLater: ({ code }) => code === 'RPC_INVALID_PARAMS' },
      ),
  }
}
