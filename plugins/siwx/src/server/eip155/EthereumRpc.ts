import { SiwxError } from '../../message/SiwxError.js'
import { readLimited } from '../readLimited.js'

/** Sends one JSON-RPC request to an Ethereum node and gives its result. Throws when the node cannot answer. */
export type EthereumRpc = (
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>

/** The node answered with a JSON-RPC error, such as a reverted call or a limit that was reached. */
export class EthereumRpcError extends Error {
  override readonly name = 'EthereumRpcError'
  /** Of JSON-RPC; undefined when the node gave none. */
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

const MAX_ANSWER_LENGTH = 1_048_576

/** JSON-RPC 2.0 over HTTP POST with the platform's `fetch`. No retry, no redirect, answers up to 1 MiB. */
export function httpRpc(url: string, timeout = 5000): EthereumRpc {
  return async (method, params, signal) => {
    const limit = AbortSignal.timeout(timeout)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const bytes = await readLimited(response.body, MAX_ANSWER_LENGTH)
    if (!bytes) throw rpcFailed(method, 'it answered with more than 1 MiB')
    return readAnswer(method, new TextDecoder().decode(bytes), response.status)
  }
}

function readAnswer(method: string, text: string, status: number): unknown {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    throw rpcFailed(method, `it answered status ${status} without JSON`, cause)
  }
  if (typeof answer !== 'object' || answer === null) throw rpcFailed(method, 'its answer is not an object')
  if ('error' in answer && answer.error) throw readError(answer.error)
  if (!('result' in answer)) throw rpcFailed(method, 'its answer has neither result nor error')
  return answer.result
}

function readError(error: unknown): EthereumRpcError {
  const { message, code } = (typeof error === 'object' ? error : {}) as { message?: unknown; code?: unknown }
  const text =
    typeof message === 'string' ? message.slice(0, 256) : 'The node gave an error without a message.'
  return new EthereumRpcError(text, typeof code === 'number' ? code : undefined)
}

function rpcFailed(method: string, problem: string, cause?: unknown): SiwxError {
  return new SiwxError(
    'SIWX_RPC_FAILED',
    `The Ethereum node did not answer ${method}: ${problem}. Expected JSON-RPC 2.0; check the node's URL.`,
    cause === undefined ? undefined : { cause },
  )
}
