import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import codes from '../../vectors/rpc_codes.json' with { type: 'json' }
import { isUserRejection } from './connector.js'
import { UserRejectedError } from './userRejected.js'
import { invalidAnswer, nodeErrorFrom, rpcErrorFrom } from './rpc.js'
import { RpcError } from './rpcError.js'

/** Every number of the specification, section 8. */
const specified = [
  -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006, 4001, 5000,
  4100, 4200, 4900, 4901, 4902, 5700, 5710, 5720, 5730, 5740, 5750, 5760, 32603,
]
const rejections = [4001, 5000]

describe('numbers', () => {
  it('have a code and a sentence each', () => {
    const rows = specified.map((number) => {
      const { name, code, shortMessage } = rpcErrorFrom({ code: number, message: '' })
      return `${number} ${name} ${code}: ${shortMessage}`
    })
    expect(rows).toMatchInlineSnapshot(`
      [
        "-32700 RpcError RPC_PARSE: The request could not be read by the other side.",
        "-32600 RpcError RPC_INVALID_REQUEST: The request was not valid.",
        "-32601 RpcError RPC_METHOD_NOT_FOUND: The wallet or node does not know this method.",
        "-32602 RpcError RPC_INVALID_PARAMS: The wallet or node refused the parameters of the request.",
        "-32603 RpcError RPC_INTERNAL: The wallet or node failed while it handled the request.",
        "-32000 RpcError RPC_INVALID_INPUT: The wallet or node refused the request.",
        "-32001 RpcError RPC_RESOURCE_NOT_FOUND: What was asked for was not found.",
        "-32002 RpcError RPC_RESOURCE_UNAVAILABLE: Your wallet is already waiting for an answer. Open it to go on.",
        "-32003 RpcError RPC_TRANSACTION_REJECTED: The network refused the transaction.",
        "-32004 RpcError RPC_METHOD_NOT_SUPPORTED: The wallet or node does not support this method.",
        "-32005 RpcError RPC_LIMIT_EXCEEDED: Too many requests were made. Wait a moment and try again.",
        "-32006 RpcError RPC_VERSION_NOT_SUPPORTED: The wallet or node speaks another version of JSON-RPC.",
        "4001 UserRejectedError USER_REJECTED: The request was declined in the wallet.",
        "5000 UserRejectedError USER_REJECTED: The request was declined in the wallet.",
        "4100 RpcError RPC_UNAUTHORIZED: The wallet has not allowed this app to do that.",
        "4200 RpcError RPC_UNSUPPORTED_METHOD: The wallet does not support this.",
        "4900 RpcError RPC_PROVIDER_DISCONNECTED: The wallet is not connected to any network. Open it and check.",
        "4901 RpcError RPC_CHAIN_DISCONNECTED: The wallet is not connected to this network. Open it and check.",
        "4902 RpcError RPC_UNRECOGNIZED_CHAIN: The wallet does not know this network.",
        "5700 RpcError RPC_CAPABILITY_NOT_SUPPORTED: The wallet does not support a capability that this needs.",
        "5710 RpcError RPC_CHAIN_ID_NOT_SUPPORTED: The wallet does not support this network.",
        "5720 RpcError RPC_DUPLICATE_BUNDLE: These calls were sent already.",
        "5730 RpcError RPC_UNKNOWN_BUNDLE: The wallet does not know these calls.",
        "5740 RpcError RPC_BUNDLE_TOO_LARGE: There are too many calls for the wallet to do at once.",
        "5750 RpcError RPC_ATOMIC_UPGRADE_REJECTED: Your wallet can do this only after it upgrades your account, and it didn’t.",
        "5760 RpcError RPC_ATOMICITY_NOT_SUPPORTED: The wallet can’t do these calls as one.",
        "32603 RpcError RPC_INVALID_CHAIN_ID: The wallet does not accept this network id.",
      ]
    `)
  })

  it.each(codes.cases)('$code ($name, $source) is known', ({ code }) => {
    const error = rpcErrorFrom({ code, message: 'x' })
    expect(error.code).not.toBe('RPC_UNKNOWN')
    expect(error.rpcCode).toBe(code)
    expect(isUserRejection(error)).toBe(rejections.includes(code))
  })

  it.each(rejections)('%i is a person who declined, not a failure', (code) => {
    expect(rpcErrorFrom({ code })).toBeInstanceOf(UserRejectedError)
  })

  it.each([0, 1, -1, 4999, 99999, '4242'])('%s is an unknown RPC error', (code) => {
    const error = rpcErrorFrom({ code, message: 'odd' })
    expect(error).toMatchObject({ name: 'RpcError', code: 'RPC_UNKNOWN', rpcCode: Number(code) })
    expect(error.message).toMatch(/The wallet or node said: odd$/)
  })

  it('are read from texts too', () => {
    expect(rpcErrorFrom({ code: '4001' })).toBeInstanceOf(UserRejectedError)
    expect(rpcErrorFrom({ code: 'ACTION_REJECTED' }).code).toBe('RPC_UNKNOWN')
  })
})

describe('nested errors', () => {
  it.each([
    ['data.originalError', { code: -32603, data: { originalError: { code: 4001 } } }],
    ['cause', new Error('outer', { cause: { code: 4001 } })],
    ['error', { error: { code: 5000 } }],
    ['data', { code: -32000, data: { code: 4001 } }],
    ['three deep', { cause: { cause: { data: { code: 4001 } } } }],
  ])('in %s are found', (_, error) => {
    expect(rpcErrorFrom(error)).toBeInstanceOf(UserRejectedError)
  })

  it('take the outermost number that is known', () => {
    expect(rpcErrorFrom({ code: 12345, cause: { code: 4902 } })).toMatchObject({
      code: 'RPC_UNRECOGNIZED_CHAIN',
    })
  })

  it('in a circle end', () => {
    const error: { message: string; cause?: unknown } = { message: 'round' }
    error.cause = error
    expect(rpcErrorFrom(error).code).toBe('RPC_UNKNOWN')
  })
})

describe('what nodes say in words', () => {
  it.each([
    ['execution reverted: ERC20: transfer amount exceeds allowance', 'EXECUTION_REVERTED'],
    ['insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
    ['transfer amount exceeds the balance', 'INSUFFICIENT_FUNDS'],
    ['max fee per gas less than block base fee', 'FEE_CAP_TOO_LOW'],
    ['fee cap too low', 'FEE_CAP_TOO_LOW'],
    ['max fee per gas higher than 2^256-1', 'FEE_CAP_TOO_HIGH'],
    ['max priority fee per gas higher than max fee per gas', 'TIP_ABOVE_FEE_CAP'],
    ['nonce too high', 'NONCE_TOO_HIGH'],
    ['nonce too low: next nonce 5', 'NONCE_TOO_LOW'],
    ['already known', 'NONCE_TOO_LOW'],
    ['nonce has max value', 'NONCE_MAX_VALUE'],
    ['intrinsic gas too low', 'GAS_TOO_LOW'],
    ['intrinsic gas too high', 'GAS_TOO_HIGH'],
    ['gas limit reached', 'GAS_TOO_HIGH'],
    ['transaction type not supported', 'TRANSACTION_TYPE_NOT_SUPPORTED'],
  ])('"%s" says more than -32000', (message, code) => {
    expect(rpcErrorFrom({ code: -32000, message })).toMatchObject({ code, rpcCode: -32000 })
    expect(rpcErrorFrom(new Error(message))).toMatchObject({ code })
    expect(rpcErrorFrom({ code: -32602, message }).code).toBe('RPC_INVALID_PARAMS')
  })

  it('have a sentence each', () => {
    const texts = [
      'execution reverted',
      'insufficient funds',
      'fee cap too low',
      'nonce too high',
      'nonce too low',
    ]
    expect(texts.map((text) => rpcErrorFrom(new Error(text)).shortMessage)).toMatchInlineSnapshot(`
      [
        "The contract refused the transaction.",
        "There is not enough to pay for the amount and the network fee.",
        "The network fee offered is too low right now.",
        "An earlier transaction of this account is missing. Wait for it, then try again.",
        "This transaction was sent already, or another one took its place.",
      ]
    `)
  })

  it.each([
    'User rejected the request.',
    'MetaMask Tx Signature: User denied transaction signature.',
    'user cancelled',
    'Rejected by user',
  ])('"%s" is a person who declined, where no number says so', (message) => {
    expect(rpcErrorFrom(new Error(message))).toBeInstanceOf(UserRejectedError)
    expect(rpcErrorFrom(message)).toBeInstanceOf(UserRejectedError)
  })

  it('of a person are a text like any other where a node says them', () => {
    const answers = [
      { code: 4001, message: 'User rejected the request.' },
      { code: 5000, message: 'User rejected.' },
      { code: -32000, message: 'rejected by user' },
      { code: -32603, message: 'Popup window closed' },
    ]
    expect(answers.map((answer) => nodeErrorFrom(answer).code)).toEqual([
      'RPC_UNKNOWN',
      'RPC_UNKNOWN',
      'RPC_INVALID_INPUT',
      'RPC_INTERNAL',
    ])
  })

  it.each<[string, unknown]>([
    ['without a number', new Error('Unrecognized chain ID "0xa". Try adding the chain first.')],
    ['with -32602', { code: -32602, message: 'Unrecognized chain ID "0xa".' }],
    [
      'with -32603 and nested',
      {
        code: -32603,
        message: 'Internal error',
        data: { originalError: { message: 'Unrecognized chain ID' } },
      },
    ],
    ['with 4200', { code: 4200, message: 'Unsupported chain' }],
    ['with 5000', { code: 5000, message: 'Unrecognized chain ID "0xa"' }],
  ])('of a network that the wallet does not know say more than the number, %s', (_, error) => {
    expect(rpcErrorFrom(error).code).toBe('RPC_UNRECOGNIZED_CHAIN')
  })

  it('of a method on a network are about the method', () => {
    const error = { code: -32601, message: 'On this network the method is not supported' }
    expect(rpcErrorFrom(error).code).toBe('RPC_METHOD_NOT_FOUND')
  })

  it('are cut, whatever their length', () => {
    const error = rpcErrorFrom({ code: -32000, message: 'x'.repeat(100_000) })
    expect(error.message.length).toBeLessThan(700)
  })
})

describe('faults of code', () => {
  it('are no answer of a wallet, and keep their cause', () => {
    const thrown = new ReferenceError('provider is not defined')
    const error = rpcErrorFrom(thrown)
    expect(error).toMatchObject({
      name: 'BaseError',
      code: 'PROGRAM_ERROR',
      rpcCode: undefined,
      cause: thrown,
    })
    expect(error.message).toMatchInlineSnapshot(`
      "A program error stopped the request. Reload the page and try again.

      ReferenceError: provider is not defined
      The fault is in the code of the app, of a library or of the wallet's extension. The cause has its stack."
    `)
  })

  it.each([
    new EvalError('x'),
    new RangeError('Invalid array length'),
    new SyntaxError('Unexpected token'),
    new TypeError("Cannot read properties of undefined (reading 'request')"),
    new URIError('URI malformed'),
  ])('%s is one', (thrown) => {
    expect(rpcErrorFrom(thrown)).toMatchObject({ code: 'PROGRAM_ERROR', cause: thrown })
  })

  it('of another frame count', () => {
    const thrown: unknown = runInNewContext("new TypeError('x is not a function')")
    expect(thrown).not.toBeInstanceOf(Error)
    expect(rpcErrorFrom(thrown).code).toBe('PROGRAM_ERROR')
  })

  it('are not meant by a number or by words of a wallet', () => {
    const answers = [
      Object.assign(new TypeError('x'), { code: 4001 }),
      Object.assign(new TypeError('x'), { code: 99999 }),
      new TypeError('User rejected the request.'),
      new Error('boom'),
      { name: 'TypeError', message: 'a text of the wallet' },
    ]
    expect(answers.map((answer) => rpcErrorFrom(answer).code)).toEqual([
      'USER_REJECTED',
      'RPC_UNKNOWN',
      'USER_REJECTED',
      'RPC_UNKNOWN',
      'RPC_UNKNOWN',
    ])
  })

  it.each([
    'Failed to fetch',
    'fetch failed',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ])('are not meant by "%s", which says that nobody could be reached', (message) => {
    const thrown = new TypeError(message)
    expect(rpcErrorFrom(thrown)).toMatchObject({
      name: 'NetworkError',
      code: 'HTTP_UNREACHABLE',
      shortMessage: 'A service that is needed could not be reached. Check the connection and try again.',
      cause: thrown,
    })
  })
})

describe('rpcErrorFrom', () => {
  it('lets our own errors through untouched', () => {
    const own = new RpcError('Own.', { code: 'OWN' })
    expect(rpcErrorFrom(own)).toBe(own)
  })

  it.each([undefined, null, 0, '', {}, [], () => {}, Symbol('x')])('makes an error of %s', (thrown) => {
    expect(rpcErrorFrom(thrown)).toMatchObject({
      code: 'RPC_UNKNOWN',
      shortMessage: 'The wallet or node answered with an error it did not explain.',
    })
  })

  it('keeps what was thrown as the cause', () => {
    const thrown = { code: 4001 }
    expect(rpcErrorFrom(thrown).cause).toBe(thrown)
  })
})

it('says what a wallet answered that cannot be used', () => {
  expect(invalidAnswer('Wallet', 'eth_accounts', 'x'.repeat(500)).message).toMatch(
    /^Wallet gave an answer that can’t be used\.\n\nMethod: eth_accounts\nReceived: x{200}$/,
  )
})
