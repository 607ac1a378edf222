import { BaseError, isKernelError } from './base.js'
import { ConnectorError } from './connector.js'
import { NetworkError } from './network.js'
import { readField } from './readField.js'
import { isProgramError, programError } from './program.js'
import { UserRejectedError } from './userRejected.js'

/** An error a wallet or node gave by number: JSON-RPC 2.0 section 5.1, EIP-1474, EIP-1193, EIP-5792, WalletConnect. */
export class RpcError extends BaseError {
  constructor(
    shortMessage: string,
    options: { code: string; rpcCode?: number; cause?: unknown; detail?: string },
  ) {
    const { detail, ...rest } = options
    super(shortMessage, {
      ...rest,
      ...(detail ? { metaMessages: [`The wallet or node said: ${detail}`] } : {}),
    })
    this.name = 'RpcError'
  }
}

/** Characters read of what a wallet or node says. */
const textLimit = 500

type Row = readonly [code: string, sentence: string]

/** One row per number. A sentence says what happened, for a person who did not ask for a number. */
const byNumber: Readonly<Record<number, Row>> = {
  [-32700]: ['RPC_PARSE', 'The request could not be read by the other side.'],
  [-32600]: ['RPC_INVALID_REQUEST', 'The request was not valid.'],
  [-32601]: ['RPC_METHOD_NOT_FOUND', 'The wallet or node does not know this method.'],
  [-32602]: ['RPC_INVALID_PARAMS', 'The wallet or node refused the parameters of the request.'],
  [-32603]: ['RPC_INTERNAL', 'The wallet or node failed while it handled the request. Try again.'],
  [-32000]: ['RPC_INVALID_INPUT', 'The wallet or node refused the request.'],
  [-32001]: ['RPC_RESOURCE_NOT_FOUND', 'What was asked for was not found.'],
  [-32002]: ['RPC_RESOURCE_UNAVAILABLE', 'Your wallet is already waiting for an answer. Open it to go on.'],
  [-32003]: ['RPC_TRANSACTION_REJECTED', 'The network refused the transaction.'],
  [-32004]: ['RPC_METHOD_NOT_SUPPORTED', 'The wallet or node does not support this method.'],
  [-32005]: ['RPC_LIMIT_EXCEEDED', 'Too many requests were made. Wait a moment and try again.'],
  [-32006]: ['RPC_VERSION_NOT_SUPPORTED', 'The wallet or node speaks another version of JSON-RPC.'],
  // Without its sign, wallets mean the network by it.
  32603: ['RPC_INVALID_CHAIN_ID', 'The wallet does not accept this network id.'],
  4100: ['RPC_UNAUTHORIZED', 'The wallet has not allowed this app to do that.'],
  4200: ['RPC_UNSUPPORTED_METHOD', 'The wallet does not support this.'],
  4900: ['RPC_PROVIDER_DISCONNECTED', 'The wallet is not connected to any network. Open it and check.'],
  4901: ['RPC_CHAIN_DISCONNECTED', 'The wallet is not connected to this network. Open it and check.'],
  4902: ['RPC_UNRECOGNIZED_CHAIN', 'The wallet does not know this network.'],
  5001: ['RPC_CHAINS_REJECTED', 'The wallet did not accept these networks.'],
  5002: ['RPC_METHODS_REJECTED', 'The wallet did not accept these methods.'],
  5003: ['RPC_EVENTS_REJECTED', 'The wallet did not accept these events.'],
  5700: ['RPC_CAPABILITY_NOT_SUPPORTED', 'The wallet does not support a capability that this needs.'],
  5710: ['RPC_CHAIN_ID_NOT_SUPPORTED', 'The wallet does not support this network.'],
  5720: ['RPC_DUPLICATE_BUNDLE', 'These calls were sent already.'],
  5730: ['RPC_UNKNOWN_BUNDLE', 'The wallet does not know these calls.'],
  5740: ['RPC_BUNDLE_TOO_LARGE', 'There are too many calls for the wallet to do at once.'],
  5750: ['RPC_ATOMIC_UPGRADE_REJECTED', 'The wallet can do this only after an upgrade, which was declined.'],
  5760: ['RPC_ATOMICITY_NOT_SUPPORTED', 'The wallet can’t do these calls as one.'],
  6000: ['RPC_USER_DISCONNECTED', 'The wallet ended the connection.'],
  8000: ['RPC_SESSION_REQUEST_EXPIRED', 'The request was not answered in time. Try again.'],
}

/** EIP-1193 4001, WalletConnect 5000 and 12001; sats-connect's -32000 is its connector's to map. */
const rejectionNumbers: ReadonlySet<number> = new Set([4001, 5000, 12001])

/** What nodes say in words. The first match wins; patterns have no nested repetition. */
const byText: readonly (readonly [pattern: RegExp, code: string, sentence: string])[] = [
  [/execution reverted/i, 'EXECUTION_REVERTED', 'The contract refused the transaction.'],
  [
    /insufficient funds|exceeds (?:the )?balance/i,
    'INSUFFICIENT_FUNDS',
    'There is not enough to pay for the amount and the network fee.',
  ],
  [
    /max fee per gas less than block base fee|fee cap (?:is )?(?:less|too low)/i,
    'FEE_CAP_TOO_LOW',
    'The network fee offered is too low right now.',
  ],
  [
    /max fee per gas higher than 2|fee cap (?:is )?(?:higher|too high)/i,
    'FEE_CAP_TOO_HIGH',
    'The network fee offered is too high to be meant.',
  ],
  [
    /tip (?:is )?(?:higher|above)|max priority fee per gas higher than max fee/i,
    'TIP_ABOVE_FEE_CAP',
    'The tip offered is higher than the fee.',
  ],
  [
    /nonce too high/i,
    'NONCE_TOO_HIGH',
    'An earlier transaction of this account is missing. Wait for it, then try again.',
  ],
  [
    /nonce too low|already known|transaction already imported/i,
    'NONCE_TOO_LOW',
    'This transaction was sent already, or another one took its place.',
  ],
  [/nonce has max value/i, 'NONCE_MAX_VALUE', 'This account can’t send any more transactions.'],
  [/intrinsic gas too low/i, 'GAS_TOO_LOW', 'The gas allowed is too little for this transaction.'],
  [
    /intrinsic gas too high|gas limit reached|exceeds block gas limit/i,
    'GAS_TOO_HIGH',
    'The gas allowed is more than a block holds.',
  ],
  [
    /transaction type not valid|transaction type not supported/i,
    'TRANSACTION_TYPE_NOT_SUPPORTED',
    'This network does not support this kind of transaction.',
  ],
]

/** How browsers and Node say that nothing came back; `fetch` throws it as a TypeError, which is no fault of code. */
const unreachableText = /failed to fetch|fetch failed|networkerror when attempting|load failed/i

const rejectionText = /user (?:rejected|denied|declined|cancell?ed)|rejected by user|request rejected/i

/**
 * Maps what a wallet or node threw to one of our errors, once, at the connector's boundary. Looks through nested
 * errors (`data.originalError`, `cause`), and at words only when there is no number it knows. What the language throws
 * when code is wrong (`TypeError`, `ReferenceError` …) is nobody's answer: it becomes `PROGRAM_ERROR`.
 *
 * @param error Whatever was thrown. Our own errors pass through untouched.
 */
export function rpcErrorFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const numbers = codesOf(error)
  const detail = textOf(error)
  const rejection = numbers.find((number) => rejectionNumbers.has(number))
  if (rejection !== undefined) return new UserRejectedError({ cause: error, rpcCode: rejection })
  const words = byText.find(([pattern]) => pattern.test(detail))
  // Nodes answer almost everything with -32000 or -32603: their words say more than the number.
  const number = numbers.find((candidate) => byNumber[candidate] !== undefined)
  if (words && (number === undefined || number === -32000 || number === -32603 || number === -32003)) {
    const [, code, sentence] = words
    return new RpcError(sentence, {
      code,
      cause: error,
      detail,
      ...(number === undefined ? {} : { rpcCode: number }),
    })
  }
  if (number !== undefined) {
    const [code, sentence] = byNumber[number] as Row
    return new RpcError(sentence, { code, rpcCode: number, cause: error, detail })
  }
  if (rejectionText.test(detail)) return new UserRejectedError({ cause: error })
  const unknown = numbers[0]
  if (unknown === undefined && isProgramError(error)) {
    return unreachableText.test(detail) ? unreachable(error) : programError(error)
  }
  return new RpcError('The wallet or node answered with an error it did not explain.', {
    code: 'RPC_UNKNOWN',
    cause: error,
    detail,
    ...(unknown === undefined ? {} : { rpcCode: unknown }),
  })
}

function unreachable(cause: Error): NetworkError {
  return new NetworkError(
    'A service that is needed could not be reached. Check the connection and try again.',
    {
      code: 'HTTP_UNREACHABLE',
      cause,
    },
  )
}

/** Numeric codes of an error and of the errors inside it, outermost first. */
function codesOf(error: unknown, depth = 0): number[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const code = readField(error, 'code')
  const data = readField(error, 'data')
  const number = typeof code === 'string' && /^-?\d{1,15}$/.test(code) ? Number(code) : code
  const own = Number.isSafeInteger(number) ? [number as number] : []
  const inner = [readField(data, 'originalError'), readField(error, 'cause'), readField(error, 'error'), data]
  return [...own, ...inner.flatMap((nested) => codesOf(nested, depth + 1))]
}

function textOf(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error.slice(0, textLimit)
  if (typeof error !== 'object' || error === null || depth > 4) return ''
  const own = ['message', 'details'].map((name) => readField(error, name))
  const texts = own.filter((part): part is string => typeof part === 'string')
  const nested = ['cause', 'data'].map((name) => readField(error, name))
  const inner = nested.map((value) => (typeof value === 'object' ? textOf(value, depth + 1) : ''))
  return [...texts.map((text) => text.slice(0, textLimit)), ...inner]
    .filter(Boolean)
    .join(' · ')
    .slice(0, textLimit)
}

/** The wallet was found, but what it answered is not what its standard says. */
export function invalidAnswer(wallet: string, method: string, detail: string): ConnectorError {
  return new ConnectorError(`${wallet} gave an answer that can’t be used.`, {
    code: 'WALLET_ANSWER_INVALID',
    parameters: { wallet },
    metaMessages: [`Method: ${method}`, `Received: ${detail.slice(0, 200)}`],
  })
}
