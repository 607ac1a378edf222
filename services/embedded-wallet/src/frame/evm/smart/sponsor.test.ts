// Fees that the app pays for the smart account (ERC-7677), on a real bundler and with a real paymaster: what it pays, and what
// happens when it stops paying, lies, or takes something that wasn't shown.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type PaymasterPolicy,
  startAccountAbstraction,
} from '../../../../../../devstack/src/account-abstraction/index.js'
import { startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { contracts } from './contracts.js'
import { answerEvm } from '../answerEvm.js'
import { readCallsStatus } from '../sendCalls.js'
import type { Question } from '../../screen.js'
import { inEnglish } from '../../../../test/inEnglish.js'
import type { SmartContext } from './performCalls.js'

let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
}, 300_000)
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})
beforeEach(() => abstraction.paymaster.setPolicy({ kind: 'pays' }))

const receiver: Hex = '0x00000000000000000000000000000000000000aa'
const newContext = () =>
  createSmartContext({ url: chain.url, chainId: chain.chainId, bundlers: [abstraction.bundlerUrl] })
const service = (more: object = {}) => ({ paymasterService: { url: abstraction.paymasterUrl, ...more } })
const ask = (context: SmartContext, calls: readonly object[], capabilities: object = service()) =>
  answerEvm(
    'wallet_sendCalls',
    [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls, capabilities }],
    context,
  ) as Promise<{ id: string }>

async function settled(id: string, { records }: SmartContext): Promise<any> {
  for (let turn = 0; turn < 400; turn++) {
    const status = (await readCallsStatus([id], { records, rpcUrlOf: () => chain.url })) as any
    if (status.status !== 100) return status
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The calls are still under way.')
}

const linesOf = (question: { readonly facts?: readonly { name: string; value: string }[] } | undefined) =>
  question?.facts?.map(({ name, value }) => `${name}: ${value}`) ?? []
const sent = () =>
  abstraction.bundlers[0].requests.filter(({ method }) => method === 'eth_sendUserOperation').length

test('an account that holds nothing makes three calls, and the app pays', async () => {
  const { context, shown, account } = newContext()
  const { id } = await ask(context, [{ to: receiver }, { to: receiver }, { to: receiver }])
  expect(await settled(id, context)).toMatchObject({ status: 200, atomic: true })
  expect(await chain.balanceOf(account.address)).toBe(0n)
  expect(shown).toHaveLength(1)
  expect(linesOf(shown[0])).toContain('Network fee: app.example.com pays it')
  expect(linesOf(shown[0]).join()).not.toContain('Max network fee')
  // A signed operation is never shown to the service.
  for (const { operation } of abstraction.paymaster.requests) expect(operation['signature']).toBe('0x')
})

test.each([
  ['that the app pays the fee', () => service(), 'Network fee'],
  ['the fee', () => ({}), 'Max network fee'],
])(
  'several calls are told with what they come to and %s first, and then each of them',
  async (_, capabilities, fee) => {
    const { context, shown, account } = newContext()
    await chain.setBalance(account.address, parseEther('1'))
    const { id } = await ask(
      context,
      [
        { to: receiver, value: '0x1' },
        { to: receiver, value: '0x2' },
      ],
      capabilities(),
    )
    expect(await settled(id, context)).toMatchObject({ status: 200 })
    const names = shown[0]?.facts?.map(({ name }) => name) ?? []
    const places = ['Asked by', 'You send', fee, 'Step', 'To'].map((name) => names.indexOf(name))
    expect(places).toEqual([...places].sort((left, right) => left - right))
    expect(places).not.toContain(-1)
    expect(names.indexOf(fee)).toBe(names.indexOf('You send') + 1)
  },
)

const failing: readonly PaymasterPolicy[] = [
  { kind: 'refuses', message: 'No.' },
  { kind: 'stopsPaying' },
  { kind: 'signsExpired' },
  { kind: 'signsOther' },
  { kind: 'lies', members: { paymaster: receiver } },
  { kind: 'lies', members: { paymasterData: 'none' } },
  { kind: 'lies', members: { paymasterData: '0x' } },
]
describe.each(failing)('a service that %j', (policy) => {
  test('is told of before the account pays anything, and nothing leaves when the person declines', async () => {
    abstraction.paymaster.setPolicy(policy)
    const { context, shown, account } = newContext()
    await chain.setBalance(account.address, parseEther('1'))
    const before = sent()
    let hasPaid = false
    const screen = {
      ask: async (asked: Question) => {
        const question = inEnglish(asked)
        shown.push(question)
        if (!linesOf(question).join().includes('pays it')) hasPaid = true
        if (hasPaid) throw Object.assign(new Error('Declined.'), { code: 'user_rejected' })
        return ''
      },
    }
    await expect(ask({ ...context, screen }, [{ to: receiver, value: '0x1' }])).rejects.toThrow('Declined.')
    expect(linesOf(shown.at(-1))).toContain(
      'Network fee: app.example.com doesn’t pay it this time. You pay it.',
    )
    expect(linesOf(shown.at(-1)).join()).toContain('Max network fee')
    expect(sent()).toBe(before)
    expect(await chain.balanceOf(account.address)).toBe(parseEther('1'))
  })
})

test('a service that names nobody as the payer doesn’t have the fee taken from the account’s deposit', async () => {
  const nobody = `0x${'0'.repeat(40)}`
  const server = createServer((_, response) => {
    const result = { paymaster: nobody, paymasterData: '0x', isFinal: true }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { context, shown, account } = newContext()
  await chain.setBalance(account.address, parseEther('1'))
  const { entryPoint } = contracts
  const data = encodeFunctionData({
    ...{ abi: entryPoint07Abi, functionName: 'depositTo', args: [account.address] },
  })
  const value = `0x${parseEther('0.5').toString(16)}`
  await answerEvm('eth_sendTransaction', [{ to: entryPoint, value, data }], context)
  const url = `http://127.0.0.1:${port}`
  const { id } = await ask(context, [{ to: receiver, value: '0x1' }], service({ url }))
  expect(await settled(id, context)).toMatchObject({ status: 200 })
  expect(linesOf(shown.at(-1))).toContain(
    'Network fee: app.example.com doesn’t pay it this time. You pay it.',
  )
})

test('a person who agrees to pay after all pays', async () => {
  abstraction.paymaster.setPolicy({ kind: 'stopsPaying' })
  const { context, account } = newContext()
  await chain.setBalance(account.address, parseEther('1'))
  const { id } = await ask(context, [{ to: receiver, value: '0x1' }])
  expect(await settled(id, context)).toMatchObject({ status: 200 })
  expect(await chain.balanceOf(account.address)).toBeLessThan(parseEther('1') - 1n)
})

test('what a service answers beside its part changes nothing of the operation', async () => {
  const members = {
    callData: '0x',
    sender: receiver,
    nonce: '0x5',
    maxFeePerGas: '0xffffffffff',
    factory: receiver,
  }
  abstraction.paymaster.setPolicy({ kind: 'lies', members })
  const { context, account } = newContext()
  await chain.setBalance(account.address, 7n)
  const before = await chain.balanceOf(receiver)
  const { id } = await ask(context, [{ to: receiver, value: '0x7' }])
  expect(await settled(id, context)).toMatchObject({ status: 200 })
  expect((await chain.balanceOf(receiver)) - before).toBe(7n)
})

describe('a paymaster that takes a token', () => {
  const fund = async (to: Hex) => {
    const [, bob] = chain.accounts
    await chain.client.impersonateAccount({ address: bob!.address })
    const hash = await chain.client.writeContract({
      ...{ account: bob!.address, chain: chain.chain, address: chain.tokens.usd.address },
      ...{ abi: erc20Abi, functionName: 'transfer', args: [to, 10n ** 9n] },
    })
    await chain.client.waitForTransactionReceipt({ hash })
  }
  const approve = (amount: bigint) => ({
    to: chain.tokens.usd.address,
    data: encodeFunctionData({
      ...{ abi: erc20Abi, functionName: 'approve', args: [abstraction.paymasters['0.7'], amount] },
    }),
  })

  test('is shown with what it takes, and takes no more', async () => {
    const { usd } = chain.tokens
    abstraction.paymaster.setPolicy({ kind: 'takesToken', token: usd.address, rate: 2_000_000_000n })
    const { context, shown, account } = newContext()
    await fund(account.address)
    const { id } = await ask(context, [approve(10n ** 9n)])
    expect(await settled(id, context)).toMatchObject({ status: 200 })
    expect(shown).toHaveLength(2)
    const lines = linesOf(shown[1])
    expect(lines.join()).toMatch(/You pay about: [\d.]+ LUSD/)
    expect(shown[1]?.facts?.find(({ name }) => name === 'You pay about')?.note).toMatch(/^Token 0x/)
    const taken = 10n ** 9n - (await chain.tokenBalanceOf(usd.address, account.address))
    expect(taken).toBeGreaterThan(0n)
  })

  test('gets nothing when the person declines', async () => {
    const { usd } = chain.tokens
    abstraction.paymaster.setPolicy({ kind: 'takesToken', token: usd.address, rate: 2_000_000_000n })
    const { context, account } = newContext()
    await fund(account.address)
    const before = sent()
    let asked = 0
    const screen = {
      ask: async () => {
        asked += 1
        if (asked === 2) throw Object.assign(new Error('Declined.'), { code: 'user_rejected' })
        return ''
      },
    }
    await expect(ask({ ...context, screen }, [approve(10n ** 9n)])).rejects.toThrow('Declined.')
    expect(asked).toBe(2)
    expect(sent()).toBe(before)
    expect(await chain.tokenBalanceOf(usd.address, account.address)).toBe(10n ** 9n)
  })
})

test.each([
  ['no address', { paymasterService: {} }],
  ['an address that is no URL', { paymasterService: { url: 'pays.example' } }],
  ['a script', { paymasterService: { url: 'javascript:alert(1)' } }],
])('a service with %s is refused before anybody is asked', async (_, capabilities) => {
  const { context, shown } = newContext()
  await expect(ask(context, [{ to: receiver }], capabilities)).rejects.toMatchObject({ rpcCode: -32602 })
  expect(shown).toEqual([])
})

test('a service for one call alone is refused', async () => {
  const { context } = newContext()
  await expect(ask(context, [{ to: receiver, capabilities: service() }], {})).rejects.toMatchObject({
    rpcCode: 5700,
  })
})
