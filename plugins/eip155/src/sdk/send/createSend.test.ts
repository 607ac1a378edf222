// Real sends by a real wallet on a real chain; a server in between plays the nodes that lack something.
import { type EvmAccount, type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import type { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { Send, type SendRequest } from '@latchkey/kernel/contracts'
import type { GarbageKind } from '../../../../../testkit/src/evm/index.js'
import { encodeFunctionData, erc20Abi, formatEther, parseEther, toFunctionSelector, zeroAddress } from 'viem'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answeringCode } from '../../../test/answeringCode.js'
import { answerJson, setUpCapabilities, startServer } from '../../../test/support.js'

let stack: EvmStack
let other: EvmStack
beforeAll(async () => {
  ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([stack?.stop(), other?.stop()]))

const setUp = (rpcUrl = stack.url) =>
  setUpCapabilities([stack, other], { rpcUrls: { [stack.chainId]: rpcUrl } })
let bench: ReturnType<typeof setUp>
let snapshot: `0x${string}`
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
  bench = setUp()
})

function request(change: Partial<SendRequest> = {}): SendRequest {
  const { networkId, account, provider } = bench
  return { networkId, from: account, provider, to: stack.accounts[1]!.address, amount: 1_000n, ...change }
}
const send = () => bench.get(Send)

describe('the coin', () => {
  it('is sent and confirmed, for no more than the fee that was named', async () => {
    const { from, to } = { from: stack.accounts[0]!.address, to: stack.accounts[1]!.address }
    const before = { from: await stack.balanceOf(from), to: await stack.balanceOf(to) }
    const prepared = await send().prepare(request({ amount: parseEther('1.5') }))
    expect(prepared.notices).toEqual([])
    expect(prepared.changes).toEqual([
      { address: from, amount: { value: -parseEther('1.5'), symbol: 'ETH', decimals: 18 } },
    ])
    const submitted = await prepared.submit()
    expect(submitted.id).toMatch(/^0x[0-9a-f]{64}$/)
    const { input } = await stack.client.getTransaction({ hash: submitted.id as `0x${string}` })
    expect(input).toBe('0x')
    expect(await submitted.wait()).toEqual({ status: 'confirmed' })
    expect((await stack.balanceOf(to)) - before.to).toBe(parseEther('1.5'))
    const paid = before.from - (await stack.balanceOf(from)) - parseEther('1.5')
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(prepared.fee.value)
  })

  it('is sent once, however often it is submitted', async () => {
    const prepared = await send().prepare(request())
    const [first, second] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(second).toBe(first)
    expect(await prepared.submit()).toBe(first)
    const sent = bench.wallet.control.requests.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent).toHaveLength(1)
  })

  it('can be submitted again after the person declined', async () => {
    const prepared = await send().prepare(request())
    bench.wallet.control.rejectNext('eth_sendTransaction')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
  })

  it('can be sent whole, leaving what the fee may cost', async () => {
    const maximum = await send().maximum(request())
    const prepared = await send().prepare(request({ amount: maximum.value }))
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    const left = await stack.balanceOf(stack.accounts[0]!.address)
    expect(left).toBeLessThan(prepared.fee.value * 2n)
  })

  it('can be sent whole but for the fee alone, and says how much that is', async () => {
    const before = await stack.balanceOf(stack.accounts[0]!.address)
    const { value } = await send().maximum(request())
    const prepared = await send().prepare(request({ amount: value, everything: true }))
    expect(prepared.amount?.value).toBe(before - prepared.fee.value)
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(stack.accounts[0]!.address)).toBeLessThan(prepared.fee.value)
    const token = stack.tokens.usd
    await stack.setBalance(stack.accounts[0]!.address, parseEther('1'))
    const all = await send().prepare(request({ token, amount: 1n, everything: true }))
    expect(all.amount).toEqual({ value: 10n ** 12n, symbol: token.symbol, decimals: 6 })
  })

  it('says that a little stays when everything is sent', async () => {
    const { value } = await send().maximum(request())
    const everything = await send().prepare(request({ amount: value, everything: true }))
    expect(everything.notices).toEqual([
      {
        code: 'REMAINDER_LEFT',
        message: 'Any unused fee stays in your account.',
        severity: 'info',
      },
    ])
    const whole = await send().prepare(request({ token: stack.tokens.usd, amount: 1n, everything: true }))
    expect(whole.notices).toEqual([])
  })

  describe('on a rollup of the OP stack', () => {
    const oracle = '0x420000000000000000000000000000000000000F'
    const price = 10n ** 15n
    const word = price.toString(16).padStart(16, '0')
    /** A contract that answers one price to everything, or to the question about data alone. */
    const newer = `0x67${word}60005260206000f3` as const
    const older =
      `0x60003560e01c63${toFunctionSelector('getL1FeeUpperBound(uint256)').slice(2)}1460145760006000fd5b${newer.slice(2)}` as const

    it.each([
      ['before Isthmus', older, price],
      ['since Isthmus, with a fee of the operator', newer, 2n * price],
    ])('counts what is charged beside the gas, %s, and Max leaves it', async (_, bytecode, charged) => {
      await stack.client.setCode({ address: oracle, bytecode })
      const contracts = { ...stack.chain.contracts, gasPriceOracle: { address: oracle } }
      const chain = { ...stack.chain, contracts } as typeof stack.chain
      bench = setUpCapabilities([stack], { chains: [chain] })
      const plain = setUp().get(Send)
      const extra = (charged * 5n) / 4n
      const prepared = await send().prepare(request())
      expect(prepared.fee.value - (await plain.prepare(request())).fee.value).toBe(extra)
      const balance = await stack.balanceOf(stack.accounts[0]!.address)
      const { value } = await send().maximum(request())
      const everything = await send().prepare(request({ amount: value, everything: true }))
      expect(everything.amount!.value + everything.fee.value).toBe(balance)
      expect(everything.fee.value).toBeGreaterThan(extra)
      expect(await (await everything.submit()).wait()).toEqual({ status: 'confirmed' })
      // The rollup takes its part from what is left.
      expect(await stack.balanceOf(stack.accounts[0]!.address)).toBeGreaterThanOrEqual(extra)
    })
  })

  it('counts what Mantle and Scroll charge for data, which they tell by other functions and Mantle in ether', async () => {
    const oracle = '0x5300000000000000000000000000000000000002'
    const price = 10n ** 13n
    const feeOn = async (symbol: string, answers: Readonly<Record<string, bigint>>) => {
      await stack.client.setCode({ address: oracle, bytecode: answeringCode(answers) })
      const contracts = { ...stack.chain.contracts, gasPriceOracle: { address: oracle } }
      const nativeCurrency = { ...stack.chain.nativeCurrency, symbol }
      const chain = { ...stack.chain, nativeCurrency, contracts } as typeof stack.chain
      const own = setUpCapabilities([stack], { chains: [chain] })
      return (await own.get(Send).prepare(request())).fee.value
    }
    const plain = (await setUp().get(Send).prepare(request())).fee.value
    const charged = { 'getL1Fee(bytes)': price }
    expect((await feeOn('ETH', charged)) - plain).toBe((price * 5n) / 4n)
    const mantle = { ...charged, 'tokenRatio()': 3_000n, 'getOperatorFee(uint256)': 8n }
    expect((await feeOn('MNT', mantle)) - plain).toBe(((price * 3_000n + 8n) * 5n) / 4n)
    expect((await feeOn('RON', charged)) - plain).toBe((price * 5n) / 4n)
  })

  it('offers more for more speed', async () => {
    const fees = await Promise.all(
      (['slow', 'normal', 'fast'] as const).map(
        async (feeLevel) => (await send().prepare(request({ feeLevel }))).fee.value,
      ),
    )
    expect([...fees].sort((left, right) => (left < right ? -1 : 1))).toEqual(fees)
  })

  it('is sent to an address without prefix', async () => {
    const to = stack.accounts[2]!.address
    const prepared = await send().prepare(request({ to: to.slice(2).toLowerCase() }))
    await (await prepared.submit()).wait()
    expect(await stack.balanceOf(to)).toBe(parseEther('10000') + 1_000n)
  })

  it('has no fee market on chains from before it', async () => {
    const server = await startServer(async (body, response) => {
      const calls = Array.isArray(body) ? body : [body]
      const answers = await Promise.all(calls.map(withoutBaseFee))
      answerJson(response, Array.isArray(body) ? answers : answers[0])
    })
    bench = setUp(server.url)
    await (await (await send().prepare(request())).submit()).wait()
    const sent = bench.wallet.control.requests.find(({ method }) => method === 'eth_sendTransaction')
    const [transaction] = sent!.params as [Record<string, unknown>]
    expect(transaction).toMatchObject({ gasPrice: expect.stringMatching(/^0x/), chainId: '0x7a69' })
    expect(transaction).not.toHaveProperty('maxFeePerGas')
    await server.stop()
  })
})

/** A node between the wallet's page and the chain that lies in what it answers to one method. */
async function lyingNode(lie: (method: string, result: never, params: readonly unknown[]) => unknown) {
  return startServer(async (body, response) => {
    const calls = (Array.isArray(body) ? body : [body]) as { method: string; params?: unknown[] }[]
    const answers = await Promise.all(
      calls.map(async (call) => {
        const answer = (await post(call)) as { result?: unknown }
        if (!('result' in answer)) return answer
        return { ...answer, result: lie(call.method, answer.result as never, call.params ?? []) }
      }),
    )
    answerJson(response, Array.isArray(body) ? answers : answers[0])
  })
}

it('reads whose code the account has beside the other questions: a preview waits for no round more', async () => {
  const asked: string[] = []
  const server = await lyingNode((method, result, [first]) => {
    asked.push(method === 'eth_getCode' ? `code of ${String(first).toLowerCase()}` : method)
    return result
  })
  bench = setUp(server.url)
  await send().prepare(request())
  const ofAccount = `code of ${stack.accounts[0]?.address.toLowerCase()}`
  expect(asked.filter((one) => one === ofAccount)).toHaveLength(1)
  expect(asked.indexOf(ofAccount)).toBeLessThan(asked.indexOf('eth_estimateGas'))
  await server.stop()
})

const hexOf = (value: bigint) => `0x${value.toString(16)}` as const

describe('a node that lies about the fee', () => {
  const tip = 4n * 10n ** 17n
  const whole = (method: string, result: Record<string, unknown>) =>
    method === 'eth_getBlockByNumber' ? { ...result, baseFeePerGas: hexOf(tip) } : result
  const lies: readonly [string, (method: string, result: never) => unknown][] = [
    [
      'in the rewards of its history',
      (method: string, result: { reward?: string[][] }) =>
        method === 'eth_feeHistory' ? { ...result, reward: result.reward?.map(() => [hexOf(tip)]) } : result,
    ],
    [
      'in eth_maxPriorityFeePerGas',
      (method: string, result: object) => {
        if (method === 'eth_feeHistory') return { ...result, reward: [] }
        return method === 'eth_maxPriorityFeePerGas' ? hexOf(tip) : result
      },
    ],
    ['in the base fee', whole],
    [
      'in the gas that is needed',
      (method: string, result: unknown) => (method === 'eth_estimateGas' ? hexOf(2n ** 40n) : result),
    ],
    [
      'in eth_gasPrice, before the fee market',
      (method: string, result: Record<string, unknown>) => {
        if (method === 'eth_getBlockByNumber') return { ...result, baseFeePerGas: undefined }
        return method === 'eth_gasPrice' ? hexOf(tip) : result
      },
    ],
  ] as never

  it.each(lies)('%s is refused, unless the person agrees to the sum', async (_, lie) => {
    const server = await lyingNode(lie)
    bench = setUp(server.url)
    const refusal = await send()
      .prepare(request({ amount: parseEther('1') }))
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'FEE_UNREASONABLE', fee: { symbol: 'ETH', decimals: 18 } })
    const { fee, shortMessage } = refusal as FeeUnreasonableError
    expect(shortMessage).toContain(`${formatEther(fee.value)} ETH`)
    expect(bench.wallet.control.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    await stack.setBalance(stack.accounts[0]!.address, fee.value * 2n + parseEther('1'))
    const agreed = await send().prepare(
      request({ amount: parseEther('1'), highestFee: (fee.value * 5n) / 4n }),
    )
    expect(refusal).toMatchObject({ parameters: { fee: { symbol: 'ETH', decimals: 18 } } })
    expect(agreed.notices).toMatchObject([
      { code: 'FEE_HIGH', severity: 'warning', parameters: { fee: { symbol: 'ETH', decimals: 18 } } },
    ])
    await server.stop()
  })

  it('is warned of by what the last blocks took, and by a tenth of the amount', async () => {
    const server = await lyingNode((method, result: Record<string, unknown>) =>
      method === 'eth_getBlockByNumber' ? { ...result, baseFeePerGas: hexOf(10n ** 11n) } : result,
    )
    bench = setUp(server.url)
    const large = await send().prepare(request({ amount: parseEther('1') }))
    expect(large.notices).toMatchObject([
      { code: 'FEE_HIGH', message: expect.stringContaining('far more than the last transactions paid') },
    ])
    const small = await send().prepare(request({ amount: parseEther('0.01') }))
    expect(small.notices).toMatchObject([
      { code: 'FEE_HIGH', message: expect.stringContaining('more than a tenth of the amount') },
    ])
    await server.stop()
  })

  const gwei = 10n ** 9n
  /** A node of quiet blocks, whose newest five have another tip than the fifteen before. */
  const quietNode = (before: bigint, newest: bigint) =>
    lyingNode((method, result: Record<string, unknown>) => {
      if (method === 'eth_getBlockByNumber') return { ...result, baseFeePerGas: hexOf(10n * gwei) }
      if (method !== 'eth_feeHistory') return result
      const tips = [...Array(15).fill(before), ...Array(5).fill(newest)]
      return {
        ...result,
        baseFeePerGas: Array(21).fill(hexOf(10n * gwei)),
        reward: tips.map((tip: bigint) => [hexOf(tip)]),
      }
    })

  it.each([
    ['four times what is usual is warned of while nothing explains it', 1n, 60n, ['FEE_HIGH']],
    ['what has been usual for long is not warned of', 60n, 60n, []],
    ['somewhat more than usual is not warned of', 30n, 60n, []],
  ])('with a small lie: %s', async (_, before, newest, expected) => {
    const server = await quietNode(before * gwei, newest * gwei)
    bench = setUp(server.url)
    const { fee, notices } = await send().prepare(request({ amount: parseEther('1') }))
    expect(fee.value).toBe(21_000n * 80n * gwei)
    expect(notices.map(({ code }) => code)).toEqual(expected)
    await server.stop()
  })

  it('in whatever it answers gets no wallet to sign for more than the preview said', async () => {
    const quantity = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 60n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.constantFrom(0n, 1n, 2n ** 64n, 2n ** 128n),
    )
    const answers = fc.record({
      base: fc.option(quantity),
      history: fc.option(fc.array(quantity, { maxLength: 25 })),
      bases: fc.array(quantity, { maxLength: 25 }),
      tip: quantity,
      price: quantity,
      gas: fc.oneof(fc.constant(21_000n), fc.bigInt({ min: 0n, max: 2n ** 40n })),
    })
    let told: typeof answers extends fc.Arbitrary<infer Told> ? Told | undefined : never
    const server = await lyingNode((method, result: Record<string, unknown>) => {
      if (!told) return result
      if (method === 'eth_getBlockByNumber') {
        return { ...result, baseFeePerGas: told.base === null ? undefined : hexOf(told.base) }
      }
      if (method === 'eth_feeHistory') {
        const reward = told.history?.map((tip) => [hexOf(tip), hexOf(tip)])
        return { ...result, baseFeePerGas: told.bases.map(hexOf), reward }
      }
      if (method === 'eth_maxPriorityFeePerGas') return hexOf(told.tip)
      if (method === 'eth_gasPrice') return hexOf(told.price)
      return method === 'eth_estimateGas' ? hexOf(told.gas) : result
    })
    bench = setUp(server.url)
    await stack.setBalance(stack.accounts[0]!.address, 2n ** 240n)
    let signed = 0
    const check = async (lies: NonNullable<typeof told>, level: 'slow' | 'normal' | 'fast') => {
      told = lies
      const asked: Record<string, string>[] = []
      const { provider } = bench
      const declining = {
        ...provider,
        request: async (call: { method: string; params?: readonly unknown[] }) => {
          if (call.method !== 'eth_sendTransaction') return provider.request(call as never)
          asked.push(call.params?.[0] as Record<string, string>)
          throw Object.assign(new Error('No.'), { code: 4001 })
        },
      }
      const prepared = await send()
        .prepare(request({ provider: declining, feeLevel: level, highestFee: 2n ** 250n }))
        .catch(() => undefined)
      await prepared?.submit().catch(() => undefined)
      for (const { gas, maxFeePerGas, gasPrice } of asked) {
        signed += 1
        expect(BigInt(gas!) * BigInt(maxFeePerGas ?? gasPrice!)).toBeLessThanOrEqual(prepared!.fee.value)
      }
    }
    const levels = fc.constantFrom('slow', 'normal', 'fast' as const)
    await fc.assert(fc.asyncProperty(answers, levels as never, check as never), { numRuns: 60 })
    // A property of what was never signed says nothing.
    expect(signed).toBeGreaterThan(10)
    await server.stop()
  }, 60_000)

  it('beside an honest one is refused', async () => {
    const server = await lyingNode((method, result: Record<string, unknown>) => {
      if (method === 'eth_gasPrice') return hexOf(10n ** 12n)
      if (method === 'eth_feeHistory') return { ...result, baseFeePerGas: Array(6).fill(hexOf(10n ** 12n)) }
      return method === 'eth_getBlockByNumber' ? { ...result, baseFeePerGas: hexOf(10n ** 12n) } : result
    })
    bench = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: [server.url, stack.url] } } as never)
    await expect(send().prepare(request({ amount: parseEther('50') }))).rejects.toMatchObject({
      code: 'FEE_UNREASONABLE',
    })
    await server.stop()
  })
})

describe('a wallet that sends something else', () => {
  const ownWay = (change: Record<string, unknown>) => {
    const { provider } = bench
    return {
      ...provider,
      request: async (call: { method: string; params?: readonly unknown[] }) =>
        call.method === 'eth_sendTransaction'
          ? provider.request({ ...call, params: [{ ...(call.params?.[0] as object), ...change }] } as never)
          : provider.request(call as never),
    }
  }

  it.each<[string, () => Record<string, unknown>]>([
    ['to somebody else', () => ({ to: stack.accounts[2]!.address })],
    ['a tenth of it', () => ({ value: hexOf(100n) })],
  ])('%s is told', async (_, change) => {
    const prepared = await send().prepare(request({ provider: ownWay(change()) }))
    expect(await (await prepared.submit()).wait()).toMatchObject({
      status: 'failed',
      outcome: 'different',
      code: 'TRANSACTION_OTHER',
      reason: expect.stringMatching(/something other than you asked for/),
    })
  })

  it.each<[string, () => Record<string, unknown>, object]>([
    [
      'something else is told',
      () => ({ to: stack.accounts[2]!.address }),
      {
        status: 'failed',
        outcome: 'different',
        code: 'TRANSACTION_OTHER',
        reason: expect.stringMatching(/other than you asked for/),
      },
    ],
    [
      'something else that is too long to be stored is told',
      () => ({ to: stack.accounts[2]!.address, data: `0x${'ab'.repeat(1_500)}`, gas: hexOf(200_000n) }),
      {
        status: 'failed',
        outcome: 'different',
        code: 'TRANSACTION_OTHER',
        reason: expect.stringMatching(/other than you asked for/),
      },
    ],
    ['what was asked for is confirmed', () => ({}), { status: 'confirmed' }],
  ])('after a reload, %s', async (_, change, expected) => {
    const sent = await (await send().prepare(request({ provider: ownWay(change()) }))).submit()
    const trail = await sent.trail
    expect(trail).toBeTypeOf('string')
    const { networkId, account } = bench
    // Another page, with nothing but what was stored.
    const next = setUp().get(Send)
    const question = { networkId, from: account.address, id: sent.id, sentAt: Date.now(), trail: trail! }
    expect(await (await next.follow!(question)).wait()).toEqual(expected)
  })

  it.each<[string, `0x${string}`, object]>([
    [
      'a smart account, says only that a transaction was made',
      '0x6001',
      {
        status: 'confirmed',
        outcome: 'unknown',
        code: 'TRANSACTION_BY_CONTRACT',
        reason:
          'Your smart account made a transaction. Check on the explorer whether it paid what you asked for.',
      },
    ],
    [
      'an account without code, says that it is another’s',
      '0x',
      {
        status: 'failed',
        outcome: 'different',
        code: 'TRANSACTION_OF_OTHER',
        reason: expect.stringMatching(/another account/),
      },
    ],
  ])('by somebody else’s transaction, for %s', async (_, bytecode, expected) => {
    const { provider, account } = bench
    const bundler = privateKeyToAccount(stack.accounts[6]!.privateKey)
    const bundling = {
      ...provider,
      request: async (call: { method: string }) =>
        call.method === 'eth_sendTransaction'
          ? stack.client.sendTransaction({
              account: bundler,
              to: stack.accounts[2]!.address,
              value: 1n,
              chain: stack.chain,
            })
          : provider.request(call as never),
    }
    const prepared = await send().prepare(request({ provider: bundling }))
    await stack.client.setCode({ address: account.address as `0x${string}`, bytecode })
    const sent = await prepared.submit()
    expect(await sent.wait()).toEqual(expected)
  })

  it('of a token is told', async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [stack.accounts[2]!.address, 5n],
    })
    const prepared = await send().prepare(
      request({ provider: ownWay({ data }), token: stack.tokens.usd, amount: 5n }),
    )
    expect(await (await prepared.submit()).wait()).toMatchObject({ outcome: 'different' })
  })

  it('of a token that answers “false” in place of failing isn’t told as paid', async () => {
    const address = '0x00000000000000000000000000000000000011b2'
    // Answers everything with one, and so as any token does while it's tried out.
    await stack.client.setCode({ address, bytecode: '0x60015f5260205ff3' })
    const token = { ...stack.tokens.usd, address, decimals: 1 }
    const prepared = await send().prepare(request({ token, amount: 1n }))
    await stack.client.setCode({ address, bytecode: '0x5f5f5260205ff3' })
    const sent = await prepared.submit()
    expect(await sent.wait()).toEqual({
      status: 'confirmed',
      outcome: 'unknown',
      code: 'TRANSACTION_NOT_MOVED',
      reason:
        'The transaction went through, but the token doesn’t say that anything moved. Look at the explorer before you send again.',
    })
  })

  describe('names a transaction that was undone', () => {
    /** A transaction that the chain takes and undoes. */
    async function undone(index: number) {
      const refusing = '0x00000000000000000000000000000000000011b3'
      await stack.client.setCode({ address: refusing, bytecode: '0x5f5ffd' })
      const hash = await stack.client.sendTransaction({
        account: privateKeyToAccount(stack.accounts[index]!.privateKey),
        ...{ to: refusing, value: 1n, gas: 100_000n, chain: stack.chain },
      })
      await stack.client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
      return hash
    }

    /** Reads what is said of a send whose wallet answers so. */
    async function outcomeOf(answer: () => Promise<`0x${string}`>, bytecode: `0x${string}` = '0x') {
      const { provider, account } = bench
      const answering = {
        ...provider,
        request: async (call: { method: string }) =>
          call.method === 'eth_sendTransaction' ? answer() : provider.request(call as never),
      }
      const prepared = await send().prepare(request({ provider: answering }))
      await stack.client.setCode({ address: account.address as `0x${string}`, bytecode })
      return (await prepared.submit()).wait()
    }

    it('long ago: nothing follows for what was asked for', async () => {
      const old = await undone(0)
      await stack.client.mine({ blocks: 1 })
      expect(await outcomeOf(async () => old)).toMatchObject({
        outcome: 'different',
        code: 'TRANSACTION_OLD',
      })
    })

    it.each([
      ['of its own, which was something else', 0, '0x', { outcome: 'different', code: 'TRANSACTION_OTHER' }],
      ['of somebody else', 6, '0x', { outcome: 'different', code: 'TRANSACTION_OF_OTHER' }],
      [
        'that carried what a smart account signed: another one may carry it',
        ...([6, '0x6001', { outcome: 'unknown', code: 'TRANSACTION_BY_CONTRACT' }] as const),
      ],
    ] as const)('%s', async (_, index, bytecode, expected) => {
      expect(await outcomeOf(() => undone(index), bytecode)).toMatchObject(expected)
    })
  })

  it('and names a transaction of long ago is told', async () => {
    const first = await (await send().prepare(request())).submit()
    await first.wait()
    const { provider } = bench
    const answering = {
      ...provider,
      request: async (call: { method: string }) =>
        call.method === 'eth_sendTransaction' ? first.id : provider.request(call as never),
    }
    const again = await (await send().prepare(request({ provider: answering }))).submit()
    expect(await again.wait()).toMatchObject({
      outcome: 'different',
      code: expect.any(String),
      reason: expect.stringMatching(/from before your request/),
    })
  })
})

it.each(['0x000000000000000000000000000000000000dEaD', '0x0000000000000000000000000000000000000001'])(
  'says that nobody holds the key of %s',
  async (to) => {
    const { notices } = await send().prepare(request({ to }))
    expect(notices.map(({ code }) => code)).toContain('RECEIVER_UNOWNED')
  },
)

async function withoutBaseFee(call: { id: number; method: string }): Promise<unknown> {
  const answer = (await post(call)) as { result?: Record<string, unknown> | null }
  if (call.method === 'eth_getBlockByNumber') delete answer.result?.['baseFeePerGas']
  return answer
}

async function post(body: unknown): Promise<unknown> {
  const answer = await fetch(stack.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

describe('tokens', () => {
  it.each(['usd', 'gold', 'legacy'] as const)('"%s" is sent and confirmed', async (key) => {
    const token = stack.tokens[key]
    const receiver = stack.accounts[1]!.address
    const before = await stack.tokenBalanceOf(token.address, receiver)
    const prepared = await send().prepare(request({ token, amount: 5n }))
    expect(prepared.notices).toEqual([])
    expect(prepared.fee.symbol).toBe('ETH')
    expect(prepared.changes).toEqual([
      {
        address: stack.accounts[0]!.address,
        amount: { value: -5n, symbol: token.symbol, decimals: token.decimals },
      },
    ])
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect((await stack.tokenBalanceOf(token.address, receiver)) - before).toBe(5n)
  })

  it('are sent whole', async () => {
    const token = stack.tokens.usd
    expect(await send().maximum(request({ token }))).toEqual({
      value: 10n ** 12n,
      symbol: token.symbol,
      decimals: 6,
    })
  })

  it('are checked by a call where the node does not simulate', async () => {
    const server = await startServer(async (body, response) => {
      const answer = (call: { id: number; method: string }) =>
        call.method === 'eth_simulateV1'
          ? { id: call.id, error: { code: -32601, message: 'the method does not exist' } }
          : post(call)
      const calls = Array.isArray(body) ? body : [body]
      const answers = await Promise.all(calls.map(answer))
      answerJson(response, Array.isArray(body) ? answers : answers[0])
    })
    bench = setUp(server.url)
    for (const token of [stack.tokens.usd, stack.tokens.legacy]) {
      const prepared = await send().prepare(request({ token, amount: 5n }))
      expect(prepared.changes).toBeUndefined()
      expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    }
    await server.stop()
  })
})

describe('is refused before the wallet opens', () => {
  it.each<[string, string, () => Partial<SendRequest>]>([
    ['too much of the coin', 'INSUFFICIENT_FUNDS', () => ({ amount: parseEther('10001') })],
    ['all of the coin and no fee', 'INSUFFICIENT_FUNDS', () => ({ amount: parseEther('10000') })],
    [
      'too much of a token',
      'INSUFFICIENT_FUNDS',
      () => ({ token: stack.tokens.usd, amount: 10n ** 12n + 1n }),
    ],
    ['nothing', 'AMOUNT_INVALID', () => ({ amount: 0n })],
    ['less than nothing', 'AMOUNT_INVALID', () => ({ amount: -1n })],
    ['to a wrong checksum', 'RECEIVER_INVALID', () => ({ to: '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })],
    ['to a name', 'RECEIVER_INVALID', () => ({ to: 'alice.eth' })],
    ['to nobody', 'RECEIVER_ZERO_ADDRESS', () => ({ to: zeroAddress })],
    [
      'a token that does not exist',
      'TOKEN_NOT_FOUND',
      () => ({ token: { address: stack.accounts[5]!.address, symbol: 'NO', decimals: 0 } }),
    ],
    [
      'a token without an address',
      'TOKEN_NOT_FOUND',
      () => ({ token: { address: 'gold', symbol: 'NO', decimals: 0 } }),
    ],
    ['to a contract that takes nothing', 'EXECUTION_REVERTED', () => ({ to: stack.tokens.usd.address })],
  ])('%s', async (_, code, change) => {
    await expect(send().prepare(request(change()))).rejects.toMatchObject({ code })
    expect(bench.wallet.control.requests).toEqual([])
  })

  it('a token whose point is elsewhere than the app says', async () => {
    const token = { ...stack.tokens.usd, decimals: 18 }
    for (const asking of [
      send().prepare(request({ token, amount: 10n ** 11n })),
      send().maximum(request({ token })),
    ]) {
      await expect(asking).rejects.toMatchObject({
        code: 'TOKEN_DECIMALS_MISMATCH',
        shortMessage: `The decimals of ${token.symbol} are not what this app says. Nothing was sent.`,
        metaMessages: ['On the network: 6.', 'In the app: 18.'],
      })
    }
    expect(bench.wallet.control.requests).toEqual([])
  })

  it.each([
    ['is too busy', -32005, 'limit exceeded'],
    ['fails within', -32603, 'internal error'],
    ['lacks the block', -32000, 'header not found'],
  ])('a token whose point a node does not tell because it %s', async (_, code, message) => {
    const server = await startServer(async (body, response) => {
      const answer = (call: { id: number; method: string }) =>
        JSON.stringify(call).includes('"0x313ce567"')
          ? { jsonrpc: '2.0', id: call.id, error: { code, message } }
          : post(call)
      const calls = Array.isArray(body) ? body : [body]
      const answers = await Promise.all(calls.map(answer))
      answerJson(response, Array.isArray(body) ? answers : answers[0])
    })
    // A network where contracts cannot be read together, so that one read may fail beside the others.
    const apart = { ...stack, chain: { ...stack.chain, contracts: {} } } as typeof stack
    bench = setUpCapabilities([apart, other], { rpcUrls: { [stack.chainId]: server.url } })
    const token = { ...stack.tokens.usd, decimals: 8 }
    await expect(send().prepare(request({ token, amount: 100_000_000n }))).rejects.toMatchObject({
      code: expect.not.stringMatching(/^uncoded/),
    })
    expect(bench.wallet.control.requests).toEqual([])
    await server.stop()
  })

  it('with the amounts for developers', async () => {
    const failure = await send()
      .prepare(request({ token: stack.tokens.usd, amount: 10n ** 12n + 1n }))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      shortMessage: 'There is not enough to pay for the amount and the network fee.',
      metaMessages: [
        `Needed: 1000000.000001 ${stack.tokens.usd.symbol}`,
        `There: 1000000 ${stack.tokens.usd.symbol}`,
      ],
    })
  })

  it('for an unknown network', async () => {
    const preparing = send().prepare(request({ networkId: 'eip155:99' }))
    await expect(preparing).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
  })
})

describe('notices', () => {
  it('tell that the receiver is the sender, a contract, or the token itself', async () => {
    const own = await send().prepare(request({ to: stack.accounts[0]!.address }))
    expect(own.notices.map(({ code }) => code)).toEqual(['SEND_TO_SELF'])
    const token = stack.tokens.gold
    const lost = await send().prepare(request({ token, to: token.address }))
    expect(lost.notices.map(({ code, severity }) => [code, severity])).toEqual([
      ['SEND_TO_TOKEN_CONTRACT', 'warning'],
      ['RECEIVER_IS_CONTRACT', 'info'],
    ])
  })
})

describe('submit', () => {
  it('refuses when the wallet stands on another network', async () => {
    const prepared = await send().prepare(request())
    bench.wallet.control.switchChain(other.chainId)
    await expect(prepared.submit()).rejects.toMatchObject({
      code: 'NETWORK_MISMATCH',
      shortMessage: 'The wallet stands on another network. Switch it, then send again.',
    })
  })

  it('refuses when the wallet stands on another account, and asks one that is locked', async () => {
    const answering = (accounts: unknown) => ({
      ...bench.provider,
      request: async (call: { method: string }) =>
        call.method === 'eth_accounts' ? accounts : bench.provider.request(call),
    })
    const [own, second] = stack.accounts.map(({ address }) => address)
    const elsewhere = await send().prepare(request({ provider: answering([second]) }))
    await expect(elsewhere.submit()).rejects.toMatchObject({
      code: 'ACCOUNT_MISMATCH',
      shortMessage: 'The wallet stands on another account. Choose the one that was shown, then send again.',
    })
    expect(bench.wallet.control.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    for (const accounts of [[], [second, own!.toLowerCase()], null, 'none']) {
      const prepared = await send().prepare(request({ provider: answering(accounts) }))
      expect((await prepared.submit()).id).toMatch(/^0x/)
    }
  })

  const kinds: GarbageKind[] = [
    'null',
    'emptyString',
    'number',
    'emptyObject',
    'html',
    'notHex',
    'hugeString',
  ]
  it.each(kinds)('refuses rubbish (%s) in place of a hash', async (kind) => {
    const prepared = await send().prepare(request())
    bench.wallet.control.garbage(kind, 'eth_sendTransaction')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

describe('wait', () => {
  const sender = () => privateKeyToAccount(stack.accounts[0]!.privateKey)
  const automine = (on: boolean) => stack.client.setAutomine(on)

  /** Sends while no block is made, and gives the pending transaction. */
  async function sendPending() {
    await automine(false)
    const submitted = await (await send().prepare(request())).submit()
    const pending = await stack.client.getTransaction({ hash: submitted.id as `0x${string}` })
    return { submitted, pending }
  }

  it('waits until a block is made', async () => {
    const { submitted } = await sendPending()
    const decision = submitted.wait()
    await automine(true)
    await stack.mine()
    expect(await decision).toEqual({ status: 'confirmed' })
  })

  it('follows the same transaction with a higher fee', async () => {
    const { submitted, pending } = await sendPending()
    const decision = submitted.wait()
    await stack.client.sendTransaction({
      account: sender(),
      nonce: pending.nonce,
      to: pending.to!,
      value: pending.value,
      gas: 21_000n,
      maxFeePerGas: pending.maxFeePerGas! * 3n,
      maxPriorityFeePerGas: pending.maxPriorityFeePerGas! * 3n,
    })
    await stack.mine()
    await automine(true)
    expect(await decision).toEqual({ status: 'confirmed' })
  })

  it('tells that another transaction took its place', async () => {
    const { submitted, pending } = await sendPending()
    const decision = submitted.wait()
    await stack.client.sendTransaction({
      account: sender(),
      nonce: pending.nonce,
      to: sender().address,
      value: 0n,
      gas: 21_000n,
      maxFeePerGas: pending.maxFeePerGas! * 3n,
      maxPriorityFeePerGas: pending.maxPriorityFeePerGas! * 3n,
    })
    await stack.mine()
    await automine(true)
    expect(await decision).toEqual({
      status: 'failed',
      code: 'TRANSACTION_CANCELLED',
      reason: 'It was canceled: another transaction of the account took its place.',
    })
  })

  it('tells that the chain refused it', async () => {
    const token = { ...stack.tokens.usd, abi: erc20Abi }
    const [owner, spender] = stack.accounts as [EvmAccount, EvmAccount]
    await stack.client.writeContract({
      ...token,
      account: sender(),
      functionName: 'approve',
      args: [spender.address, 1n],
    })
    const prepared = await send().prepare(request({ token, amount: 10n ** 12n }))
    await automine(false)
    const submitted = await prepared.submit()
    // Pays more, so that it comes first and leaves too little.
    await stack.client.writeContract({
      ...token,
      account: privateKeyToAccount(spender.privateKey),
      functionName: 'transferFrom',
      args: [owner.address, spender.address, 1n],
      gas: 100_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 12n,
    })
    await stack.mine()
    await automine(true)
    expect(await submitted.wait()).toEqual({
      status: 'failed',
      code: 'TRANSACTION_REVERTED',
      reason: 'The contract refused the transaction. The fee was charged.',
    })
  })

  it('tells of a replacement that happened before anybody waited', async () => {
    const { submitted, pending } = await sendPending()
    await stack.client.sendTransaction({
      account: sender(),
      nonce: pending.nonce,
      to: sender().address,
      value: 0n,
      gas: 21_000n,
      maxFeePerGas: pending.maxFeePerGas! * 3n,
      maxPriorityFeePerGas: pending.maxPriorityFeePerGas! * 3n,
    })
    await stack.mine()
    await automine(true)
    expect((await submitted.wait()).status).toBe('failed')
  })

  it('does not take a node that lags behind another one for a replacement', async () => {
    let lagsFor = 2
    const lag = async (call: { id: number; method: string; params?: unknown[] }) => {
      const { id, method } = call
      const behind = { jsonrpc: '2.0', id }
      if (method === 'eth_getTransactionCount') lagsFor -= 1
      if (lagsFor <= 0) return post(call)
      if (method === 'eth_getTransactionReceipt') return { ...behind, result: null }
      if (method === 'eth_blockNumber') return { ...behind, result: head }
      return post(call)
    }
    const head = `0x${(await stack.client.getBlockNumber()).toString(16)}`
    const server = await startServer(async (body, response) => {
      const answers = await Promise.all([body].flat().map((call) => lag(call as never)))
      answerJson(response, Array.isArray(body) ? answers : answers[0])
    })
    bench = setUp(server.url)
    const submitted = await (await send().prepare(request())).submit()
    expect(await submitted.wait()).toEqual({ status: 'confirmed' })
    await server.stop()
  })

  it('says after ten minutes whether the network still has it', async () => {
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
    bench = setUpCapabilities([stack, other], { clock: clock as never })
    const { submitted } = await sendPending()
    await expect(submitted.wait()).rejects.toMatchObject({ code: 'TRANSACTION_WAIT_TIMEOUT' })
    await stack.client.dropTransaction({ hash: submitted.id as `0x${string}` })
    await expect(submitted.wait()).rejects.toMatchObject({
      code: 'TRANSACTION_DROPPED',
      shortMessage:
        'The network does not know the transaction any more. Cancel it in the wallet before you send again: it may still go through.',
    })
    await automine(true)
  })

  describe('after a reload', () => {
    /** As another page would: by what was stored of it. */
    const follow = async ({ id, trail }: Awaited<ReturnType<typeof sendPending>>['submitted']) => {
      const { networkId, account } = setUp()
      const known = await trail
      const question = { networkId, from: account.address, id, sentAt: Date.now() }
      const capability = setUp().get(Send)
      return capability.follow!(known === undefined ? question : { ...question, trail: known })
    }
    async function replace(pending: Awaited<ReturnType<typeof sendPending>>['pending'], change: object) {
      await stack.client.sendTransaction({
        account: sender(),
        nonce: pending.nonce,
        to: pending.to!,
        value: pending.value,
        gas: 21_000n,
        maxFeePerGas: pending.maxFeePerGas! * 3n,
        maxPriorityFeePerGas: pending.maxPriorityFeePerGas! * 3n,
        ...change,
      })
      await stack.mine()
      await automine(true)
    }

    it('is waited for until a block has it', async () => {
      const { submitted } = await sendPending()
      const decision = (await follow(submitted)).wait()
      await automine(true)
      await stack.mine()
      expect(await decision).toEqual({ status: 'confirmed' })
    })

    it('is told to be replaced, though no node knows it any more', async () => {
      const { submitted, pending } = await sendPending()
      await submitted.trail
      await replace(pending, { to: sender().address, value: 0n })
      expect(await (await follow(submitted)).wait()).toEqual({
        status: 'failed',
        code: 'TRANSACTION_CANCELLED',
        reason: 'It was canceled: another transaction of the account took its place.',
      })
    })

    it('is told to be replaced many blocks later', async () => {
      const { submitted, pending } = await sendPending()
      await submitted.trail
      await replace(pending, { to: sender().address, value: 0n })
      await stack.mine(500)
      expect(await (await follow(submitted)).wait()).toEqual({
        status: 'failed',
        code: 'TRANSACTION_CANCELLED',
        reason: 'It was canceled: another transaction of the account took its place.',
      })
    })

    it('is confirmed by the same payment with a higher fee, many blocks ago', async () => {
      const { submitted, pending } = await sendPending()
      await submitted.trail
      await replace(pending, {})
      await stack.mine(500)
      expect(await (await follow(submitted)).wait()).toEqual({ status: 'confirmed' })
    })

    it('says that the payment may have been made where the node keeps no old state', async () => {
      const { submitted, pending } = await sendPending()
      await submitted.trail
      await replace(pending, {})
      await stack.mine(500)
      const head = Number(await stack.client.getBlockNumber())
      const node = await startServer(async (body, response) => {
        const answerTo = (call: { id: number; method: string; params: unknown[] }) =>
          call.method === 'eth_getTransactionCount' && Number(call.params[1]) < head - 100
            ? { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'missing trie node' } }
            : fetch(stack.url, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify(call),
              }).then((answer) => answer.json())
        answerJson(
          response,
          Array.isArray(body) ? await Promise.all(body.map(answerTo)) : await answerTo(body as never),
        )
      })
      const trail = (await submitted.trail)!
      const { networkId, account, get } = setUp(node.url)
      const question = { networkId, from: account.address, id: submitted.id, sentAt: Date.now(), trail }
      const decision = await (await get(Send).follow!(question)).wait()
      await node.stop()
      expect(decision).toEqual({
        status: 'confirmed',
        outcome: 'unknown',
        code: 'TRANSACTION_REPLACED',
        reason:
          'Another transaction of the account took its place. It may be the same payment with a higher fee: look at the explorer before you send again.',
      })
    })

    it.each(['', '{', '{"nonce":-1}', '"x"', '{"nonce":1e40,"after":"0x"}'])(
      'trusts nothing that is stored (%s)',
      async (trail) => {
        const { submitted } = await sendPending()
        const { networkId, account } = bench
        const question = { networkId, from: account.address, id: submitted.id, sentAt: 0, trail }
        const decision = (await send().follow!(question)).wait()
        await automine(true)
        await stack.mine()
        expect(await decision).toEqual({ status: 'confirmed' })
      },
    )

    it('refuses what is no transaction, and networks that are not listed', async () => {
      const { networkId, account } = bench
      const question = { networkId, from: account.address, id: '0x12', sentAt: 0 }
      await expect(send().follow!(question)).rejects.toMatchObject({ code: 'TRANSACTION_ID_INVALID' })
      await expect(send().follow!({ ...question, networkId: 'eip155:99' })).rejects.toMatchObject({
        code: 'NETWORK_NOT_FOUND',
      })
    })
  })

  it('ends when nobody waits any more', async () => {
    const { submitted } = await sendPending()
    const controller = new AbortController()
    const waiting = submitted.wait(controller.signal)
    controller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await automine(true)
    await stack.mine()
  })
})
