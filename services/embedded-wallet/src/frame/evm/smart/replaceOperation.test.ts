// Speeding up an operation that waits, over a real bundler: it's replaced by one with the same nonce, and only one is carried out.
import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import { readCallsStatus } from '../sendCalls.js'
import type { SentCalls } from '../sentCalls.js'
import { endOperation } from './operationRecords.js'
import type { SmartContext } from './performCalls.js'
import { listStuck, replaceOperation } from './replaceOperation.js'

let chain: Awaited<ReturnType<typeof startEvm>>
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
}, 300_000)
afterEach(async () => {
  bundler().setFaults({})
  abstraction.paymaster.setPolicy({ kind: 'pays' })
  await abstraction.resumeBundling()
  // Operations give twice the tips that the chain suggests, and it suggests those of its latest blocks.
  await chain.client.mine({ blocks: 25 })
})
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

const someone = () => privateKeyToAddress(generatePrivateKey())
const bundler = () => {
  const [first] = abstraction.bundlers
  if (!first) throw new Error('There is no bundler.')
  return first
}
async function funded(key?: Hex) {
  const own = createSmartContext({ url: chain.url, chainId: chain.chainId, bundlers: [bundler().url] }, key)
  await chain.setBalance(own.account.address, parseEther('10'))
  return own
}
const callsOf = (calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: `0x${chain.chainId.toString(16)}`, atomicRequired: true, calls, ...more },
]
const statusOf = (id: string, { records }: SmartContext) =>
  readCallsStatus([id], { records, rpcUrlOf: () => chain.url }) as Promise<{
    status: number
    receipts?: readonly { transactionHash: Hex }[]
  }>
const later = () => Date.now() + 45_000
const hashOf = (id: string, { records }: SmartContext) => records.read(id)?.operation?.hash as Hex
const sentSince = (count: number) =>
  bundler()
    .requests.slice(count)
    .filter(({ method }) => method === 'eth_sendUserOperation')
    .map(
      ({ params }) =>
        params[0] as Record<'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'callData', Hex>,
    )

/** Calls that wait in the bundler. */
async function hangUp(own: Awaited<ReturnType<typeof funded>>, to: Hex, more: object = {}) {
  await abstraction.pauseBundling()
  const { id } = (await answerEvm(
    'wallet_sendCalls',
    callsOf([{ to, value: '0x9' }], more),
    own.context,
  )) as {
    id: string
  }
  return { id, hash: hashOf(id, own.context) }
}

describe('an operation that waits', () => {
  test('is told once it waits longer than usual, and no more when it is over', async () => {
    const own = await funded()
    const { id, hash } = await hangUp(own, someone())
    expect(await listStuck(own.context)).toEqual([])
    expect(await listStuck(own.context, later())).toEqual([{ hash, seconds: 45 }])
    expect(await listStuck({ ...own.context, chainId: 1 }, later())).toEqual([])
    expect(await listStuck({ ...own.context, address: someone() }, later())).toEqual([])
    await abstraction.resumeBundling()
    await expect.poll(async () => (await statusOf(id, own.context)).status, { timeout: 20_000 }).toBe(200)
    expect(await listStuck(own.context, later())).toEqual([])
    expect(own.context.records.read(id)?.operation?.again).toBeUndefined()
  })

  test('is replaced by one with the same nonce and calls and at least a tenth more of both fees; only that one is carried out, and the app’s id tells of it', async () => {
    const own = await funded()
    const [to, before] = [someone(), bundler().requests.length]
    const { id, hash } = await hangUp(own, to)
    own.context.records.write({ ...(own.context.records.read(id) as SentCalls), sentAt: 1 })
    const replaced = await replaceOperation(hash, own.context)
    expect(replaced).toEqual({ hash: hashOf(id, own.context), outcome: 'replaced' })
    // The day after which an app is told that it isn't known begins again.
    expect(own.context.records.read(id)?.sentAt).toBeGreaterThan(1)
    expect(replaced.hash).not.toBe(hash)
    const [first, second] = sentSince(before)
    expect(second).toMatchObject({ nonce: first?.nonce, callData: first?.callData })
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect(BigInt(second?.[fee] ?? 0) * 10n).toBeGreaterThanOrEqual(BigInt(first?.[fee] ?? 0) * 11n)
    }
    const question = own.shown.at(-1)
    expect(question).toMatchObject({
      title: 'Speed up a transaction',
      text: expect.stringContaining('Only one of the two can go through, and you pay only for that one.'),
      accept: 'Speed up',
    })
    expect(question?.facts).toContainEqual({ name: 'Takes the place of', value: hash })
    expect((await statusOf(id, own.context)).status).toBe(100)
    await abstraction.resumeBundling()
    await expect.poll(async () => (await statusOf(id, own.context)).status, { timeout: 20_000 }).toBe(200)
    expect(await chain.balanceOf(to)).toBe(9n)
    const status = await statusOf(id, own.context)
    expect(status.receipts).toHaveLength(1)
    const receipt = await chain.client.getTransactionReceipt({
      hash: status.receipts?.[0]?.transactionHash as Hex,
    })
    expect(receipt.logs.flatMap(({ topics }): readonly Hex[] => topics)).toContain(replaced.hash)
    await chain.client.mine({ blocks: 3 })
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('that eth_sendTransaction waits for is the one that replaced it', async () => {
    const own = await funded()
    const to = someone()
    await abstraction.pauseBundling()
    const patient = {
      ...own.context,
      smart: { ...own.context.smart, limits: { answer: 800, patience: 900, rest: 20_000, pause: 100 } },
    }
    const sent = answerEvm('eth_sendTransaction', [{ to, value: '0x9' }], patient)
    await expect.poll(() => listStuck(own.context, later()), { timeout: 20_000 }).toHaveLength(1)
    const [stuck] = await listStuck(own.context, later())
    const { hash } = await replaceOperation(stuck?.hash ?? '', own.context)
    await abstraction.resumeBundling()
    const receipt = await chain.client.getTransactionReceipt({ hash: (await sent) as Hex })
    expect(receipt.logs.flatMap(({ topics }): readonly Hex[] => topics)).toContain(hash)
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('can be replaced twice, and the earlier ones count as its outcome', async () => {
    const own = await funded()
    const to = someone()
    const { id, hash } = await hangUp(own, to)
    const second = await replaceOperation(hash, own.context)
    await expect(replaceOperation(hash, own.context)).rejects.toMatchObject({ code: 'invalid_request' })
    const third = await replaceOperation(second.hash, own.context)
    expect(own.context.records.read(id)?.operation).toMatchObject({
      hash: third.hash,
      earlier: [second.hash, hash],
    })
    await abstraction.resumeBundling()
    await expect.poll(async () => (await statusOf(id, own.context)).status, { timeout: 20_000 }).toBe(200)
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('is left alone when it goes through while the person reads, and nothing else is sent', async () => {
    const own = await funded()
    const to = someone()
    const { id, hash } = await hangUp(own, to)
    const before = bundler().requests.length
    const reading = {
      ask: async () => {
        await abstraction.resumeBundling()
        await expect.poll(() => chain.balanceOf(to), { timeout: 20_000 }).toBe(9n)
        return ''
      },
    }
    expect(await replaceOperation(hash, { ...own.context, screen: reading })).toEqual({
      hash,
      outcome: 'done',
    })
    expect(sentSince(before)).toEqual([])
    expect(await statusOf(id, own.context)).toMatchObject({ status: 200 })
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('is told as gone when every bundler has refused it while the person reads, and nothing else is sent', async () => {
    const own = await funded()
    const { id, hash } = await hangUp(own, someone())
    const before = bundler().requests.length
    const reading = {
      ask: async () => {
        endOperation(own.context.records, id, { isRefused: true })
        return ''
      },
    }
    const replaced = await replaceOperation(hash, { ...own.context, screen: reading })
    expect(replaced).toEqual({ hash, outcome: 'gone' })
    expect(sentSince(before)).toEqual([])
  })

  test('stays as it was when the person declines', async () => {
    const own = await funded()
    const to = someone()
    const { id, hash } = await hangUp(own, to)
    const before = bundler().requests.length
    const declining = { ask: async () => Promise.reject(new Error('Declined.')) }
    await expect(replaceOperation(hash, { ...own.context, screen: declining })).rejects.toThrow('Declined.')
    expect(sentSince(before)).toEqual([])
    expect(hashOf(id, own.context)).toBe(hash)
    await abstraction.resumeBundling()
    await expect.poll(() => chain.balanceOf(to), { timeout: 20_000 }).toBe(9n)
  })

  test('that the bundler dropped is carried out by being sped up, after a reload too', async () => {
    const own = await funded()
    const to = someone()
    bundler().setFaults({ drops: true })
    const calls = callsOf([{ to, value: '0x9' }], { id: 'dropped' })
    await answerEvm('wallet_sendCalls', calls, own.context)
    bundler().setFaults({})
    // The page that comes next knows no more than what was stored.
    const next = createSmartContext(
      { url: chain.url, chainId: chain.chainId, bundlers: [bundler().url] },
      own.key,
    )
    const context = { ...next.context, records: own.context.records }
    const [stuck] = await listStuck(context, later())
    expect(await replaceOperation(stuck?.hash ?? '', context)).toMatchObject({ outcome: 'replaced' })
    await expect.poll(async () => (await statusOf('dropped', context)).status, { timeout: 20_000 }).toBe(200)
    expect(await chain.balanceOf(to)).toBe(9n)
  })

  test('that the app’s service pays for is paid by it again', async () => {
    const own = await funded()
    const to = someone()
    const sponsored = { capabilities: { paymasterService: { url: abstraction.paymasterUrl } } }
    const { id, hash } = await hangUp(own, to, sponsored)
    const before = await chain.balanceOf(own.account.address)
    await replaceOperation(hash, own.context)
    expect(own.shown.at(-1)?.facts).toContainEqual(
      expect.objectContaining({ name: 'Network fee', value: 'app.example.com pays it' }),
    )
    await abstraction.resumeBundling()
    await expect.poll(async () => (await statusOf(id, own.context)).status, { timeout: 20_000 }).toBe(200)
    expect(before - (await chain.balanceOf(own.account.address))).toBe(9n)
  })

  test('keeps both hashes when the bundler refuses the second, because either may still be carried out', async () => {
    const own = await funded()
    const to = someone()
    const { id, hash } = await hangUp(own, to)
    bundler().setFaults({ refuses: 'Not today.' })
    await expect(replaceOperation(hash, own.context)).rejects.toMatchObject({ rpcCode: -32000 })
    expect(own.context.records.read(id)).toMatchObject({ operation: { earlier: [hash] } })
    expect(own.context.records.read(id)?.isRefused).toBeUndefined()
    bundler().setFaults({})
    await abstraction.resumeBundling()
    await expect.poll(async () => (await statusOf(id, own.context)).status, { timeout: 20_000 }).toBe(200)
    expect(await chain.balanceOf(to)).toBe(9n)
  })
})

test('an operation whose hash isn’t known, or is another account’s, is not replaced', async () => {
  const own = await funded()
  const { hash } = await hangUp(own, someone())
  const other = await funded()
  for (const [asked, context] of [
    [`0x${'1'.repeat(64)}`, own.context],
    [hash, { ...other.context, records: own.context.records }],
  ] as const) {
    await expect(replaceOperation(asked, context)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'No transaction waits under this hash. It may be over, or sped up already.',
    })
  }
  expect(other.shown).toEqual([])
})

test('calls that are too long to keep are sent, and can’t be sped up', async () => {
  const own = await funded()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [someone()] })
  const long = `${data}${'00'.repeat(33_000)}`
  await abstraction.pauseBundling()
  const calls = callsOf([{ to: chain.tokens.usd.address, data: long }], { id: 'long' })
  await answerEvm('wallet_sendCalls', calls, own.context)
  expect(own.context.records.read('long')?.operation?.again).toBeUndefined()
  expect(await listStuck(own.context, later())).toEqual([])
})
