import { HttpRequestError, RpcRequestError } from 'viem'
import type { getHttpRpcClient } from 'viem/utils'
import type { RpcCall } from './endpoint.js'
import { missingAnswer, type RpcAnswer, readAnswer } from './rpcAnswer.js'

/** A call that waits for its answer. */
export interface WaitingCall {
  readonly call: RpcCall
  resolve(result: unknown): void
  reject(error: unknown): void
}

export type RpcBody = Parameters<ReturnType<typeof getHttpRpcClient>['request']>[0]['body']

export interface BatchSenderOptions {
  readonly origin: string
  /** Calls in one request at most. */
  readonly size: number
  post(body: RpcBody): Promise<unknown>
}

/** Sends calls in batches (JSON-RPC 2.0 section 6), and learns how many the server takes at once. */
export function createBatchSender({ origin, size, post }: BatchSenderOptions) {
  let limit = Math.max(1, size)
  let lastId = 0

  const toRequest = ({ call: { method, params } }: WaitingCall) => {
    lastId += 1
    return { id: lastId, method, ...(params === undefined ? {} : { params }) }
  }

  /** Sends one call. Returns the fault of the request as a whole, if it had one. */
  async function sendOne(waiting: WaitingCall): Promise<{ fault: unknown } | undefined> {
    try {
      settleCall(waiting, origin, readAnswer(await post(toRequest(waiting))))
    } catch (fault) {
      waiting.reject(fault)
      return { fault }
    }
  }

  async function sendBatch(batch: readonly WaitingCall[]): Promise<{ fault: unknown } | undefined> {
    const [first] = batch
    if (batch.length === 1 && first) return sendOne(first)
    const requests = batch.map(toRequest)
    let answers: unknown
    try {
      answers = await post(requests)
    } catch (fault) {
      if (!refusesBatch(fault)) return rejectAll(batch, fault)
    }
    // One object for the whole, or nothing: the server takes fewer at once, or one at a time.
    if (!Array.isArray(answers)) return split(batch)
    const byId = new Map(answers.map((answer: unknown) => [String((answer as RpcAnswer | null)?.id), answer]))
    for (const [index, waiting] of batch.entries()) {
      settleCall(waiting, origin, readAnswer(byId.get(String(requests[index]?.id))))
    }
  }

  /** Tries a tenth first, so that a server that is just broken is asked a few times and not once per call. */
  async function split(batch: readonly WaitingCall[]): Promise<{ fault: unknown } | undefined> {
    limit = Math.min(limit, Math.ceil(batch.length / 10))
    const size = limit
    const failed = await sendBatch(batch.slice(0, size))
    if (failed) return rejectAll(batch.slice(size), failed.fault)
    await Promise.all(chunk(batch.slice(size), limit).map(sendBatch))
  }

  function rejectAll(batch: readonly WaitingCall[], fault: unknown): { fault: unknown } {
    for (const waiting of batch) waiting.reject(fault)
    return { fault }
  }

  return (batch: readonly WaitingCall[]): void => {
    for (const part of chunk(batch, limit)) void sendBatch(part)
  }
}

function settleCall(
  { call, resolve, reject }: WaitingCall,
  origin: string,
  answer: RpcAnswer | undefined,
): void {
  const { error } = answer ?? missingAnswer
  if (error) reject(new RpcRequestError({ body: { ...call }, error, url: origin }))
  else resolve(answer?.result)
}

/** Whether a failed batch may be one that was too large: the server read it and said no. */
function refusesBatch(error: unknown): boolean {
  const status = error instanceof HttpRequestError ? error.status : undefined
  return status !== undefined && [400, 405, 413, 422, 501].includes(status)
}

function chunk<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size))
  return chunks
}
