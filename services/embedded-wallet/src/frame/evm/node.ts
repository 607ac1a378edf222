import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import {
  type Chain,
  createPublicClient,
  defineChain,
  http,
  type HttpTransport,
  type PublicClient,
} from 'viem'
import * as z from 'zod/mini'
import { readParams } from '../readParams.js'
import { type EvmContext, requireNode } from './shapes.js'

/** Reads from the app's node, as the chain that the wallet is on. @throws FrameError without the address of a node */
export function clientOf({
  chainId,
  rpcUrl,
}: Pick<EvmContext, 'chainId' | 'rpcUrl'>): PublicClient<HttpTransport, Chain> {
  const url = requireNode(rpcUrl)
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Native coin', symbol: 'native', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createPublicClient({ chain, transport: http(url, { retryCount: 1, timeout: 10_000 }) })
}

export type Client = ReturnType<typeof clientOf>

const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

/** Hands a method that needs nobody to the node. @throws FrameError with the node's code */
export async function readFromNode(
  method: string,
  params: unknown,
  rpcUrl: string | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(requireNode(rpcUrl), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    signal,
  })
  const { error, result } = readParams(answer, await response.json())
  if (error) throw new FrameError('rpc_error', error.message, { rpcCode: Math.trunc(error.code) })
  return result
}

/** What the node said, in its own words and with its own number where it gave one. */
export function nodeError(cause: unknown): FrameError {
  if (cause instanceof FrameError) return cause
  const errors = chainOf(cause)
  const numbered = errors.find(({ code }) => Number.isInteger(code) && code !== -1)
  const { shortMessage, message } = errors[0] ?? {}
  const detail = numbered?.details ?? numbered?.shortMessage ?? shortMessage ?? message
  const rpcCode = (numbered?.code as number | undefined) ?? -32603
  return new FrameError('rpc_error', String(detail ?? 'The node refused the request.').slice(0, 300), {
    rpcCode,
    cause,
  })
}

interface Thrown {
  readonly code?: unknown
  readonly details?: string
  readonly shortMessage?: string
  readonly message?: string
  readonly cause?: unknown
}

function chainOf(cause: unknown, depth = 0): readonly Thrown[] {
  if (typeof cause !== 'object' || cause === null || depth > 8) return []
  return [cause, ...chainOf((cause as Thrown).cause, depth + 1)]
}
