import { readField, NetworkError, RpcError } from '@latchkey/kernel/chain'
import { type BaseError, isKernelError } from '@latchkey/kernel/plugin'
type Row = readonly [pattern: RegExp, code: string, sentence: string]

/** What the transaction pool says: numbers of `author_submitExtrinsic` with words of the runtime's validity check. */
const byText: readonly Row[] = [
  [
    /inability to pay|account balance too low|insufficient/i,
    'INSUFFICIENT_FUNDS',
    'There is not enough to pay for the amount and the network fee.',
  ],
  [
    /bad signature|bad proof|badproof/i,
    'POLKADOT_SIGNATURE_INVALID',
    'The network refused the signature of this transaction. Nothing was sent.',
  ],
  [
    // What the runtime answers to mode 1 when it was built without the hash of its metadata (RFC-78).
    /could not lookup information required to validate|cannotlookup/i,
    'POLKADOT_METADATA_HASH_UNSUPPORTED',
    'This network can’t check how the transaction was written. Nothing was sent.',
  ],
  [
    /outdated|stale|already imported|temporarily banned/i,
    'POLKADOT_TRANSACTION_STALE',
    'This transaction was sent already, or another one took its place.',
  ],
  [
    /ancient birth block/i,
    'POLKADOT_TRANSACTION_EXPIRED',
    'This transaction waited too long. Prepare it again.',
  ],
  [
    /priority is too low/i,
    'POLKADOT_PRIORITY_TOO_LOW',
    'An earlier transaction of this account is still waiting. Wait for it, then try again.',
  ],
  [
    /exhausts? the (?:resources|block limits)/i,
    'POLKADOT_BLOCK_FULL',
    'The network is full. Try again later.',
  ],
  [
    /invalid transaction|1010|unknown transaction|1011/i,
    'POLKADOT_TRANSACTION_INVALID',
    'The network would refuse this transaction.',
  ],
]

/** Maps what a node or the SDK threw to one of our errors. Our own errors pass through untouched. */
export function nodeErrorFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const [code, message, data] = ['code', 'message', 'data'].map((name) => readField(error, name))
  const detail = [message ?? error, data]
    .filter((part) => typeof part === 'string')
    .join(' · ')
    .slice(0, 500)
  if (isDisconnect(error)) {
    return new NetworkError('The node went away. Try again.', {
      code: 'POLKADOT_ENDPOINT_FAILED',
      cause: error,
      metaMessages: [detail],
    })
  }
  const row = byText.find(([pattern]) => pattern.test(detail))
  return new RpcError(row?.[2] ?? 'The node answered with an error it did not explain.', {
    code: row?.[1] ?? 'POLKADOT_NODE_ERROR',
    cause: error,
    detail,
    ...(typeof code === 'number' ? { rpcCode: code } : {}),
  })
}

/** Whether the answer was lost with the connection, so that nobody knows what became of the request. */
export function isDisconnect(error: unknown): boolean {
  const message = readField(error, 'message')
  return (
    typeof message === 'string' &&
    /disconnected from|websocket is not connected|no response received/i.test(message)
  )
}
