import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { readFromNode } from '../evm/node.js'

/** How long a node may take to answer, in milliseconds. */
const answerLimit = 20_000

/**
 * Hands a signed transaction to the node. It may be carried out also when the node's answer is lost. Then this doesn't throw: an app
 * that is told of a failure has the person sign another one, and both are paid.
 *
 * @throws FrameError with the node's code, only when the node refused the transaction
 */
export async function handOver(
  transaction: string,
  options: object | undefined,
  rpcUrl: string,
): Promise<void> {
  const params = [transaction, { ...options, encoding: 'base64' }]
  const send = () => readFromNode('sendTransaction', params, rpcUrl, AbortSignal.timeout(answerLimit))
  const refusal = await send().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (refusal === undefined || isKnown(refusal)) return
  if (isRefusal(refusal)) throw refusal
  // It may not have arrived. The same transaction counts only once, however often it's sent.
  await send().catch(() => undefined)
}

/** "Internal error", and a node that is behind: they say nothing of the transaction. */
const unclear: ReadonlySet<number | undefined> = new Set([-32603, -32005])

const isKnown = (error: unknown): boolean =>
  error instanceof FrameError && /already (?:been )?processed|AlreadyProcessed/i.test(error.message)

/** Whether the node answered, and named a reason. */
const isRefusal = (error: unknown): error is FrameError =>
  error instanceof FrameError && error.code === 'rpc_error' && !unclear.has(error.rpcCode)
