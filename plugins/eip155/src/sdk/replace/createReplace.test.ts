// A node that makes blocks only when it is told to; a server in between plays the nodes that lie.
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { type PendingRequest, Replace, Send } from '@latchkey/kernel/contracts'
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerJson, setUpCapabilities, startServer } from '../../../test/support.js'
import type { Eip1193Provider } from '../../provider.js'
import { hashOfCall } from '../send/awaitReceipt.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

let bench: ReturnType<typeof setUpCapabilities>
let snapshot: Hex | undefined
beforeEach(async () => {
  if (snapshot) {
    await stack.client.request({ method: 'anvil_dropAllTransactions' } as never)
    await stack.revert(snapshot)
  }
  await stack.client.setAutomine(false)
  snapshot = await stack.snapshot()
  bench = setUpCapabilities([stack])
})

const alice = () => stack.accounts[0]!.address
const bob = () => stack.accounts[1]!.address
const mine = () => stack.mine()
const replace = (from = bench) => from.get(Replace)
const request = (id: string, provider: unknown = bench.provider): PendingRequest => ({
  networkId: bench.networkId,
  from: bench.account,
  provider,
  id,
})

/** One ether for Bob, as the feature of sending makes it. */
async function send(amount = parseEther('1')): Promise<Hex> {
  const { networkId, account, provider } = bench
  const prepared = await bench.get(Send).prepare({ networkId, from: account, provider, to: bob(), amount })
  return (await prepared.submit()).id as Hex
}

async function sign(fields: Record<string, unknown>): Promise<Hex> {
  const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
  const nonce = await stack.client.getTransactionCount({ address: alice(), blockTag: 'pending' })
  const filled = { chainId: stack.chainId, gas: 100_000n, nonce, to: bob(), value: 1n, ...fields }
  const serializedTransaction = await account.signTransaction(filled as never)
  return stack.client.sendRawTransaction({ serializedTransaction })
}

const nonceOf = async (hash: string) => (await stack.client.getTransaction({ hash: hash as Hex })).nonce
const received = async (before: bigint) => (await stack.balanceOf(bob())) - before

/** A wallet that chooses the nonce by itself, as many do. */
const ownNonce = (wallet: Eip1193Provider): Eip1193Provider => ({
  request({ method, params }) {
    if (method !== 'eth_sendTransaction') return wallet.request({ method, params })
    const [{ nonce: _, ...transaction }] = params as [Record<string, unknown>]
    return wallet.request({ method, params: [transaction] })
  },
})

describe('a pending transaction', () => {
  it('is found with what can be done about it and what it may cost', async () => {
    const id = await send()
    const { gas, maxFeePerGas } = await stack.client.getTransaction({ hash: id })
    const found = await replace().find(request(id))
    expect(found.ways).toEqual(['faster', 'cancel'])
    expect(found.fee).toEqual({ value: gas * maxFeePerGas!, symbol: 'ETH', decimals: 18 })
    expect(found.notices).toEqual([])
    expect(found.record).toMatchObject({
      id,
      operation: 'send',
      status: 'pending',
      from: alice(),
      to: bob(),
      transfers: [{ direction: 'out', amount: { value: parseEther('1') } }],
    })
  })

  it('that waits for an earlier one says so', async () => {
    await send()
    const second = await send(2n)
    const { notices } = await replace().find(request(second))
    expect(notices.map(({ code }) => code)).toEqual(['EARLIER_PENDING'])
  })

  it.each([
    ['was taken', 'TRANSACTION_DECIDED'],
    ['is not there', 'TRANSACTION_NOT_FOUND'],
    ['is no hash', 'TRANSACTION_NOT_FOUND'],
  ])('that %s is refused with %s', async (kind, code) => {
    const id = await send()
    await mine()
    const asked = kind === 'was taken' ? id : kind === 'is no hash' ? '0x12' : `0x${'7'.repeat(64)}`
    await expect(replace().find(request(asked))).rejects.toMatchObject({ code })
    await expect(replace().prepare({ ...request(asked), way: 'cancel' })).rejects.toMatchObject({ code })
  })

  it('of another account is refused', async () => {
    const id = await send()
    const from = { ...bench.account, address: bob() }
    await expect(replace().find({ ...request(id), from })).rejects.toMatchObject({
      code: 'REPLACEMENT_OF_OTHER',
    })
  })

  it('that sets the code of accounts is refused', async () => {
    const account = privateKeyToAccount(stack.accounts[0]!.privateKey)
    const authorization = await account.signAuthorization({
      address: stack.contracts.batchAccount,
      chainId: stack.chainId,
      nonce: (await stack.client.getTransactionCount({ address: alice() })) + 1,
    })
    const fees = { maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: 1n }
    const id = await sign({ authorizationList: [authorization], type: 'eip7702', ...fees })
    await expect(replace().find(request(id))).rejects.toMatchObject({ code: 'REPLACEMENT_UNSUPPORTED' })
  })
})

describe('a transaction is made faster', () => {
  it('by one of the same nonce that pays a tenth more at least, and is paid once', async () => {
    const before = await stack.balanceOf(bob())
    const id = await send()
    const first = await stack.client.getTransaction({ hash: id })
    const prepared = await replace().prepare({ ...request(id), way: 'faster' })
    const submitted = await prepared.submit()
    const second = await stack.client.getTransaction({ hash: submitted.id as Hex })
    expect(second.maxFeePerGas! * 10n).toBeGreaterThanOrEqual(first.maxFeePerGas! * 11n)
    expect(second.maxPriorityFeePerGas! * 10n).toBeGreaterThanOrEqual(first.maxPriorityFeePerGas! * 11n)
    expect(second).toMatchObject({ nonce: first.nonce, to: first.to, value: first.value, input: '0x' })
    expect(prepared.previousFee.value).toBe(first.gas * first.maxFeePerGas!)
    expect(prepared.fee.value).toBe(second.gas * second.maxFeePerGas!)
    expect(await submitted.takesPlace).toBe(true)
    await mine()
    expect(await submitted.wait()).toEqual({
      status: 'confirmed',
      taken: submitted.id,
      which: 'replacement',
    })
    expect(await received(before)).toBe(parseEther('1'))
    // What was sent first is known to have gone through under another name.
    const { networkId } = bench
    const earlier = await bench.get(Send).follow!({
      networkId,
      from: alice(),
      id,
      sentAt: 0,
      trail: JSON.stringify({
        nonce: first.nonce,
        after: '0',
        call: hashOfCall({ to: first.to, value: first.value, input: '0x' }),
      }),
    })
    expect(await earlier.wait()).toMatchObject({ status: 'confirmed' })
  })

  it.each([
    ['legacy', { gasPrice: parseGwei('5') }],
    ['eip2930', { gasPrice: parseGwei('5'), accessList: [] }],
    ['eip1559', { maxFeePerGas: parseGwei('5'), maxPriorityFeePerGas: 0n }],
  ])('whatever its form: %s', async (type, fees) => {
    const id = await sign({ type, ...fees })
    const submitted = await (await replace().prepare({ ...request(id), way: 'faster' })).submit()
    expect(await submitted.takesPlace).toBe(true)
    await mine()
    expect(await submitted.wait()).toMatchObject({ status: 'confirmed', which: 'replacement' })
  })

  it('with its call as it is', async () => {
    const { usd } = stack.tokens
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob(), 7n] })
    const before = await stack.tokenBalanceOf(usd.address, bob())
    const fees = { maxFeePerGas: parseGwei('5'), maxPriorityFeePerGas: 1n }
    const id = await sign({ type: 'eip1559', to: usd.address, value: 0n, data, ...fees })
    const submitted = await (await replace().prepare({ ...request(id), way: 'faster' })).submit()
    await mine()
    expect(await submitted.wait()).toMatchObject({ which: 'replacement' })
    expect((await stack.tokenBalanceOf(usd.address, bob())) - before).toBe(7n)
  })

  it('and isn’t told as made where the first one went through and moved nothing', async () => {
    const address = '0x00000000000000000000000000000000000011b3'
    // A token that answers “false” in place of failing.
    await stack.client.setCode({ address, bytecode: '0x5f5f5260205ff3' })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob(), 7n] })
    const fees = { maxFeePerGas: parseGwei('5'), maxPriorityFeePerGas: 1n }
    const id = await sign({ type: 'eip1559', to: address, value: 0n, data, ...fees })
    const late: Eip1193Provider = {
      async request({ method, params }) {
        if (method !== 'eth_sendTransaction') return bench.provider.request({ method, params } as never)
        await mine()
        return `0x${'9'.repeat(64)}`
      },
    }
    const submitted = await (await replace().prepare({ ...request(id, late), way: 'faster' })).submit()
    expect(await submitted.wait()).toMatchObject({
      ...{ status: 'confirmed', which: 'original', taken: id },
      ...{ outcome: 'unknown', code: 'TRANSACTION_NOT_MOVED' },
    })
  })

  it('once, however often it is submitted, and again after the person declined', async () => {
    const id = await send()
    const prepared = await replace().prepare({ ...request(id), way: 'faster' })
    bench.wallet.control.rejectNext('eth_sendTransaction')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    const [one, other] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(other).toBe(one)
    const asked = bench.wallet.control.requests.filter(({ method }) => method === 'eth_sendTransaction')
    expect(asked).toHaveLength(3)
  })

  it('not when the account can’t pay for it', async () => {
    const id = await send()
    await stack.setBalance(alice(), parseEther('1'))
    await expect(replace().prepare({ ...request(id), way: 'faster' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('not unasked for a fee that nothing is worth', async () => {
    const id = await sign({ type: 'legacy', gas: 100_000n, gasPrice: parseEther('0.00002') })
    const asked = { ...request(id), way: 'faster' } as const
    await expect(replace().prepare(asked)).rejects.toMatchObject({ code: 'FEE_UNREASONABLE' })
    const highest = await replace()
      .prepare(asked)
      .catch(({ fee }: { readonly fee: { readonly value: bigint } }) => fee.value)
    await replace().prepare({ ...asked, highestFee: highest as bigint })
  })
})

describe('a transaction is canceled', () => {
  it('by one that moves nothing in its place', async () => {
    const before = await stack.balanceOf(bob())
    const id = await send()
    const prepared = await replace().prepare({ ...request(id), way: 'cancel' })
    expect(prepared.record).toMatchObject({ operation: 'cancel', from: alice(), to: alice(), transfers: [] })
    const submitted = await prepared.submit()
    expect(await nonceOf(submitted.id)).toBe(await nonceOf(submitted.id))
    expect((await replace().find(request(submitted.id))).ways).toEqual(['faster'])
    await mine()
    expect(await submitted.wait()).toMatchObject({ status: 'confirmed', which: 'replacement' })
    expect(await received(before)).toBe(0n)
  })

  it('not any more once the chain took it: the wallet is not asked', async () => {
    const id = await send()
    const prepared = await replace().prepare({ ...request(id), way: 'cancel' })
    await mine()
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TRANSACTION_DECIDED' })
    expect(prepared.isHandedOver()).toBe(false)
  })

  it('too late, and is told that the first one went through', async () => {
    const before = await stack.balanceOf(bob())
    const id = await send()
    const prepared = await replace().prepare({ ...request(id), way: 'cancel' })
    // The block is made while the person reads what the wallet shows. The wallet's node takes what it signs all the same.
    const gone = `0x${'9'.repeat(64)}`
    const late: Eip1193Provider = {
      async request({ method, params }) {
        if (method !== 'eth_sendTransaction') return bench.provider.request({ method, params } as never)
        await mine()
        return gone
      },
    }
    const asked = await replace().prepare({ ...request(id, late), way: 'cancel' })
    const submitted = await asked.submit()
    expect(await submitted.wait()).toEqual({
      status: 'confirmed',
      taken: id,
      which: 'original',
      code: 'CANCEL_TOO_LATE',
      reason: 'The network took the first transaction before it could be canceled.',
    })
    expect(await received(before)).toBe(parseEther('1'))
    expect(prepared.isHandedOver()).toBe(false)
  })

  it('and is followed on a page that was loaded again', async () => {
    const id = await send()
    const submitted = await (await replace().prepare({ ...request(id), way: 'cancel' })).submit()
    const trail = await submitted.trail
    const { networkId } = bench
    const shared = {
      networkId,
      from: alice(),
      id: submitted.id,
      replaced: id,
      way: 'cancel',
      sentAt: 0,
    } as const
    const again = await replace(setUpCapabilities([stack])).follow({ ...shared, ...(trail ? { trail } : {}) })
    const withoutTrail = await replace().follow(shared)
    await mine()
    const expected = { status: 'confirmed', which: 'replacement', taken: submitted.id }
    expect(await again.wait()).toMatchObject(expected)
    expect(await withoutTrail.wait()).toMatchObject(expected)
  })

  it('by a third one that does the same, even where that reverts', async () => {
    const id = await send()
    const submitted = await (await replace().prepare({ ...request(id), way: 'cancel' })).submit()
    expect(await submitted.takesPlace).toBe(true)
    const fees = { maxFeePerGas: parseGwei('900'), maxPriorityFeePerGas: parseGwei('500') }
    const nonce = await nonceOf(submitted.id)
    const third = await sign({ nonce, type: 'eip1559', to: alice(), value: 0n, ...fees })
    // Reverts whatever calls it.
    await stack.client.setCode({ address: alice(), bytecode: '0x5f5ffd' })
    await mine()
    expect((await stack.client.getTransactionReceipt({ hash: third })).status).toBe('reverted')
    expect(await submitted.wait()).toEqual({ status: 'confirmed', which: 'other', taken: third })
  })

  it('by a third one is told as that', async () => {
    const id = await send()
    const submitted = await (await replace().prepare({ ...request(id), way: 'faster' })).submit()
    expect(await submitted.takesPlace).toBe(true)
    const fees = { maxFeePerGas: parseGwei('900'), maxPriorityFeePerGas: parseGwei('500') }
    const third = await sign({
      nonce: await nonceOf(submitted.id),
      type: 'eip1559',
      to: stack.accounts[2]!.address,
      ...fees,
    })
    await mine()
    expect(await submitted.wait()).toMatchObject({
      status: 'failed',
      which: 'other',
      taken: third,
      code: 'REPLACED_BY_OTHER',
    })
  })
})

describe('a wallet that chooses the nonce by itself', () => {
  it.each([
    ['faster', 'NONCE_MAY_DIFFER'],
    ['cancel', 'NONCE_MAY_DIFFER_CANCEL'],
  ] as const)('is warned of before it is asked: %s', async (way, code) => {
    const id = await send()
    const nonce = String(await nonceOf(id))
    const prepared = await replace().prepare({ ...request(id), way })
    expect(prepared.isCertain).toBe(false)
    expect(prepared.notices).toMatchObject([{ code, severity: 'warning', parameters: { nonce } }])
    const certain: Eip1193Provider = {
      request: (asked) => bench.provider.request(asked as never),
      keepsNonce: true,
    }
    expect(await replace().prepare({ ...request(id, certain), way })).toMatchObject({
      isCertain: true,
      notices: [],
    })
  })

  it('is told of once it made a second transaction', async () => {
    const before = await stack.balanceOf(bob())
    const id = await send()
    const provider = ownNonce(bench.provider)
    const submitted = await (await replace().prepare({ ...request(id, provider), way: 'faster' })).submit()
    expect(await submitted.takesPlace).toBe(false)
    await mine()
    expect(await submitted.wait()).toMatchObject({
      status: 'confirmed',
      taken: submitted.id,
      which: 'apart',
      code: 'REPLACEMENT_APART',
    })
    expect(await received(before)).toBe(parseEther('2'))
  })
})

describe('a node that lies about the pending transaction', () => {
  const lies: Readonly<Record<string, Record<string, unknown>>> = {
    'its receiver': { to: '0x00000000000000000000000000000000000000aa' },
    'its value': { value: '0xde0b6b3a7640001' },
    'its nonce': { nonce: '0x63' },
    'its data': { input: '0xa9059cbb' },
    'its sender': { from: '0x00000000000000000000000000000000000000aa', r: `0x${'1'.repeat(64)}` },
    'its fee': { maxFeePerGas: '0x1' },
    'its gas': { gas: '0x1' },
    'its type': { type: '0x0' },
    'its signature': { s: '0x0' },
    'all of it': { value: 'x', r: {}, s: null, v: -1 },
  }

  it.each(Object.entries(lies))('changes %s in vain', async (_, lie) => {
    const id = await send()
    const server = await startServer(async (body, response) => {
      const answer = await fetch(stack.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const told = (await answer.json()) as { result?: Record<string, unknown> | null }[]
      const change = (one: { result?: unknown }) => {
        const { result } = one as { result?: { hash?: string; r?: string } | null }
        return result?.hash === id && result.r ? { ...one, result: { ...result, ...lie } } : one
      }
      answerJson(response, Array.isArray(told) ? told.map(change) : change(told))
    })
    const lying = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: server.url } })
    try {
      const found = await replace(lying)
        .find(request(id))
        .then(
          () => 'found',
          ({ code }: { readonly code: string }) => code,
        )
      expect(['TRANSACTION_UNPROVEN', 'NODE_ANSWER_INVALID']).toContain(found)
    } finally {
      lying.dispose()
      await server.stop()
    }
  })
})
