import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import { ProviderRpcError } from '../evm/providerRpcError.js'

/** Options of `solana:signAndSendTransaction`. */
export interface SolanaSendOptions {
  readonly preflightCommitment?: string
  readonly minContextSlot?: number
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
}

const answer = z.object({
  result: z.optional(z.string()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

/** Sends a signed transaction to a node. @throws ProviderRpcError with the node's code and data */
export async function sendTransaction(
  rpcUrl: string,
  transaction: Uint8Array,
  options: SolanaSendOptions = {},
): Promise<string> {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = options
  const settings = { encoding: 'base64', skipPreflight, preflightCommitment, maxRetries, minContextSlot }
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [base64.encode(transaction), settings],
    }),
  })
  const { result, error } = answer.parse(await response.json())
  if (error) throw new ProviderRpcError(error.code, error.message, error.data)
  if (result === undefined) throw new ProviderRpcError(-32603, 'The Solana node gave no signature.')
  return result
}
