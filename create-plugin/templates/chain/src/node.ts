import type { createJsonRpc } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'

type Rpc = ReturnType<typeof createJsonRpc>

interface Question {
  readonly networkId: `${string}:${string}`
  readonly signal?: AbortSignal | undefined
}

/** An amount goes over the wire as digits: a number of JSON would lose some of them. */
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,30}$/)),
  z.transform((digits) => BigInt(digits)),
)
const account = z.object({ balance: amount, fee: amount })
const transaction = z.nullable(
  z.object({ status: z.enum(['pending', 'confirmed', 'failed']), to: z.string(), amount }),
)

export type Node = ReturnType<typeof createNode>

/** Asks the chain's node what the capabilities want to know. */
export function createNode(rpc: Rpc) {
  return {
    /** Reads what an account holds, and what a payment costs. */
    account: (question: Question, address: string) =>
      rpc.request({ ...question, method: 'account', params: [address], schema: account }),
    /** Waits until the chain has decided about a transaction. One that the node doesn't know yet may still come. */
    decision: (question: Question, id: string) =>
      rpc.poll(
        { ...question, method: 'transaction', params: [id], schema: transaction },
        (found) =>
          found && found.status !== 'pending'
            ? { status: found.status, to: found.to, amount: found.amount }
            : undefined,
        { interval: 500 },
      ),
  }
}
