import { type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { EvmClient } from './evmClient.js'

/**
 * Asks for a receipt until it is there. viem's own `waitForTransactionReceipt` waits for the next block when the
 * transaction's block came between its first two questions, and a chain that mines on demand has no next block.
 *
 * @throws Error after ten seconds without one
 */
export async function waitForReceipt(
  client: Pick<EvmClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt) return receipt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`The local chain has no receipt for ${hash}.`)
}
