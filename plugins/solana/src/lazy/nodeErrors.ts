import { isKernelError } from '@latchkey/kernel/plugin'
import { RpcError } from '@latchkey/kernel/chain'
import { describeTransactionError } from './transactionErrors.js'

export interface NodeError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

type Row = readonly [code: string, sentence: string]

/**
 * Server errors of Solana's JSON-RPC (docs/rpc/json-rpc, "Custom errors"). The numbers below -32000 mean other things
 * than those of EIP-1474, so that the kernel's table would give wrong sentences here.
 */
const byNumber: Readonly<Record<number, Row>> = {
  [-32002]: ['SOLANA_SIMULATION_FAILED', 'The network would refuse this transaction.'],
  [-32003]: ['SOLANA_SIGNATURE_INVALID', 'The network refused the signature of this transaction.'],
  [-32004]: ['SOLANA_BLOCK_UNAVAILABLE', 'The node does not have this block yet. Try again.'],
  [-32005]: ['SOLANA_NODE_BEHIND', 'The node is behind the network. Try again in a moment.'],
  [-32013]: ['SOLANA_SIGNATURE_LENGTH', 'A signature of this transaction has the wrong length.'],
  [-32015]: ['SOLANA_VERSION_UNSUPPORTED', 'This app can’t read this kind of transaction yet.'],
  [-32016]: ['SOLANA_NODE_BEHIND', 'The node is behind the network. Try again in a moment.'],
  [-32601]: ['RPC_METHOD_NOT_FOUND', 'The node does not know this method.'],
  [-32602]: ['RPC_INVALID_PARAMS', 'The node refused the parameters of the request.'],
  [-32603]: ['RPC_INTERNAL', 'The node failed while it handled the request. Try again.'],
  [-32429]: ['RPC_LIMIT_EXCEEDED', 'Too many requests were made. Wait a moment and try again.'],
  [429]: ['RPC_LIMIT_EXCEEDED', 'Too many requests were made. Wait a moment and try again.'],
}

/** Faults of one endpoint, which another one may not have. */
const endpointFaults: ReadonlySet<string> = new Set([
  'HTTP_STATUS',
  'HTTP_TIMEOUT',
  'HTTP_UNREACHABLE',
  'HTTP_NOT_JSON',
  'INVALID_DATA',
  'SOLANA_NODE_BEHIND',
  'SOLANA_BLOCK_UNAVAILABLE',
  'RPC_METHOD_NOT_FOUND',
  'RPC_INTERNAL',
  'RPC_LIMIT_EXCEEDED',
])

export function isEndpointFault(error: unknown): boolean {
  return isKernelError(error) && endpointFaults.has(error.code)
}

/** Maps a node's error to one of ours. */
export function nodeErrorFrom(error: NodeError): RpcError {
  const [code, sentence] = byNumber[error.code] ?? [
    'SOLANA_NODE_ERROR',
    'The node answered with an error it did not explain.',
  ]
  const reason =
    code === 'SOLANA_SIMULATION_FAILED' ? (error.data as { err?: unknown } | null)?.err : undefined
  return new RpcError(reason ? describeTransactionError(reason) : sentence, {
    code,
    rpcCode: error.code,
    cause: error,
    detail: error.message.slice(0, 300),
  })
}
