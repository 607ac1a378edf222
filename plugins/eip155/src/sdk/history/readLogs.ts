import { RpcRequestError, HttpRequestError, BaseError as ViemError } from 'viem'
import { type Ask, toHex } from './createAsk.js'
import { type Log, logsSchema } from './rpcSchemas.js'
import { topicOf, transferBatchTopic, transferSingleTopic, transferTopic } from './topics.js'

export interface LogRange {
  readonly from: bigint
  readonly to: bigint
  readonly logs: readonly Log[]
}

/**
 * Transfers of tokens and collectibles from and to an address. Nodes limit how many blocks or logs one question may
 * cover and each says so in its own words, so that whatever they refuse is asked again of fewer blocks.
 */
export async function readLogs(ask: Ask, address: string, from: bigint, to: bigint): Promise<LogRange> {
  for (let start = from; ; start = to - (to - start) / 4n) {
    try {
      return { from: start, to, logs: await readRange(ask, address, start, to) }
    } catch (error) {
      if (start >= to || !mayBeTooLarge(error)) throw error
      // Four blocks and fewer are asked one at a time.
      if (to - start < 4n) start = to
    }
  }
}

async function readRange(ask: Ask, address: string, from: bigint, to: bigint): Promise<Log[]> {
  const account = topicOf(address)
  const several = [transferSingleTopic, transferBatchTopic]
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  const filters = [
    [transferTopic, account],
    // The second topic is the receiver of the first kind and the sender of the others.
    [[transferTopic, ...several], null, account],
    [several, null, null, account],
  ]
  const lists = await Promise.all(
    filters.map((topics) => ask('eth_getLogs', [{ ...range, topics }], logsSchema)),
  )
  return lists.flat().filter(({ removed }) => removed !== true)
}

/** Whether fewer blocks may help: everything a node says of the question, and gateways that gave up on it. */
export function mayBeTooLarge(error: unknown): boolean {
  if (!(error instanceof ViemError)) return false
  if (error.walk((cause) => cause instanceof RpcRequestError)) return true
  const http = error.walk((cause) => cause instanceof HttpRequestError)
  return (
    http instanceof HttpRequestError && [400, 408, 413, 422, 500, 502, 503, 504].includes(http.status ?? 0)
  )
}
