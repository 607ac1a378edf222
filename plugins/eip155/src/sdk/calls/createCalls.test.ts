// Real calls by a real wallet on a real chain; wallets that lie are played by a provider in front of it.
import { deployAmm, type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import {
  Calls,
  type CallsDecision,
  type CallsRequest,
  type CallsStep,
  type PreparedCalls,
} from '@latchkey/kernel/contracts'
import type { CallsPartlySentError } from '@latchkey/kernel/transaction'
import type { EvmTestWalletOptions } from '../../../../../testkit/src/evm/index.js'
import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerJson, setUpCapabilities, startServer } from '../../../test/support.js'
import { type EvmCall, EvmCalls } from '../../calls.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

let snapshot: Hex
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
})

const own = () => stack.accounts[0]!.address
const friend = () => stack.accounts[1]!.address
const usd = () => stack.tokens.usd
const erc20 = (functionName: 'approve' | 'transfer', args: readonly [Address, bigint]): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName, args })

/** Pays a friend in two assets and lets the friend take more. */
const three = (): readonly EvmCall[] => [
  { to: friend(), value: parseEther('2') },
  { to: usd().address, data: erc20('transfer', [friend(), 5_000_000n]) },
  { to: stack.tokens.gold.address, data: erc20('approve', [friend(), 7n]) },
]

function setUp(wallet: EvmTestWalletOptions = {}, settings: Parameters<typeof setUpCapabilities>[1] = {}) {
  const bench = setUpCapabilities([stack], { wallet, ...settings })
  const { networkId, account, provider } = bench
  const request = (calls: readonly EvmCall[], change: Partial<CallsRequest<EvmCall>> = {}) => ({
    networkId,
    from: account,
    provider,
    calls,
    ...change,
  })
  const calls = bench.get(EvmCalls)
  return {
    ...bench,
    calls,
    request,
    prepare: (list: readonly EvmCall[], change: Partial<CallsRequest<EvmCall>> = {}) =>
      calls.prepare(request(list, change)),
    asked: () =>
      bench.wallet.control.requests.map(({ method }) => method).filter((method) => /send/i.test(method)),
  }
}
type Bench = ReturnType<typeof setUp>

/** A wallet that says that it does calls at once, and does them apart. */
const claimingAtomic = (bench: Bench) => ({
  ...bench.provider,
  request: async (request: { method: string; params?: unknown }) => {
    if (request.method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
    if (request.method !== 'wallet_sendCalls') return bench.provider.request(request)
    const [bundle] = request.params as [object]
    return bench.provider.request({ ...request, params: [{ ...bundle, atomicRequired: false }] })
  },
})

const atomicWallet = (atomic: 'supported' | 'ready'): EvmTestWalletOptions => ({
  calls: { atomic, delegate: stack.contracts.batchAccount },
})
const codes = ({ notices }: PreparedCalls) => notices.map(({ code }) => code)

/** What the account holds, and what the friend may take, as the node says. */
async function readHoldings() {
  const allowance = (token: Address) =>
    stack.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [own(), friend()],
    })
  return {
    coin: await stack.balanceOf(own()),
    usd: await stack.tokenBalanceOf(usd().address, own()),
    gold: await allowance(stack.tokens.gold.address),
  }
}

/** Holds what was predicted against what the node has after it was mined. */
async function expectPredicted(prepared: PreparedCalls, run: () => Promise<CallsDecision>) {
  const before = await readHoldings()
  const decision = await run()
  const after = await readHoldings()
  const predictedFor = (asset: string | undefined) =>
    prepared.changes?.find((change) => change.asset?.toLowerCase() === asset?.toLowerCase())?.amount.value ??
    0n
  expect(predictedFor(usd().address)).toBe(after.usd - before.usd)
  const fees = await Promise.all(
    decision.transactions.map(async (id) => {
      const receipt = await stack.client.getTransactionReceipt({ hash: id as Hex })
      return receipt.gasUsed * receipt.effectiveGasPrice
    }),
  )
  const fee = fees.reduce((sum, one) => sum + one, 0n)
  expect(predictedFor(undefined)).toBe(after.coin - before.coin + fee)
  expect(fee).toBeLessThanOrEqual(prepared.fee.value)
  expect(prepared.allowances?.map(({ amount, previous }) => ({ amount, previous })) ?? []).toEqual(
    after.gold === before.gold ? [] : [{ amount: after.gold, previous: before.gold }],
  )
  return decision
}

describe('one call', () => {
  it('is a transaction, with the changes that follow', async () => {
    const { prepare, asked } = setUp()
    const prepared = await prepare([three()[1]!])
    expect(prepared).toMatchObject({ steps: 1, atomic: true, notices: [], allowances: [] })
    expect(prepared.changes).toEqual([
      {
        address: own(),
        asset: usd().address,
        amount: { value: -5_000_000n, symbol: usd().symbol, decimals: 6 },
      },
    ])
    const decision = await expectPredicted(prepared, async () => (await prepared.submit()).wait())
    expect(decision).toEqual({
      status: 'confirmed',
      transactions: [expect.stringMatching(/^0x[0-9a-f]{64}$/)],
    })
    expect(asked()).toEqual(['eth_sendTransaction'])
  })

  it('tells an unlimited allowance, and what was allowed before', async () => {
    const { prepare } = setUp()
    const allow = async (amount: bigint) => {
      const prepared = await prepare([{ to: usd().address, data: erc20('approve', [friend(), amount]) }])
      await (await prepared.submit()).wait()
      return prepared
    }
    const token = { address: usd().address, symbol: usd().symbol, decimals: 6 }
    const all = await allow(maxUint256)
    expect(all.allowances).toMatchObject([{ token, spender: friend(), amount: 'unlimited', previous: 0n }])
    expect(all.notices).toEqual([
      {
        code: 'ALLOWANCE_UNLIMITED',
        severity: 'warning',
        message: `${friend()} may move all your ${usd().symbol} from now on.`,
        parameters: { spender: friend(), token: usd().symbol },
      },
    ])
    const none = await allow(0n)
    expect(none.allowances).toMatchObject([{ amount: 0n, previous: 'unlimited' }])
    expect(none.notices).toEqual([])
  })

  it('believes the token’s balance and not what it logs', async () => {
    // Called without data it logs a transfer of 255 to the caller; every question it answers with 0.
    const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const liar = '0x00000000000000000000000000000000000011ad'
    const bytecode: Hex = `0x3660315760ff5f523360017f${topic}60205fa3005b60205ff3`
    await stack.client.setCode({ address: liar, bytecode })
    const prepared = await setUp().prepare([{ to: liar, value: 1n }])
    expect(prepared.changes).toEqual([
      { address: own(), amount: { value: -1n, symbol: 'ETH', decimals: 18 } },
    ])
  })
})

describe('three calls', () => {
  it.each([
    ['a wallet without wallet_sendCalls', () => ({ calls: 'none' as const }), 3, false],
    ['a wallet that does them apart', () => ({}), 3, false],
    ['a wallet that does them at once', () => atomicWallet('supported'), 1, true],
  ])('are done as predicted by %s', async (_, wallet, steps, atomic) => {
    const { prepare, asked } = setUp(wallet())
    const prepared = await prepare(three())
    expect(prepared).toMatchObject({ steps, atomic })
    expect(codes(prepared)).toEqual([
      ...(atomic ? [] : ['CALLS_NOT_ATOMIC']),
      ...(steps === 1 ? ['FEE_BY_WALLET'] : []),
    ])
    const told: CallsStep[] = []
    const decision = await expectPredicted(prepared, async () => {
      const submitted = await prepared.submit({ onStep: (step) => told.push(step) })
      return submitted.wait()
    })
    expect(decision.status).toBe('confirmed')
    expect(decision.reason).toBeUndefined()
    expect(decision.transactions).toHaveLength(atomic ? 1 : 3)
    expect(asked()).toEqual(steps === 3 ? Array(3).fill('eth_sendTransaction') : ['wallet_sendCalls'])
    const each = ['asking', 'sent', 'confirmed']
    expect(told.map(({ index, status }) => `${index} ${status}`)).toEqual(
      Array.from({ length: steps }, (__, index) => each.map((status) => `${index} ${status}`))
        .flat()
        .slice(0, -1),
    )
  })

  it('asks as EIP-5792 2.0.0 has it, and takes the wallet’s own id', async () => {
    const bench = setUp(atomicWallet('supported'))
    const provider = {
      ...bench.provider,
      request: async (request: { method: string; params?: unknown }) => {
        if (request.method !== 'wallet_sendCalls') return bench.provider.request(request)
        sent.push(...(request.params as unknown[]))
        return { id: 'own' }
      },
    }
    const sent: unknown[] = []
    const submitted = await (await bench.prepare(three(), { provider })).submit()
    expect(submitted.id).toBe('own')
    expect(sent).toEqual([
      {
        version: '2.0.0',
        id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        from: own(),
        chainId: '0x7a69',
        atomicRequired: true,
        calls: [
          { to: friend(), value: '0x1bc16d674ec80000' },
          { to: usd().address, data: three()[1]!.data },
          { to: stack.tokens.gold.address, data: three()[2]!.data },
        ],
      },
    ])
  })

  it('are asked for once, however often they are submitted', async () => {
    const { prepare, asked } = setUp({ calls: 'none' })
    const prepared = await prepare(three())
    const [first, second] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(second.id).toBe(first.id)
    await prepared.submit()
    expect(asked()).toHaveLength(3)
  })

  it('that build on each other are simulated together', async () => {
    const { prepare } = setUp({ calls: 'none' })
    const abi = parseAbi(['function transferFrom(address from, address to, uint256 amount)'])
    const take = encodeFunctionData({ abi, functionName: 'transferFrom', args: [own(), friend(), 5n] })
    const token = usd().address
    const prepared = await prepare([
      { to: token, data: erc20('approve', [own(), 5n]) },
      { to: token, data: take },
    ])
    expect(prepared.changes?.map(({ amount }) => amount.value)).toEqual([-5n])
    expect(prepared.allowances).toEqual([])
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
    await expect(prepare([{ to: token, data: take }])).rejects.toMatchObject({ code: 'EXECUTION_REVERTED' })
  })
})

describe('declined', () => {
  it('at the first step leaves nothing done', async () => {
    const { prepare, wallet, asked } = setUp({ calls: 'none' })
    const prepared = await prepare(three())
    wallet.control.rejectNext('eth_sendTransaction')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(asked()).toHaveLength(1)
  })

  it('at the second step says what was done, and goes on with the rest', async () => {
    const { prepare, wallet, asked } = setUp({ calls: 'none' })
    const prepared = await prepare(three())
    const told: CallsStep[] = []
    const failure: CallsPartlySentError = await prepared
      .submit({
        onStep(step) {
          told.push(step)
          if (step.status === 'confirmed') wallet.control.rejectNext('eth_sendTransaction')
        },
      })
      .then(
        () => expect.unreachable(),
        (error: unknown) => error as CallsPartlySentError,
      )
    const [first] = failure.transactions
    expect(failure).toMatchObject({
      code: 'CALLS_PARTLY_SENT',
      shortMessage:
        'Only 1 of 3 transactions was sent. What was sent can’t be undone; try again to send the rest.',
      cause: { code: 'USER_REJECTED' },
      steps: 3,
    })
    expect(told.map(({ index, status }) => `${index} ${status}`)).toEqual([
      '0 asking',
      '0 sent',
      '0 confirmed',
      '1 asking',
    ])
    expect((await readHoldings()).usd).toBe(10n ** 12n)
    const decision = await (await prepared.submit()).wait()
    expect(decision).toMatchObject({
      status: 'confirmed',
      transactions: [first, {}, {}].map(() => expect.any(String)),
    })
    expect(decision.transactions[0]).toBe(first)
    expect((await readHoldings()).usd).toBe(10n ** 12n - 5_000_000n)
    expect(asked()).toHaveLength(4)
  })

  it('as a bundle leaves nothing done', async () => {
    const { prepare, wallet } = setUp(atomicWallet('supported'))
    const prepared = await prepare(three())
    wallet.control.rejectNext('wallet_sendCalls')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
  })
})

it('goes on when a listener of steps throws', async () => {
  const { prepare, log } = setUp()
  const prepared = await prepare([three()[0]!])
  const onStep = () => {
    throw new Error('broken')
  }
  expect(await (await prepared.submit({ onStep })).wait()).toMatchObject({ status: 'confirmed' })
  expect(log.lines).toContain('error: A listener of steps threw.')
})

describe('what the chain refuses after the preview', () => {
  const abi = parseAbi(['function transferFrom(address from, address to, uint256 amount)'])
  const allow = async (amount: bigint) => {
    await stack.client.impersonateAccount({ address: friend() })
    const token = { address: usd().address, abi: erc20Abi, functionName: 'approve' } as const
    const args = [own(), amount] as const
    const hash = await stack.client.writeContract({ ...token, account: friend(), chain: stack.chain, args })
    // What is prepared next is simulated on the block that has it.
    await stack.client.waitForTransactionReceipt({ hash })
  }
  /** Prepares three calls of which the second can't be done any more when they are submitted. */
  async function prepareSpoilt(wallet: EvmTestWalletOptions) {
    await allow(5n)
    const take = encodeFunctionData({ abi, functionName: 'transferFrom', args: [friend(), own(), 5n] })
    const prepared = await setUp(wallet).prepare([
      three()[0]!,
      { to: usd().address, data: take },
      three()[1]!,
    ])
    await allow(0n)
    return prepared
  }

  it('stops transactions one after the other, and what was done is told', async () => {
    const prepared = await prepareSpoilt({ calls: 'none' })
    await expect(prepared.submit()).rejects.toMatchObject({
      code: 'CALLS_PARTLY_SENT',
      shortMessage:
        'Only 1 of 3 transactions was sent. What was sent can’t be undone; check your wallet before you try again.',
      transactions: [expect.any(String)],
      cause: {
        code: 'CALL_FAILED',
        shortMessage: 'The contract refused the transaction. The fee was charged.',
      },
    })
  })

  it('stops a bundle that is done apart, and what was done is told', async () => {
    await allow(5n)
    const take = encodeFunctionData({ abi, functionName: 'transferFrom', args: [friend(), own(), 5n] })
    const bench = setUp()
    const atomic = claimingAtomic(bench)
    const provider = {
      ...atomic,
      // A later block shows that nothing more is on its way.
      request: (asked: { readonly method: string; readonly params?: unknown }) =>
        (asked.method === 'wallet_getCallsStatus' ? stack.mine() : Promise.resolve()).then(() =>
          atomic.request(asked),
        ),
    }
    const list = [three()[0]!, { to: usd().address, data: take }, three()[1]!]
    const prepared = await bench.prepare(list, { provider })
    await allow(0n)
    expect(await (await prepared.submit()).wait()).toEqual({
      status: 'failed',
      isPartial: true,
      transactions: [expect.any(String)],
      code: 'CALLS_PARTIAL',
      reason: 'Only part of it was done. Check the transactions on the explorer before you try again.',
    })
  })

  it('undoes a bundle that is done at once', async () => {
    const prepared = await prepareSpoilt(atomicWallet('supported'))
    const before = await readHoldings()
    expect(await (await prepared.submit()).wait()).toEqual({
      status: 'failed',
      transactions: [expect.any(String)],
      code: 'TRANSACTION_REVERTED',
      reason: 'The contract refused the transaction. The fee was charged.',
    })
    expect((await readHoldings()).usd).toBe(before.usd)
  })
})

describe('a wallet that would upgrade the account (EIP-7702)', () => {
  it('does them apart until the person agrees', async () => {
    const { prepare, asked, calls, request } = setUp(atomicWallet('ready'))
    expect(await calls.support(request([]))).toEqual({
      atomic: 'ready',
      capabilities: { atomic: { status: 'ready' } },
    })
    const prepared = await prepare(three())
    expect(prepared).toMatchObject({ steps: 3, atomic: false })
    expect(codes(prepared)).toEqual(['ACCOUNT_UPGRADE_AVAILABLE', 'CALLS_NOT_ATOMIC'])
    await (await prepared.submit()).wait()
    expect(asked()).not.toContain('wallet_sendCalls')
    expect(await stack.client.getCode({ address: own() })).toBeUndefined()
  })

  it('does them at once when the person agrees, and is then one that can', async () => {
    const { prepare, calls, request } = setUp(atomicWallet('ready'))
    await expect(prepare(three(), { atomic: 'required' })).rejects.toMatchObject({
      code: 'ACCOUNT_UPGRADE_NEEDED',
    })
    const prepared = await prepare(three(), { atomic: 'required', upgrade: true })
    expect(prepared).toMatchObject({ steps: 1, atomic: true })
    expect(codes(prepared)).toEqual(['ACCOUNT_UPGRADE', 'FEE_BY_WALLET'])
    const decision = await expectPredicted(prepared, async () => (await prepared.submit()).wait())
    expect(decision.status).toBe('confirmed')
    expect((await calls.support(request([]))).atomic).toBe('supported')
  })

  it('tells that the account wasn’t upgraded where the calls must happen at once, with nothing done', async () => {
    const { prepare, wallet, asked } = setUp(atomicWallet('ready'))
    const prepared = await prepare(three(), { upgrade: true, atomic: 'required' })
    wallet.control.rejectNext('eip7702Upgrade')
    const before = await readHoldings()
    await expect(prepared.submit()).rejects.toMatchObject({
      code: 'RPC_ATOMIC_UPGRADE_REJECTED',
      rpcCode: 5750,
      shortMessage: 'Your wallet can do this only after it upgrades your account, and it didn’t.',
    })
    expect(await readHoldings()).toEqual(before)
    expect(asked()).toEqual(['wallet_sendCalls'])
  })
})

describe('a wallet that can’t take several calls in one request', () => {
  const names = async (bench: Bench, capabilities: object) => ({
    ...bench.provider,
    request: async (request: { method: string; params?: unknown }) =>
      request.method === 'wallet_getCapabilities'
        ? { '0x7a69': capabilities }
        : bench.provider.request(request),
  })

  it.each([
    ['names another capability', { alternateGasFees: { supported: true } }],
    ['names none', {}],
    ['names one for every chain', { auxiliaryFunds: { supported: true } }],
  ])('and %s is asked for one after the other', async (_, capabilities) => {
    const bench = setUp({ calls: 'none' })
    const provider = await names(bench, capabilities)
    const prepared = await bench.prepare(three(), { provider })
    expect(prepared).toMatchObject({ steps: 3, atomic: false })
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
    expect(bench.asked()).toEqual(Array(3).fill('eth_sendTransaction'))
  })

  const refusing = (bench: Bench, code: number, act: () => Promise<unknown> = async () => undefined) => ({
    ...bench.provider,
    request: async (request: { method: string; params?: unknown }) => {
      if (request.method === 'wallet_getCapabilities')
        return { '0x7a69': { atomic: { status: 'supported' } } }
      if (request.method !== 'wallet_sendCalls') return bench.provider.request(request)
      await act()
      throw Object.assign(new Error('It can’t.'), { code })
    },
  })

  it.each([5700, 5710, 5750, 5760, -32601, -32004, 4200])(
    'and says so with %i only when it’s asked is asked for one after the other',
    async (code) => {
      const bench = setUp({ calls: 'none' })
      const prepared = await bench.prepare(three(), { provider: refusing(bench, code) })
      expect(prepared).toMatchObject({ steps: 1, atomic: true })
      const told: CallsStep[] = []
      const submitted = await prepared.submit({ onStep: (step) => told.push(step) })
      expect(await submitted.wait()).toMatchObject({ status: 'confirmed' })
      expect(prepared).toMatchObject({ steps: 3, atomic: false })
      expect(told.filter(({ status }) => status === 'sent').map(({ index }) => index)).toEqual([0, 1, 2])
      expect((await readHoldings()).usd).toBe(10n ** 12n - 5_000_000n)
    },
  )

  it.each([5750, 5760, -32601])(
    'and says so with %i is left alone where they must happen at once',
    async (code) => {
      const bench = setUp({ calls: 'none' })
      const change = { provider: refusing(bench, code), atomic: 'required' } as const
      await expect((await bench.prepare(three(), change)).submit()).rejects.toMatchObject({ rpcCode: code })
      expect(bench.asked()).toEqual([])
    },
  )

  it('but did something all the same is not asked again', async () => {
    const bench = setUp({ calls: 'none' })
    const sends = async () => {
      await stack.client.impersonateAccount({ address: own() })
      const account = own()
      await stack.client.sendTransaction({
        account,
        to: friend(),
        value: parseEther('2'),
        chain: stack.chain,
      })
    }
    const prepared = await bench.prepare(three(), { provider: refusing(bench, 5750, sends) })
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CALLS_UNDECIDED' })
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CALLS_UNDECIDED' })
    expect(prepared.isHandedOver()).toBe(true)
    expect(bench.asked()).toEqual([])
  })
})

it.each([
  ['does calls apart', {}],
  ['does not know several calls', { calls: 'none' as const }],
])('refuses calls that must happen at once where the wallet %s', async (_, wallet) => {
  await expect(setUp(wallet).prepare(three(), { atomic: 'required' })).rejects.toMatchObject({
    code: 'ATOMIC_UNAVAILABLE',
    shortMessage: 'This has to happen all at once, and your wallet can’t do that. Try another wallet.',
  })
  expect((await setUp(wallet).prepare([three()[0]!], { atomic: 'required' })).atomic).toBe(true)
})

describe('a wallet that lies', () => {
  type Request = { readonly method: string; readonly params?: unknown }
  /** A provider in front of the wallet's: `change` may answer in its place. */
  const inFront = (
    bench: Bench,
    change: (request: Request, real: (r: Request) => Promise<unknown>) => unknown,
  ) => ({
    ...bench.provider,
    request: async (request: Request) => {
      const real = (asked: Request) => bench.provider.request(asked)
      return (await change(request, real)) ?? real(request)
    },
  })
  const claim = { '0x7a69': { atomic: { status: 'supported' } } }

  it('says it does them at once and does them apart: told', async () => {
    const bench = setUp()
    const provider = inFront(bench, async ({ method, params }, real) => {
      if (method === 'wallet_getCapabilities') return claim
      if (method === 'wallet_sendCalls') {
        const [bundle] = params as [object]
        return real({ method, params: [{ ...bundle, atomicRequired: false }] })
      }
      if (method === 'wallet_getCallsStatus')
        return { ...((await real({ method, params })) as object), atomic: true }
      return undefined
    })
    const prepared = await bench.prepare(three(), { provider, atomic: 'required' })
    expect(prepared.atomic).toBe(true)
    expect(await (await prepared.submit()).wait()).toEqual({
      status: 'confirmed',
      transactions: [expect.any(String), expect.any(String), expect.any(String)],
      code: 'CALLS_APART',
      reason:
        'Your wallet promised to do everything at once, but used separate transactions. All of them went through.',
    })
  })

  /** Claims that the given transactions were what it was asked for. */
  const naming = (bench: Bench, transactions: () => Promise<readonly Hex[]>) =>
    inFront(bench, async ({ method }) => {
      if (method === 'wallet_getCapabilities') return claim
      if (method === 'wallet_sendCalls') return { id: 'lie' }
      if (method !== 'wallet_getCallsStatus') return undefined
      const receipts = (await transactions()).map((transactionHash) => ({ transactionHash, status: '0x1' }))
      return { version: '2.0.0', id: 'lie', chainId: '0x7a69', status: 200, atomic: true, receipts }
    })
  const pay = (account: Address, to: Address, value: bigint) =>
    stack.client
      .impersonateAccount({ address: account })
      .then(() => stack.client.sendTransaction({ account, to, value, chain: stack.chain }))

  it.each<[string, () => Promise<readonly Hex[]>, object]>([
    [
      'a transaction of another account',
      async () => [await pay(friend(), own(), 1n)],
      { status: 'failed', outcome: 'different' },
    ],
    [
      'another payment of the account',
      async () => [await pay(own(), stack.accounts[5]!.address, 1n)],
      { status: 'failed', outcome: 'different' },
    ],
    [
      'only the first of them',
      async () => [await pay(own(), friend(), parseEther('2'))],
      { status: 'failed', outcome: 'different', isPartial: true },
    ],
    ['nothing at all', async () => [], { status: 'confirmed', outcome: 'unknown' }],
  ])('names %s: told', async (_, transactions, decision) => {
    const bench = setUp()
    const once = lazily(transactions)
    const prepared = await bench.prepare(three(), { provider: naming(bench, once) })
    expect(await (await prepared.submit()).wait()).toMatchObject({
      ...decision,
      code: expect.any(String),
      reason: expect.any(String),
    })
  })

  it('names transactions from before: told', async () => {
    const bench = setUp()
    const old = await pay(own(), friend(), parseEther('2'))
    const prepared = await bench.prepare(three(), { provider: naming(bench, async () => [old]) })
    expect(await (await prepared.submit()).wait()).toMatchObject({
      status: 'failed',
      outcome: 'different',
      code: expect.any(String),
      reason:
        'Your wallet returned a transaction from before your request. Check your activity there before you try again.',
    })
  })

  it('names another transaction of an upgraded account: it is not taken for certain', async () => {
    const upgraded = setUp(atomicWallet('supported'))
    await (await (await upgraded.prepare(three())).submit()).wait()
    const bench = setUp()
    const once = lazily(async () => [await pay(own(), friend(), 1n)])
    const prepared = await bench.prepare(three(), { provider: naming(bench, once) })
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed', outcome: 'unknown' })
  })

  it('answers rubbish: refused', async () => {
    for (const kind of ['null', 'number', 'emptyObject', 'hugeString'] as const) {
      const bench = setUp(atomicWallet('supported'))
      const prepared = await bench.prepare(three())
      bench.wallet.control.garbage(kind, 'wallet_sendCalls')
      await expect(prepared.submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
      expect(prepared.isHandedOver()).toBe(true)
    }
  })

  it('never says what became of them: told after ten minutes', async () => {
    // Time that passes as fast as somebody waits for it.
    let time = 0
    const clock = {
      now: () => time,
      setTimeout(callback: () => void, delay: number) {
        time += delay
        return setTimeout(callback, 0)
      },
      clearTimeout,
    }
    const bench = setUp({}, { clock: clock as never })
    const provider = inFront(bench, ({ method }) => {
      if (method === 'wallet_getCapabilities') return claim
      if (method === 'wallet_sendCalls') return { id: 'slow' }
      return method === 'wallet_getCallsStatus' ? { status: 100 } : undefined
    })
    const submitted = await (await bench.prepare(three(), { provider })).submit()
    await expect(submitted.wait()).rejects.toMatchObject({
      code: 'CALLS_WAIT_TIMEOUT',
      shortMessage:
        'The wallet hasn’t said yet what became of it. It may still go through: look at your wallet before you try again.',
    })
    expect(time).toBeGreaterThanOrEqual(600_000)
  })

  it('answers rubbish about what it can: asked for each', async () => {
    for (const kind of ['null', 'number', 'html', 'emptyObject'] as const) {
      const bench = setUp(atomicWallet('supported'))
      bench.wallet.control.garbage(kind, 'wallet_getCapabilities')
      expect(await bench.prepare(three())).toMatchObject({ steps: 3, atomic: false })
    }
  })
})

function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}

describe('when the wallet’s answer is lost on the way', () => {
  /** Loses the first answer. `id` is what the wallet makes of the id that it's given. */
  function losing(
    bench: Bench,
    id: (given: string) => string,
    failure = new Error('The connection was lost.'),
  ) {
    let asked = 0
    const provider = {
      ...bench.provider,
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        if (method !== 'wallet_sendCalls') return bench.provider.request({ method, params })
        asked += 1
        const [bundle] = params as [{ id: string }]
        const answer = await bench.provider.request({ method, params: [{ ...bundle, id: id(bundle.id) }] })
        if (asked === 1) throw failure
        return answer
      },
    }
    return { provider, count: () => asked }
  }

  it('calls are followed by a wallet that kept their id', async () => {
    const bench = setUp(atomicWallet('supported'))
    const { provider, count } = losing(bench, (given) => given)
    const prepared = await bench.prepare(three(), { provider })
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'RPC_UNKNOWN' })
    const decision = await (await prepared.submit()).wait()
    expect(decision).toMatchObject({ status: 'confirmed' })
    expect((await readHoldings()).usd).toBe(10n ** 12n - 5_000_000n)
    expect(count()).toBe(1)
  })

  it.each([
    ['is lost', undefined],
    ['is an error of the node', Object.assign(new Error('internal'), { code: -32603 })],
    ['is an error without words', Object.assign(new Error(''), { code: -32000 })],
  ])(
    'calls aren’t asked for again of a wallet that gives its own id, when what it says %s',
    async (_, failure) => {
      const bench = setUp(atomicWallet('supported'))
      const { provider, count } = losing(bench, (given) => `0x${given.slice(4)}00`, failure)
      const prepared = await bench.prepare(three(), { provider })
      await expect(prepared.submit()).rejects.toThrow()
      for (let again = 0; again < 3; again += 1) {
        await expect(prepared.submit()).rejects.toMatchObject({
          code: 'CALLS_UNDECIDED',
          shortMessage:
            'Your wallet was asked for this before and didn’t say what it did. Look at your wallet before you try again.',
        })
      }
      expect(prepared.isHandedOver()).toBe(true)
      expect(count()).toBe(1)
      // The wallet goes on meanwhile.
      await vi.waitFor(async () => expect((await readHoldings()).usd).toBe(10n ** 12n - 5_000_000n), 10_000)
    },
  )

  it('an answer that is no id is no reason to ask again', async () => {
    const bench = setUp(atomicWallet('supported'))
    const prepared = await bench.prepare(three())
    bench.wallet.control.garbage('emptyObject', 'wallet_sendCalls')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CALLS_UNDECIDED' })
  })
})

describe('after a reload', () => {
  it.each([
    ['a transaction', () => ({ calls: 'none' as const }), 1],
    ['the last of three transactions', () => ({ calls: 'none' as const }), 3],
    ['a bundle', () => atomicWallet('supported'), 3],
    ['a bundle done apart', () => ({}), 3],
  ])('%s is followed by its id', async (name, wallet, count) => {
    const bench = setUp(wallet())
    const { prepare, calls, networkId } = bench
    const provider = name === 'a bundle done apart' ? claimingAtomic(bench) : bench.provider
    const prepared = await prepare(three().slice(0, count), { provider })
    const submitted = await prepared.submit()
    const { id } = submitted
    const known = await submitted.trail
    expect(known).toEqual(expect.any(String))
    const question = { networkId, from: own(), id, sentAt: Date.now(), trail: known! }
    const followed = await calls.follow!({ ...question, provider })
    expect(await followed.wait()).toEqual(await submitted.wait())
    if (known!.includes('"bundle"') === false) return
    await expect(calls.follow!(question)).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' })
    const strange = await calls.follow!({ ...question, id: 'never', provider })
    await expect(strange.wait()).rejects.toMatchObject({ code: 'RPC_UNKNOWN_BUNDLE' })
  })
})

describe('is refused before the wallet opens', () => {
  it.each<[string, string, () => readonly unknown[]]>([
    ['no call', 'CALLS_INVALID', () => []],
    ['a call of another namespace', 'CALLS_INVALID', () => [{ programId: 'x' }]],
    [
      'an address with a wrong checksum',
      'CALLS_INVALID',
      () => [{ to: '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ],
    ['data that is no hex', 'CALLS_INVALID', () => [{ to: friend(), data: 'pay' }]],
    ['an amount that is a number', 'CALLS_INVALID', () => [{ to: friend(), value: 1 }]],
    ['less than nothing', 'CALLS_INVALID', () => [{ to: friend(), value: -1n }]],
    ['a list that never ends', 'CALLS_INVALID', () => Array(101).fill({ to: friend() })],
    ['more than there is', 'INSUFFICIENT_FUNDS', () => [{ to: friend(), value: parseEther('10001') }]],
    ['all there is and no fee', 'INSUFFICIENT_FUNDS', () => [{ to: friend(), value: parseEther('10000') }]],
    [
      'what a contract refuses',
      'EXECUTION_REVERTED',
      () => [three()[0], { to: usd().address, data: erc20('transfer', [friend(), 10n ** 12n + 1n]) }],
    ],
  ])('%s', async (_, code, list) => {
    const { calls, wallet, request } = setUp()
    const asking = { ...request([]), calls: list() as readonly EvmCall[] }
    await expect(calls.prepare(asking)).rejects.toMatchObject({ code })
    const opened = wallet.control.requests.filter(({ method }) => method !== 'wallet_getCapabilities')
    expect(opened).toEqual([])
  })
})

it('says that nothing was simulated where the node can’t', async () => {
  const server = await startServer(async (body, response) => {
    const answerTo = async (call: { id: number; method: string }) =>
      call.method === 'eth_simulateV1'
        ? { id: call.id, error: { code: -32601, message: 'the method does not exist' } }
        : fetch(stack.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(call),
          }).then((answer) => answer.json())
    const answers = await Promise.all([body].flat().map((call) => answerTo(call as never)))
    answerJson(response, Array.isArray(body) ? answers : answers[0])
  })
  const { prepare } = setUp({ calls: 'none' }, { rpcUrls: { [stack.chainId]: server.url } })
  const prepared = await prepare(three())
  expect(prepared).not.toHaveProperty('changes')
  expect(prepared).not.toHaveProperty('allowances')
  expect(codes(prepared)).toEqual(['NOT_SIMULATED', 'CALLS_NOT_ATOMIC'])
  expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
  await server.stop()
})

it('tells when less arrives than a call sends, by what the receiver holds after all calls', async () => {
  const { taxed, rebasing, silent, whole, fine } = (await deployAmm(stack)).tokens
  const bench = setUp()
  const told = async (...sent: readonly (readonly [Address, bigint])[]) => {
    const calls = sent.map(([to, amount]) => ({ to, data: erc20('transfer', [friend(), amount]) }))
    return codes(await bench.prepare(calls)).includes('RECEIVES_LESS')
  }
  const plain = [usd(), silent, rebasing, whole, fine].map(({ address }) => told([address, 5n]))
  expect(await Promise.all(plain)).toEqual([false, false, false, false, false])
  // A hundredth of 5 is nothing, as the token rounds.
  expect(await told([taxed.address, 10_000n])).toBe(true)
  expect(await told([usd().address, 7n], [usd().address, 7n])).toBe(false)
  expect(await told([usd().address, 7n], [taxed.address, 10_000n])).toBe(true)
  const toSelf = { to: taxed.address, data: erc20('transfer', [own(), 10_000n]) }
  expect(codes(await bench.prepare([toSelf]))).not.toContain('RECEIVES_LESS')
})

it('has gas for what a call costs in the next block, where it is more than in the last one', async () => {
  const { v2, tokens } = await deployAmm(stack)
  const { client } = stack
  const pair = await client.readContract({
    address: v2.factory,
    abi: parseAbi(['function getPair(address, address) view returns (address)']),
    functionName: 'getPair',
    args: [tokens.weth.address, usd().address],
  })
  const ask = (method: string, params: readonly unknown[]) => client.request({ method, params } as never)
  // A pool adds to two sums of its prices once a block: not while the clock stands, but in the next block, and for the first time,
  // which is what costs most.
  const sync = encodeFunctionData({ abi: parseAbi(['function sync()']) })
  await ask('eth_sendTransaction', [{ from: friend(), to: pair, data: sync }])
  await ask('anvil_setStorageAt', [pair, '0x9', `0x${'0'.repeat(64)}`])
  await ask('anvil_setStorageAt', [pair, '0xa', `0x${'0'.repeat(64)}`])
  await ask('anvil_setBlockTimestampInterval', [0])
  const data = encodeFunctionData({
    abi: parseAbi(['function swapExactETHForTokens(uint256, address[], address, uint256) payable']),
    args: [1n, [tokens.weth.address, usd().address], own(), 2n ** 40n],
  })
  const { prepare } = setUp()
  const prepared = await prepare([{ to: v2.router, data, value: parseEther('0.5') }])
  await ask('anvil_removeBlockTimestampInterval', [])
  await ask('evm_increaseTime', [12])
  expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
})

it('asks for no more gas than a transaction may have (EIP-7825)', async () => {
  const osaka = await startEvm({ anvilArguments: ['--hardfork', 'osaka', '--enable-tx-gas-limit'] })
  try {
    // Turns around 461,538 times, at 26 gas a turn: some 12 million.
    const burner: Hex = '0x00000000000000000000000000000000000011d1'
    await osaka.client.setCode({ address: burner, bytecode: '0x62070ae25b60019003806004570000' })
    for (const wallet of [{ calls: 'none' } as const, {}]) {
      const { get, networkId, account, provider } = setUpCapabilities([osaka], { wallet })
      const call: EvmCall = { to: burner, data: '0x12' }
      const calls = wallet.calls ? [call, call] : [call]
      const prepared = await get(EvmCalls).prepare({ networkId, from: account, provider, calls })
      expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
    }
  } finally {
    await osaka.stop()
  }
})

it('warns of data for an address without a contract', async () => {
  const prepared = await setUp().prepare([{ to: '0x00000000000000000000000000000000000000c4', data: '0x12' }])
  expect(codes(prepared)).toEqual(['CONTRACT_MISSING'])
})

it('is found by the general key', () => {
  const { get, calls } = setUp()
  expect(get(Calls)).toBe(calls)
})
