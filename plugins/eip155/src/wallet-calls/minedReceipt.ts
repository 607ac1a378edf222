import * as z from 'zod/mini'
import type { Ask } from './sendOne.js'

/** How long a transaction is waited for before the rest is given up, in milliseconds. */
const patience = 600_000

const Receipt = z.nullable(
  z.object({
    logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
    status: z.string(),
    blockHash: z.string(),
    blockNumber: z.string(),
    gasUsed: z.string(),
    transactionHash: z.string(),
  }),
)
export type MinedReceipt = NonNullable<z.infer<typeof Receipt>>

/** @returns `null` while the chain doesn't have the transaction. */
export const readReceipt = async (ask: Ask, hash: string): Promise<MinedReceipt | null> =>
  z.parse(Receipt, (await ask('eth_getTransactionReceipt', [hash])) ?? null)

/**
 * @param onTurn Called before each question.
 * @returns `null` when ten minutes didn't bring a receipt.
 */
export async function awaitReceipt(
  { ask, pollingInterval }: { readonly ask: Ask; readonly pollingInterval: number },
  hash: string,
  onTurn: () => void,
): Promise<MinedReceipt | null> {
  const end = Date.now() + patience
  for (;;) {
    onTurn()
    // A node that fails once would leave an allowance without the swap it was given for. It is asked again.
    const receipt = await readReceipt(ask, hash).catch(() => null)
    if (receipt || Date.now() >= end) return receipt
    await new Promise((resolve) => setTimeout(resolve, pollingInterval))
  }
}
