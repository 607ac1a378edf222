import { BaseError, type Hex, HttpRequestError, keccak256, RpcRequestError } from 'viem'
import { type Client, nodeError } from './node.js'

/** A signed transaction, which anyone who has it can carry out. */
export interface SignedTransaction {
  readonly serializedTransaction: Hex
  /** Follows from the transaction itself. What a node calls it can be another one's. */
  readonly hash: Hex
}

export const nameSigned = (serializedTransaction: Hex): SignedTransaction => ({
  serializedTransaction,
  hash: keccak256(serializedTransaction),
})

/**
 * Hands a signed transaction to the node. Write down its hash before: it may be carried out also when the node's answer is lost,
 * and then this doesn't throw, because a second one would be paid beside the first.
 *
 * @throws FrameError with the node's code, only when the node refused the transaction
 */
export async function handOver(
  client: Client,
  { serializedTransaction, hash }: SignedTransaction,
): Promise<void> {
  const send = () =>
    client.request(
      { method: 'eth_sendRawTransaction', params: [serializedTransaction] },
      // Whether an answer was lost can be told only of a single attempt.
      { retryCount: 0 },
    )
  const refusal = await send().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (refusal === undefined || (await isKnown(client, hash))) return
  if (isRefusal(refusal)) throw nodeError(refusal)
  // It may not have arrived. The same transaction counts only once, however often it's sent.
  await send().catch(() => undefined)
}

/** Also a node behind the one that answered may have it. */
const isKnown = (client: Client, hash: Hex): Promise<boolean> =>
  client.getTransaction({ hash }).then(
    () => true,
    () => false,
  )

const internalError = -32603
const unclear = /already|known transaction|time(?:d )?-?out|try again|internal|unavailable/i

/** Whether the node certainly doesn't have it: it answered, and it named a reason that lies in the transaction or the request. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const answer = error.walk((one) => one instanceof RpcRequestError || one instanceof HttpRequestError)
  if (answer instanceof HttpRequestError) {
    const { status = 0 } = answer
    return status >= 400 && status < 500 && status !== 408
  }
  if (!(answer instanceof RpcRequestError)) return false
  return answer.code !== internalError && !unclear.test(answer.details)
}
