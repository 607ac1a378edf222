// Wallets that say that nothing was done, with and without it being so.
import { parseEther, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { setUpCapabilities } from '../../../test/support.js'
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

type Request = { readonly method: string; readonly params?: unknown }
const friend = () => stack.accounts[1]!.address
const pay = (value: bigint): EvmCall => ({ to: friend(), value })
const list = () => [pay(parseEther('2')), pay(parseEther('3'))]

/** Time that passes as fast as somebody waits for it; the chain goes on meanwhile. */
function movingClock(isMining: boolean) {
  let time = 0
  return {
    now: () => time,
    setTimeout(callback: () => void, delay: number) {
      time += delay
      return setTimeout(
        () => void (isMining ? stack.client.mine({ blocks: 1 }) : Promise.resolve()).then(callback),
        0,
      )
    },
    clearTimeout,
  } as never
}

/** Asks a wallet for two payments. It does what `act` does, and then says `status` of them. */
async function ask(
  act: (calls: readonly EvmCall[]) => Promise<readonly Hex[]>,
  status: (hashes: readonly Hex[]) => object,
  { isMining = true, isUpgraded = false, calls: asked = list() } = {},
) {
  const wallet = isUpgraded
    ? { calls: { atomic: 'supported', delegate: stack.contracts.batchAccount } as const }
    : {}
  const bench = setUpCapabilities([stack], { wallet, clock: movingClock(isMining) })
  let hashes: readonly Hex[] = []
  const provider = {
    ...bench.provider,
    request: async ({ method, params }: Request) => {
      if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
      if (method === 'wallet_getCallsStatus') return status(hashes)
      if (method !== 'wallet_sendCalls') return bench.provider.request({ method, params })
      const [{ calls }] = params as [{ calls: { to: string; value: Hex }[] }]
      hashes = await act(calls.map(({ to, value }) => ({ to, value: BigInt(value) })))
      return { id: 'one' }
    },
  }
  const { networkId, account } = bench
  const calls = bench.get(EvmCalls)
  const request = { networkId, from: account, provider, calls: asked }
  const submitted = await (await calls.prepare(request)).submit()
  const decision = await submitted.wait()
  // The same after a reload, from what was remembered.
  const trail = (await submitted.trail)!
  const followed = await calls.follow!({
    networkId,
    from: account.address,
    id: submitted.id,
    sentAt: 0,
    trail,
    provider,
  })
  expect(await followed.wait()).toEqual(decision)
  return { decision, hashes }
}

const nothing = async () => []
const send = (call: EvmCall, from = stack.accounts[0]!.address) =>
  stack.client.impersonateAccount({ address: from }).then(() =>
    stack.client.sendTransaction({
      ...{ account: from, to: call.to as Hex, value: call.value!, chain: stack.chain },
    }),
  )
const inOrder = async (calls: readonly EvmCall[]) => {
  const hashes: Hex[] = []
  for (const call of calls) hashes.push(await send(call))
  return hashes
}
const receiptsOf = (hashes: readonly Hex[]) =>
  hashes.map((transactionHash) => ({ transactionHash, status: '0x0' }))

const unproven = {
  status: 'confirmed',
  outcome: 'unknown',
  code: 'CALLS_UNPROVEN',
  reason:
    'Your wallet says that it didn’t do this, and nothing proves it. Look at your wallet before you try again.',
}

describe.each([400, 500, 600, '0x190', '0x1f4'])('a wallet that says %s', (status) => {
  it('and did both: told as done, with the transactions', async () => {
    const { decision, hashes } = await ask(inOrder, () => ({ status, receipts: [] }))
    expect(decision).toMatchObject({ status: 'confirmed', code: 'CALLS_APART', transactions: hashes })
    expect(decision.outcome).toBeUndefined()
  })

  it('and did something else: unknown, with the transaction to look at', async () => {
    const { decision, hashes } = await ask(
      async () => [await send({ to: friend(), value: 1n })],
      () => ({ status }),
    )
    expect(decision).toEqual({ ...unproven, transactions: hashes })
  })

  it('and did nothing: told as not sent, once a later block has nothing of it', async () => {
    const { decision } = await ask(nothing, () => ({ status }))
    expect(decision).toEqual({
      status: 'failed',
      code: 'CALLS_NOT_SENT',
      reason: 'Your wallet says it didn’t send this. Nothing was done.',
      transactions: [],
    })
  })

  it('and the chain stands still: unknown', async () => {
    const { decision } = await ask(nothing, () => ({ status }), { isMining: false })
    expect(decision).toEqual({ ...unproven, transactions: [] })
  })

  it('and names a failed transaction of somebody else: not believed', async () => {
    const refusing = '0x00000000000000000000000000000000000011c1'
    await stack.client.setCode({ address: refusing, bytecode: '0x5f5ffd' })
    const foreign = () =>
      stack.client.sendTransaction({
        ...{ account: stack.accounts[6]!.address, to: refusing, gas: 50_000n, chain: stack.chain },
      })
    const { decision } = await ask(
      async () => [await foreign()],
      (hashes) => ({ status, receipts: receiptsOf(hashes) }),
    )
    expect(decision).toMatchObject({ outcome: expect.stringMatching(/^(?:unknown|different)$/) })
    expect(decision.reason).not.toContain('The fee was charged')
  })
})

it('a failed transaction of the account beside one that was done and isn’t named: not told as failed', async () => {
  const refusing = '0x00000000000000000000000000000000000011c2'
  await stack.client.setCode({ address: refusing, bytecode: '0x5f5ffd' })
  const { decision } = await ask(
    async ([first]) => {
      await send(first!)
      const account = stack.accounts[0]!.address
      return [await stack.client.sendTransaction({ account, to: refusing, gas: 50_000n, chain: stack.chain })]
    },
    (hashes) => ({ status: 500, receipts: receiptsOf(hashes) }),
  )
  expect(decision).toMatchObject({ status: 'confirmed', outcome: 'unknown', code: 'CALLS_UNPROVEN' })
  expect(decision.transactions).toHaveLength(2)
})

it('“partial” with one of two that were both done: told as done', async () => {
  const { decision, hashes } = await ask(inOrder, ([first]) => ({
    status: 600,
    receipts: [{ transactionHash: first, status: '0x1' }],
  }))
  expect(decision).toMatchObject({ status: 'confirmed', code: 'CALLS_APART', transactions: hashes })
  expect(decision.outcome).toBeUndefined()
})

describe('a wallet that says so while the other one is on its way', () => {
  afterEach(() => stack.client.setAutomine(true))

  /** The first is mined, the second waits for the next block. */
  const oneAfterTheOther = async (calls: readonly EvmCall[]) => {
    await stack.client.setAutomine(false)
    const hashes = await inOrder(calls.slice(0, 1))
    await stack.client.mine({ blocks: 1 })
    return [...hashes, ...(await inOrder(calls.slice(1)))]
  }

  it('“partial”, with the first: told as done once both are', async () => {
    const { decision, hashes } = await ask(oneAfterTheOther, ([first]) => ({
      status: 600,
      receipts: [{ transactionHash: first, status: '0x1' }],
    }))
    expect(decision).toMatchObject({ status: 'confirmed', code: 'CALLS_APART', transactions: hashes })
  })

  it('“partial”, with the first, while no block comes: unknown', async () => {
    const { decision, hashes } = await ask(
      oneAfterTheOther,
      ([first]) => ({ status: 600, receipts: [{ transactionHash: first, status: '0x1' }] }),
      { isMining: false },
    )
    expect(decision).toEqual({ ...unproven, transactions: hashes.slice(0, 1) })
  })

  it('“failed”, with one that failed: not told as failed before the other is there', async () => {
    const refusing = '0x00000000000000000000000000000000000011c3'
    const account = stack.accounts[0]!.address
    const { decision } = await ask(
      async (calls) => {
        await stack.client.setCode({ address: refusing, bytecode: '0x5f5ffd' })
        await stack.client.setAutomine(false)
        await stack.client.impersonateAccount({ address: account })
        const failed = await stack.client.sendTransaction({
          ...{ account, to: refusing, value: 1n, gas: 50_000n, chain: stack.chain },
        })
        await stack.client.mine({ blocks: 1 })
        await send(calls[1]!)
        return [failed]
      },
      (hashes) => ({ status: 500, receipts: receiptsOf(hashes) }),
      { calls: [{ to: refusing, value: 1n }, pay(parseEther('3'))] },
    )
    expect(decision.code).not.toBe('TRANSACTION_REVERTED')
    expect(decision.reason).not.toContain('The fee was charged')
    expect(decision.transactions).toHaveLength(2)
  })

  it('“partial” with one of two, and no more comes: told as partial once a later block has no more', async () => {
    const { decision, hashes } = await ask(
      (calls) => inOrder(calls.slice(0, 1)),
      ([first]) => ({ status: 600, receipts: [{ transactionHash: first, status: '0x1' }] }),
    )
    expect(decision).toMatchObject({ status: 'failed', code: 'CALLS_PARTIAL', transactions: hashes })
  })
})

it('an account with code that holds what it held: told as not sent', async () => {
  await stack.client.setCode({
    address: stack.accounts[0]!.address,
    bytecode: `0xef0100${stack.contracts.batchAccount.slice(2)}` as Hex,
  })
  expect((await ask(nothing, () => ({ status: 400 }))).decision).toMatchObject({ code: 'CALLS_NOT_SENT' })
  const paid = await ask(
    async () => {
      await stack.setBalance(stack.accounts[0]!.address, parseEther('9000'))
      return []
    },
    () => ({ status: 400 }),
  )
  expect(paid.decision).toEqual({ ...unproven, transactions: [] })
})

it('a status as hex text is read', async () => {
  const { decision, hashes } = await ask(inOrder, (named) => ({
    status: '0xc8',
    receipts: named.map((transactionHash) => ({ transactionHash, status: '0x1' })),
  }))
  expect(decision).toMatchObject({ status: 'confirmed', transactions: hashes })
  expect(decision.outcome).toBeUndefined()
})
