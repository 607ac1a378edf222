import { nodeErrorFrom, rpcErrorFrom, NetworkError } from '@latchkey/kernel/chain'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { sendSigned } from './sendSigned.js'

const signed = '0x02c0ffee'
const hash = keccak256(signed)

const node = (code: number, message: string) => nodeErrorFrom({ code, message })
const lost = new NetworkError('The node did not answer.', { code: 'HTTP_UNREACHABLE' })

/** A node that answers hand-overs in this order, then takes them; `known` is its answer to the look-up. */
function bench(faults: readonly Error[], known: unknown = null) {
  const warnings: unknown[] = []
  const asked: string[] = []
  const left = [...faults]
  const log = {
    error: () => undefined,
    warn: (_: string, detail?: unknown) => void warnings.push(detail),
    info: () => undefined,
    debug: () => undefined,
  }
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    asked.push(method)
    if (method === 'eth_getTransactionByHash') {
      expect(params).toEqual([hash])
      if (known instanceof Error) throw known
      return known
    }
    expect([method, params]).toEqual(['eth_sendRawTransaction', [signed]])
    const fault = left.shift()
    if (fault) throw fault
    return '0x'
  }
  return { asked, warnings, send: () => sendSigned(ask, log, signed) }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('Expected a failure.'),
    (error: unknown) => error,
  )

it('returns the transaction’s own hash, and asks once', async () => {
  const { asked, send } = bench([])
  expect(await send()).toBe(hash)
  expect(asked).toEqual(['eth_sendRawTransaction'])
})

it.each([
  ['a number of wallets', [node(4001, 'no')]],
  ['words of wallets', [node(-1, 'user denied it')]],
  ['a number of wallets at the second try', [lost, node(4001, 'no')]],
  ['a number of wallets inside', [rpcErrorFrom({ code: -32000, message: 'x', data: { code: 5000 } })]],
  ['a method that it says it doesn’t know', [node(-32601, 'unknown method')]],
  ['advice to try again', [node(-32603, 'failed')]],
  ['no answer', [lost, lost]],
])('takes no node’s word for the person’s: %s', async (_, faults) => {
  const { warnings, send } = bench(faults)
  const error = await failure(send())
  expect(error).toMatchObject({
    code: 'LEDGER_NODE_REFUSED',
    shortMessage:
      'The network’s node didn’t accept the signed transaction. It may still go through: look at your activity before you send again.',
    rpcCode: undefined,
  })
  expect(isUserRejection(error)).toBe(false)
  // Libraries wrap what they catch.
  expect(isUserRejection(rpcErrorFrom(new Error('Sending failed.', { cause: error })))).toBe(false)
  expect(warnings).toEqual([faults.at(-1)])
})

it.each([
  ['already known', [node(-32000, 'already known')]],
  ['nonce too low at the second try', [lost, node(-32000, 'nonce too low')]],
  ['a rejection', [node(4001, 'no')]],
  ['too little to pay', [node(-32000, 'insufficient funds')]],
])('returns the hash where the node has the transaction in spite of: %s', async (_, faults) => {
  const { send } = bench(faults, { hash: hash.toUpperCase().replace('0X', '0x') })
  expect(await send()).toBe(hash)
})

it('hands over once more where the answer was lost', async () => {
  const { asked, send } = bench([lost])
  expect(await send()).toBe(hash)
  expect(asked).toEqual(['eth_sendRawTransaction', 'eth_sendRawTransaction'])
})

it.each([null, 'x', { hash: `0x${'00'.repeat(32)}` }, lost])(
  'lets a refusal that does no harm keep its sentence where the node answers the look-up by %j',
  async (known) => {
    const { send } = bench([node(-32000, 'insufficient funds for gas * price + value')], known)
    await expect(send()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  },
)
