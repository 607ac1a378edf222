import { createKernel } from '@latchkey/kernel'
import { History } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Http, Namespace } from '@latchkey/kernel/plugin'
import {
  capabilitySuite,
  fakeAccount,
  fakeNamespace,
  fakeStorage,
  fakeWallet,
} from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { afterEach, expect, test } from 'vitest'
import { exampleHistory } from '../guide/sources/exampleHistory.js'
import { type Answer, startServer } from './startServer.js'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const account = { networkId: 'example:1', address: 'alice' } as const
const { isSameAddress } = fakeNamespace('example')
const payment = (id: string, from: string, to: string) => ({ id, from, to, amount: '1500000', time: 1_700 })

capabilitySuite({
  test,
  // A history asks no wallet.
  lacks: ['prompts'],
  async create() {
    let fails = false
    const server = await startServer(() =>
      fails ? { status: 400 } : { json: { oldest: '0', payments: [payment('one', 'bob', 'alice')] } },
    )
    const kernel = createKernel([], { logLevel: 'silent', storage: fakeStorage() })
    const history = exampleHistory(kernel.get(Http), { 'example:1': server.url }, isSameAddress)
    return {
      namespace: fakeNamespace('example', ['1'], { capabilities: [history] }),
      networkId: 'example:1',
      account: fakeAccount('example:1', 'alice'),
      provider: {},
      inputs: {},
      nodeFails() {
        fails = true
      },
      async stop() {
        await kernel.dispose()
        await server.stop()
      },
    }
  },
})

/** Starts an indexer, and reads it through the capability of a connected wallet. */
async function setUp(answer: (url: URL) => Answer, indexed = true) {
  const server = await startServer(answer)
  const fake = fakeWallet({ accounts: [fakeAccount('example:1', 'alice')], answers: { connect: 'approve' } })
  const chain = definePlugin({
    id: 'fake',
    kernel: '^1.0.0',
    requires: { http: Http },
    setup(context, { http }) {
      const history = exampleHistory(http, indexed ? { 'example:1': server.url } : {}, isSameAddress)
      context.add(Namespace, fakeNamespace('example', ['1'], { capabilities: [history] }))
      context.add(Connector, fake.connector)
    },
  })
  const kernel = createKernel([chain], { logLevel: 'silent', storage: fakeStorage() })
  stops.push(() => kernel.dispose(), server.stop)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: fake.connector.id })
  const history = kernel.get(Wallets).active()?.use(History)
  if (!history) throw new Error('The chain carries no history.')
  return { history, asked: server.asked }
}

test('tells what left and what came, page by page', async () => {
  const { history, asked } = await setUp((url) =>
    url.searchParams.has('cursor')
      ? { json: { oldest: '0', payments: [payment('one', 'bob', 'alice')] } }
      : { json: { oldest: '0', next: 'older', payments: [payment('two', 'alice', 'bob')] } },
  )
  const first = await history.read(account)
  const amount = { value: 1_500_000n, decimals: 6, symbol: 'EX' }
  expect(first.transactions).toMatchObject([
    {
      id: 'two',
      operation: 'send',
      status: 'confirmed',
      minedAt: 1_700,
      transfers: [{ direction: 'out', amount }],
    },
  ])
  const second = await history.read({ ...account, cursor: first.next ?? '', limit: 5 })
  expect(second.transactions).toMatchObject([
    { id: 'one', operation: 'receive', from: 'bob', to: 'alice', transfers: [{ direction: 'in', amount }] },
  ])
  expect([first.next, second.next]).toEqual(['older', undefined])
  expect(asked.map(({ search }) => search)).toEqual([
    '?address=alice&limit=20',
    '?address=alice&cursor=older&limit=5',
  ])
})

test('knows the account in every spelling of its address', async () => {
  const { history } = await setUp(() => ({
    json: { oldest: '0', payments: [payment('one', 'ALICE', 'bob')] },
  }))
  const { transactions } = await history.read(account)
  expect(transactions).toMatchObject([{ operation: 'send', transfers: [{ direction: 'out' }] }])
})

test('claims to be whole only where the indexer has looked to the beginning', async () => {
  const whole = await setUp(() => ({ json: { oldest: '0', payments: [] } }))
  await expect(whole.history.read(account)).resolves.toEqual({ transactions: [] })
  const partly = await setUp(() => ({ json: { oldest: '1200', payments: [] } }))
  await expect(partly.history.read(account)).resolves.toEqual({
    transactions: [],
    searched: { fromBlock: 1_200n },
  })
})

test('says that no indexer was named, and never that nothing happened', async () => {
  const { history } = await setUp(() => ({}), false)
  await expect(history.read(account)).rejects.toMatchObject({ code: 'EXAMPLE_INDEXER_MISSING' })
})

test('takes an answer of another form for none', async () => {
  const { history } = await setUp(() => ({
    json: { oldest: '0', payments: [{ ...payment('one', 'bob', 'alice'), amount: '-1' }] },
  }))
  await expect(history.read(account)).rejects.toMatchObject({ code: 'INVALID_DATA' })
})

test('stops when the signal ends', async () => {
  const { history, asked } = await setUp(() => 'nothing')
  const controller = new AbortController()
  const stopped = expect(history.read({ ...account, signal: controller.signal })).rejects.toThrow()
  await expect.poll(() => asked.length).toBe(1)
  controller.abort()
  await stopped
})
