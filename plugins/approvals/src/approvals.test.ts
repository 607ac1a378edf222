import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { BaseError, definePlugin, UserRejectedError } from '@latchkey/kernel/plugin'
import { type Holding, Holdings } from '@latchkey/kernel/contracts'
import { Notifications, Session } from '@latchkey/kernel/wallet'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { pluginSuite } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import {
  alice,
  allowance,
  defer,
  everyKind,
  one,
  spender,
  testApprovals,
  type TestApprovals,
} from '../test/testApprovals.js'
import * as entry from './index.js'
import { Approvals, approvals } from './index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

async function app(data = testApprovals(), options: Parameters<typeof approvals>[0] = {}) {
  const told: unknown[] = []
  const listener = definePlugin({
    id: 'test.listener',
    kernel: '^1.0.0',
    setup(context) {
      context.on(TransactionSubmitted, ({ record }) => void told.push([record.operation, record.status]))
      context.on(TransactionSettled, ({ record }) => void told.push([record.operation, record.status]))
    },
  })
  const kernel = createKernel([...data.plugins, approvals(options), listener], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  kernels.push(kernel)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const service = kernel.get(Approvals)
  return { kernel, data, service, state: service.state, told }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

it('exports what a host uses', () => {
  expect(Object.keys(entry).sort()).toEqual(['Approvals', 'ApprovalsRoute', 'approvals'])
})

pluginSuite({ test: it, create: () => approvals(), others: () => testApprovals().plugins, manifest })

it('asks for nothing before it is read, then lists what stands, with the names of the host', async () => {
  const names = { spenders: { 'eip155:1': { [spender.toLowerCase()]: 'Example market' } } } as const
  const { service, state } = await app(undefined, names)
  expect(state.status).toBe('idle')
  await service.read()
  expect(state.status).toBe('ready')
  expect(state.approvals.map(({ id }) => id)).toEqual(everyKind.map(({ id }) => id))
  expect(new Set(state.approvals.map(({ spenderName }) => spenderName))).toEqual(new Set(['Example market']))
})

describe('tokens that the account is known to hold', () => {
  const held = (address: string | undefined, over: Partial<Holding> = {}): Holding => ({
    networkId: one,
    ...(address === undefined ? {} : { address }),
    name: 'Token',
    amount: { value: 1n, decimals: 6, symbol: 'T' },
    ...over,
  })

  /** What the chain is told of them, when holdings answer so. */
  async function told(read: () => Promise<readonly Holding[]>) {
    const data = testApprovals()
    const asked: unknown[] = []
    data.answer = async ({ tokens }) => {
      asked.push(tokens)
      return { allowances: everyKind, gaps: [] }
    }
    const teller = definePlugin({
      id: 'test.holdings',
      kernel: '^1.0.0',
      provides: [Holdings],
      setup(context) {
        const source = { id: 'test', name: 'Test', kind: 'chain' } as never
        context.provide(Holdings, () => ({
          read: async () => ({ holdings: await read(), source, problems: [] }),
        }))
      },
    })
    const { service, state } = await app(Object.assign(data, { plugins: [...data.plugins, teller] }))
    await service.read()
    expect(state).toMatchObject({ status: 'ready', error: undefined })
    expect(state.approvals).toHaveLength(everyKind.length)
    return asked
  }

  it('are named to the chain: those with a price, of a list, and that were added', async () => {
    const all = [
      held(undefined, { price: '9' }),
      held('0x1'),
      held('0x2', { price: '1' }),
      held('0x3', { isKept: true }),
      held('0x4', { isListed: true }),
      held('0x5', { price: '1', name: 'Claim at t.me/gift' }),
    ]
    expect(await told(async () => all)).toEqual([['0x2', '0x3', '0x4']])
  })

  it('are not those that somebody sent, where nothing has a price', async () => {
    const listed = held('0x2', { isListed: true })
    expect(await told(async () => [held(undefined), held('0x1'), listed])).toEqual([['0x2']])
    expect(await told(async () => [held(undefined), held('0x1')])).toEqual([[]])
  })

  it('are left out when they can’t be read', async () => {
    expect(await told(() => Promise.reject(new BaseError('no', { code: 'GONE' })))).toEqual([[]])
  })
})

it('says why it could not be read, and reads again', async () => {
  const { data, service, state } = await app()
  const { answer } = data
  data.answer = () => Promise.reject(new BaseError('no', { code: 'GONE' }))
  await service.read()
  expect(state).toMatchObject({ status: 'error', error: { code: 'GONE' }, approvals: [] })
  data.answer = answer
  await service.read()
  expect(state).toMatchObject({ status: 'ready', error: undefined })
})

it('shows the last of two answers that cross', async () => {
  const { data, service, state } = await app()
  const slow = defer<void>()
  data.answer = async () => {
    await slow.promise
    return { allowances: [allowance('old')], gaps: [] }
  }
  const first = service.read()
  await settle()
  data.answer = async () => ({ allowances: [allowance('new')], gaps: [] })
  await service.read()
  slow.resolve()
  await first
  expect(state.approvals.map(({ id }) => id)).toEqual(['new'])
})

it('is empty once another account is active, whose list is not revoked from', async () => {
  const { kernel, service, state } = await app()
  await service.read()
  const session = kernel.get(Session)
  const [connection] = session.state.connections
  const other = connection?.accounts.find(({ address }) => address === spender)
  session.setActiveAccount({
    namespace: 'eip155',
    connectionId: connection!.id,
    accountId: other!.id,
  })
  await vi.waitFor(() => expect(state.approvals).toEqual([]))
  await expect(service.prepare(['1'])).rejects.toMatchObject({ code: 'APPROVALS_CHANGED' })
})

describe('revoking', () => {
  it('asks for the calls of those that were chosen, once, and reads again when the chain took them', async () => {
    const { data, service, state, told } = await app()
    await service.read()
    const prepared = await service.prepare(['2', '4'])
    expect(data.asked).toEqual([[{ revoke: '2' }, { revoke: '4' }]])
    void service.revoke(prepared)
    void service.revoke(prepared)
    await settle()
    expect(state.revoking).toMatchObject({ phase: 'asking', ids: ['2', '4'] })
    data.wallet.resolve()
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase: 'pending', id: '0xabc' }))
    data.standing = data.standing.filter(({ id }) => id !== '2' && id !== '4')
    data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
    await vi.waitFor(() => expect(state.revoking?.phase).toBe('confirmed'))
    expect(state.approvals.map(({ id }) => id)).toEqual(['1', '3', '5'])
    expect(told).toEqual([
      ['revoke', 'pending'],
      ['revoke', 'confirmed'],
    ])
    service.dismiss()
    await vi.waitFor(() => expect(state.revoking).toBeUndefined())
  })

  it('of what is not in the list is refused', async () => {
    const { service } = await app()
    await service.read()
    await expect(service.prepare(['1', 'other'])).rejects.toMatchObject({ code: 'APPROVALS_CHANGED' })
  })

  it.each([
    ['declined', new UserRejectedError(), 'refused'],
    ['without an answer', new BaseError('gone', { code: 'GONE' }), 'lost'],
  ] as const)('that is %s changes nothing', async (_, cause, phase) => {
    const { data, service, state } = await app()
    await service.read()
    const prepared = await service.prepare(['1'])
    data.wallet.reject(cause)
    await service.revoke(prepared)
    expect(state.revoking).toMatchObject({ phase, error: { code: cause.code } })
    expect(state.approvals).toHaveLength(everyKind.length)
  })

  it('that the chain refused is told with its reason, and the list stays true', async () => {
    const { data, service, state } = await app()
    await service.read()
    const prepared = await service.prepare(['1'])
    data.wallet.resolve()
    data.decision.resolve({ status: 'failed', reason: 'Refused.', transactions: ['0xabc'] })
    await service.revoke(prepared)
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase: 'failed', reason: 'Refused.' }))
    expect(state.approvals).toHaveLength(everyKind.length)
  })

  const unread = { code: 'APPROVALS_UNREAD', message: 'We couldn’t load some approvals.' }
  const leftOut = { code: 'APPROVALS_LEFT_OUT', message: 'There are too many approvals to show.' }
  it.each([
    ['is gone from the list', async () => ({ allowances: [], gaps: [] }), 'confirmed'],
    ['is in the list', async () => ({ allowances: everyKind, gaps: [] }), 'stands'],
    ['may not have been read', async () => ({ allowances: [], gaps: [unread] }), 'unchecked'],
    ['may have been left out', async () => ({ allowances: [], gaps: [leftOut] }), 'unchecked'],
    ['can’t be read', () => Promise.reject(new BaseError('no', { code: 'GONE' })), 'unchecked'],
  ] as const)('that the chain took is looked at before it is told: it %s', async (_, answer, phase) => {
    const { data, service, state } = await app()
    await service.read()
    const prepared = await service.prepare(['1'])
    const looked = defer<void>()
    data.answer = async () => {
      await looked.promise
      return answer()
    }
    data.wallet.resolve()
    data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
    await service.revoke(prepared)
    await settle()
    expect(state.revoking?.phase).toBe('pending')
    looked.resolve()
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase, id: '0xabc' }))
  })

  it('is told as done although a stranger’s approvals fill the list, where the chain can ask by name', async () => {
    const { data, service, state } = await app()
    await service.read()
    const prepared = await service.prepare(['1'])
    const named: unknown[] = []
    data.answer = async ({ ids }) => {
      if (ids) named.push(ids)
      return { allowances: [], gaps: ids ? [] : [leftOut] }
    }
    data.wallet.resolve()
    data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
    await service.revoke(prepared)
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase: 'confirmed' }))
    expect(named).toEqual([['1']])
  })

  /** Fails the trial of calls that hold one of these. */
  function refusing(data: TestApprovals, ids: readonly string[]) {
    const { prepare } = data
    data.prepare = async (request) => {
      const calls = request.calls as readonly { revoke: string }[]
      if (calls.some((call) => ids.includes(call.revoke))) {
        throw new BaseError('It reverts.', { code: 'EXECUTION_REVERTED' })
      }
      return prepare(request)
    }
  }

  it('of several leaves those out that the chain would refuse, and says which', async () => {
    const { data, service } = await app()
    await service.read()
    refusing(data, ['2', '4'])
    const prepared = await service.prepare(['1', '2', '3', '4', '5'])
    expect(prepared.approvals.map(({ id }) => id)).toEqual(['1', '3', '5'])
    expect(prepared.leftOut.map(({ id }) => id)).toEqual(['2', '4'])
    expect(data.asked.at(-1)).toEqual([{ revoke: '1' }, { revoke: '3' }, { revoke: '5' }])
    await expect(service.prepare(['2', '4'])).rejects.toMatchObject({ code: 'EXECUTION_REVERTED' })
    await expect(service.prepare(['2'])).rejects.toMatchObject({ code: 'EXECUTION_REVERTED' })
  })

  it('takes back 20 at once at most', async () => {
    const data = testApprovals()
    data.standing = Array.from({ length: 50 }, (_, index) => allowance(`${index}`))
    const { service, state } = await app(data)
    await service.read()
    const prepared = await service.prepare(state.approvals.map(({ id }) => id))
    expect(prepared.approvals).toHaveLength(20)
    expect(data.asked).toEqual([data.standing.slice(0, 20).flatMap(({ revoke }) => revoke)])
  })

  it('that is no longer waited for is recorded when the wallet answers, and shown no more', async () => {
    const { data, service, state, told } = await app()
    await service.read()
    const prepared = await service.prepare(['1'])
    void service.revoke(prepared)
    await vi.waitFor(() => expect(state.revoking?.phase).toBe('asking'))
    service.dismiss()
    await settle()
    expect(state.revoking?.phase).toBe('asking')
    service.forget()
    await vi.waitFor(() => expect(state.revoking).toBeUndefined())
    data.standing = data.standing.filter(({ id }) => id !== '1')
    data.wallet.resolve()
    data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
    await vi.waitFor(() => expect(state.approvals.map(({ id }) => id)).not.toContain('1'))
    expect(state.revoking).toBeUndefined()
    expect(told).toEqual([
      ['revoke', 'pending'],
      ['revoke', 'confirmed'],
    ])
  })

  it('of one account is neither shown to another nor in its way', async () => {
    const { kernel, data, service, state } = await app()
    await service.read()
    void service.revoke(await service.prepare(['1']))
    await vi.waitFor(() => expect(state.revoking?.phase).toBe('asking'))
    const session = kernel.get(Session)
    const [connection] = session.state.connections
    const activate = (address: string) =>
      session.setActiveAccount({
        namespace: 'eip155',
        connectionId: connection!.id,
        accountId: connection!.accounts.find((one) => one.address === address)!.id,
      })
    activate(spender)
    await vi.waitFor(() => expect(state.revoking).toBeUndefined())
    await service.read()
    const asked = data.asked.length
    void service.revoke(await service.prepare(['2']))
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase: 'asking', ids: ['2'] }))
    expect(data.asked).toHaveLength(asked + 1)
    activate(alice)
    await vi.waitFor(() => expect(state.revoking).toMatchObject({ phase: 'asking', ids: ['1'] }))
  })

  it('of what is gone from the list meanwhile asks no wallet', async () => {
    const { data, service, state } = await app()
    await service.read()
    const prepared = await service.prepare(['1', '2'])
    data.standing = data.standing.filter(({ id }) => id !== '1')
    await service.read()
    await service.revoke(prepared)
    expect(state.revoking).toMatchObject({ phase: 'refused', error: { code: 'APPROVALS_CHANGED' } })
    expect(prepared.calls.isHandedOver()).toBe(false)
  })
})

it('tells that a wallet left while it was asked to take an approval back', async () => {
  const { kernel, service, state } = await app()
  await service.read()
  const prepared = await service.prepare(['1'])
  void service.revoke(prepared)
  await vi.waitFor(() => expect(state.revoking?.phase).toBe('asking'))
  const { state: told } = kernel.get(Notifications)
  expect(told.toasts).toEqual([])
  await kernel.get(Session).disconnect()
  await vi.waitFor(() => expect(told.toasts).toMatchObject([{ message: { key: 'WALLET_LEFT_ASKED' } }]))
})
