// Sources that reach for more through the allowance: signatures for something else, spenders that don't swap, what looks like
// Permit2, and commands beside the swap. Nothing of it may reach a wallet.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmCall, TypedData } from '@latchkey/plugin-eip155'
import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evmSwapsOf, type RouterForm, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import { permit2Abi, universalAbi } from '../evm/lazy/abis.js'
import { readInput, writeInput } from '../evm/lazy/universalCommands.js'
import type { SwapCallsRequest, SwapQuotes, SwapSignature, SwapToken } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let bench: SwapBench | undefined
let account = 0

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(() => bench?.stop())

type Quotes = SwapQuotes<EvmCall>
type Lie = (quotes: Quotes) => Quotes

const thief = () => stack.accounts[9]?.address as Address
const coin = (): SwapToken => ({ ...stack.chain.nativeCurrency })

async function started(form: RouterForm, lie: Lie, hasReader = true): Promise<SwapBench> {
  account = (account + 1) % 7
  const { wrapped, v3 = [] } = venuesOf(stack, amm, form)
  const { quotes, reader } = evmSwapsOf(stack, { wrapped, v3 })
  bench = await openSwapBench(stack, amm, {
    account,
    isAlone: true,
    source: { quotes: lie(quotes), ...(hasReader ? { reader } : {}) },
  })
  return bench
}

async function refuses(own: SwapBench): Promise<void> {
  expect(await own.controller.preview()).toBe(false)
  expect(own.state.error?.code).toMatch(
    /^(?:SWAP_CALLS_REFUSED|SWAP_RECEIVES_LESS|SWAP_QUOTE_INVALID|SWAP_NOT_SIMULATED|CALLS_INVALID|EXECUTION_REVERTED)$/,
  )
  expect(own.asked()).toEqual([])
}

/** What an account allows somebody, from outside of the swap. */
async function allow(spender: Address, amount: bigint, token: SwapToken = amm.tokens.permit): Promise<void> {
  const owner = stack.accounts[(account + 1) % 7]?.address as Address
  const args = [spender, amount] as const
  const call = { address: token.address as Address, abi: erc20Abi, functionName: 'approve', args } as const
  const hash = await stack.client.writeContract({ ...call, account: owner, chain: stack.chain })
  await stack.client.waitForTransactionReceipt({ hash })
}

describe('a source that wants to be signed', () => {
  /** Changes the message of an honest source, whose calls still carry the honest one. */
  const signing =
    (change: (message: TypedData, request: SwapCallsRequest) => unknown): Lie =>
    (quotes) => ({
      ...quotes,
      async signature(request) {
        const honest = (await quotes.signature?.(request)) as SwapSignature<EvmCall>
        return { ...honest, message: change(honest.message as TypedData, request) }
      },
    })
  const saying = (part: Readonly<Record<string, unknown>>) =>
    signing((data) => ({ ...data, message: { ...data.message, ...part } }))
  const within = (part: Readonly<Record<string, unknown>>) =>
    signing((data) => ({ ...data, domain: { ...data.domain, ...part } }))
  const detailing = (part: Readonly<Record<string, unknown>>) =>
    signing((data) => ({
      ...data,
      message: { ...data.message, details: { ...(data.message['details'] as object), ...part } },
    }))
  const year = () => BigInt(Math.floor(Date.now() / 1_000)) + 31_536_000n
  let reads = 0

  const ofTokens: Readonly<Record<string, () => Lie>> = {
    'an allowance for somebody else': () => saying({ spender: thief() }),
    'an allowance without limit': () => saying({ value: maxUint256 }),
    'an allowance of one unit more': () => saying({ value: 50n * 10n ** 18n + 1n }),
    'an allowance for a year': () => saying({ deadline: year() }),
    'an allowance that another gives': () => saying({ owner: thief() }),
    'an allowance of another token': () => within({ verifyingContract: stack.tokens.usd.address }),
    'an allowance on another chain': () => within({ chainId: 1 }),
    'an allowance without a chain': () => within({ chainId: undefined }),
    'a number that is a text': () => saying({ value: '50000000000000000000' }),
    'types that say less than the message': () =>
      signing((data) => ({ ...data, types: { Permit: data.types['Permit']?.slice(0, 2) } })),
    'a domain of its own making': () =>
      signing((data) => ({
        ...data,
        types: { ...data.types, EIP712Domain: [{ name: 'name', type: 'string' }] },
      })),
    'an order of a market': () =>
      signing(({ domain }) => ({
        domain,
        types: { Order: [{ name: 'all', type: 'bool' }] },
        primaryType: 'Order',
        message: { all: true },
      })),
    'a plain text': () => signing(() => 'Log in'),
    'a message with functions in it': () => signing((data) => ({ ...data, toJSON: () => data })),
    'nothing at all': () => signing(() => undefined),
    'something else each time it is read': () =>
      signing((data) => {
        const message = { ...data.message }
        Object.defineProperty(message, 'spender', {
          enumerable: true,
          get: () => (reads++ % 2 === 1 ? data.message['spender'] : thief()),
        })
        return { ...data, message }
      }),
  }
  it.each(Object.entries(ofTokens))('%s is refused with the wallet closed', async (_, lie) => {
    reads = 0
    const own = await started('SwapRouter02', lie())
    await own.fill(amm.tokens.permit, coin(), '50')
    await refuses(own)
  })

  const ofPermit2: Readonly<Record<string, () => Lie>> = {
    'that Permit2 passes it on to somebody else': () => saying({ spender: thief() }),
    'that Permit2 passes another token on': () => detailing({ token: stack.tokens.usd.address }),
    'that Permit2 passes it on without limit': () => detailing({ amount: 2n ** 160n - 1n }),
    'that Permit2 passes it on for a year': () => detailing({ expiration: Number(year()) }),
    'what looks like Permit2 and is at another address': () => within({ verifyingContract: thief() }),
    'what looks like Permit2 and has a version': () => within({ version: '1' }),
    'what is for the token itself': () =>
      signing(({ message }) => ({
        domain: {
          name: 'Signed Token',
          version: '1',
          chainId: stack.chainId,
          verifyingContract: amm.tokens.permit.address,
        },
        types: {
          Permit: ['owner', 'spender'].map((name) => ({ name, type: 'address' })),
        },
        primaryType: 'Permit',
        message: { owner: message['spender'], spender: thief() },
      })),
  }
  it.each(Object.entries(ofPermit2))('%s is refused with the wallet closed', async (_, lie) => {
    await allow(amm.universal.permit2, maxUint256)
    const own = await started('UniversalRouter', lie())
    await own.fill(amm.tokens.permit, coin(), '50')
    await refuses(own)
  })

  it('another message when the wallet is to open is refused then', async () => {
    let asked = 0
    const own = await started('SwapRouter02', (quotes) => ({
      ...quotes,
      signature: (request) =>
        (asked++ === 0 ? quotes : saying({ spender: thief() })(quotes)).signature!(request),
    }))
    await own.fill(amm.tokens.permit, coin(), '50')
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    await own.controller.confirm(own.state.preview)
    expect(own.state.error?.code).toBe('SWAP_CALLS_REFUSED')
    expect(own.asked()).toEqual([])
  })

  it('gets nothing of the wallet: neither the wallet itself nor anything that can be called', async () => {
    const seen: unknown[] = []
    const own = await started('SwapRouter02', (quotes) => ({
      ...quotes,
      async signature(request) {
        seen.push(request)
        const honest = (await quotes.signature?.(request)) as SwapSignature<EvmCall>
        return {
          ...honest,
          calls(...given: readonly [string]) {
            seen.push(...given, this)
            return honest.calls(...given)
          },
        }
      },
    }))
    await own.fill(amm.tokens.permit, coin(), '50')
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    await own.controller.confirm(own.state.preview)
    expect(own.asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    const functions: string[] = []
    const visit = (value: unknown, path: string, depth: number): void => {
      if (typeof value === 'function') functions.push(path)
      if (typeof value !== 'object' || value === null || value instanceof AbortSignal || depth > 6) return
      for (const [key, part] of Object.entries(value)) visit(part, `${path}.${key}`, depth + 1)
    }
    for (const [index, value] of seen.entries()) visit(value, String(index), 0)
    // What is left is the source's own.
    expect(functions.filter((path) => !path.endsWith('.calls'))).toEqual([])
    expect(seen).toContainEqual(expect.stringMatching(/^0x[0-9a-f]{130}$/))
  })
})

describe('a source that has somebody else allowed', () => {
  const approve = (token: string, spender: Address, amount: bigint): EvmCall => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  })
  const spending =
    (targets: () => readonly string[]): Lie =>
    (quotes) => ({
      ...quotes,
      async quote(request) {
        const quote = await quotes.quote(request)
        return { ...quote, allowance: { spender: thief(), current: 0n, needed: quote.sold.value } }
      },
      calls: async (request) => ({
        ...(await quotes.calls(request)),
        approvals: [approve(request.sell.address ?? '', thief(), request.quote.sold.value)],
      }),
      signature: async () => undefined,
      targets: (networkId) => [...quotes.targets(networkId), ...targets()],
    })

  it.each([true, false])(
    'beside a router that is allowed from before is refused, even where it names both (read: %s)',
    async (hasReader) => {
      await allow(amm.v3.router02, maxUint256)
      const own = await started(
        'SwapRouter02',
        spending(() => [thief()]),
        hasReader,
      )
      await own.fill(amm.tokens.permit, coin(), '50')
      await refuses(own)
    },
  )

  it('that isn’t one of its contracts is refused', async () => {
    await allow(amm.v3.router02, maxUint256)
    const own = await started(
      'SwapRouter02',
      spending(() => []),
    )
    await own.fill(amm.tokens.permit, coin(), '50')
    await refuses(own)
  })

  const through =
    (change: Lie): Lie =>
    (quotes) =>
      change(quotes)
  const withApprovals =
    (change: (approvals: readonly EvmCall[], request: SwapCallsRequest) => readonly EvmCall[]): Lie =>
    (quotes) => ({
      ...quotes,
      async calls(request) {
        const calls = await quotes.calls(request)
        return { ...calls, approvals: change(calls.approvals, request) }
      },
      signature: async () => undefined,
    })
  const pass = (token: string, spender: Address, amount: bigint): EvmCall => ({
    to: amm.universal.permit2,
    data: encodeFunctionData({
      abi: permit2Abi,
      functionName: 'approve',
      args: [token as Address, spender, amount, 2 ** 40],
    }),
  })
  const lies: Readonly<Record<string, () => Lie>> = {
    'by what it calls Permit2': () =>
      through((quotes) => ({
        ...withApprovals(([, last], { sell, quote }) => [
          approve(sell.address ?? '', thief(), quote.sold.value),
          ...(last ? [last] : []),
        ])(quotes),
        async quote(request) {
          const quote = await quotes.quote(request)
          const { allowance } = quote
          return { ...quote, ...(allowance ? { allowance: { ...allowance, through: thief() } } : {}) }
        },
      })),
    'by Permit2': () =>
      withApprovals((approvals, { sell, quote }) => [
        ...approvals,
        pass(sell.address ?? '', thief(), quote.sold.value),
      ]),
    'by Permit2, of another token': () =>
      withApprovals((approvals) => [...approvals, pass(stack.tokens.usd.address, amm.universal.router, 5n)]),
    'by Permit2, without limit': () =>
      withApprovals((approvals, { sell }) => [
        ...approvals,
        pass(sell.address ?? '', amm.universal.router, 2n ** 160n - 1n),
      ]),
    'by another function of Permit2': () =>
      withApprovals((approvals) => [...approvals, { to: amm.universal.permit2, data: '0x36c78516' }]),
  }
  it.each(Object.entries(lies))('%s is refused', async (_, lie) => {
    const own = await started('UniversalRouter', lie())
    await own.fill(amm.tokens.permit, coin(), '50')
    await refuses(own)
  })
})

describe('a universal router that is told', () => {
  type Execute = readonly [commands: Hex, inputs: readonly Hex[], deadline: bigint]
  const telling =
    (change: (told: Execute) => Execute): Lie =>
    (quotes) => ({
      ...quotes,
      async calls(request) {
        const calls = await quotes.calls(request)
        const swap = calls.swap.map((call) => {
          const { args } = decodeFunctionData({ abi: universalAbi, data: call.data as Hex })
          const data = encodeFunctionData({ abi: universalAbi, functionName: 'execute', args: change(args) })
          return { ...call, data }
        })
        return { ...calls, swap }
      },
      signature: async () => undefined,
    })
  const swapping = (
    change: (input: ReturnType<typeof readInput<'v3'>>) => Parameters<typeof writeInput<'v3'>>[1],
  ) =>
    telling(([commands, inputs, deadline]) => [
      commands,
      inputs.map((input, index) => (index === 0 ? writeInput('v3', change(readInput('v3', input))) : input)),
      deadline,
    ])
  const beside = (command: string, input: () => Hex) =>
    telling(([commands, inputs, deadline]) => [
      `${commands}${command}` as Hex,
      [...inputs, input()],
      deadline,
    ])
  const words = (...values: readonly (Address | bigint)[]): Hex =>
    `0x${values.map((value) => BigInt(value).toString(16).padStart(64, '0')).join('')}`

  const refused: Readonly<Record<string, () => Lie>> = {
    'to take more by Permit2': () => beside('02', () => words(amm.tokens.permit.address, thief(), 5n)),
    'to transfer to somebody': () => beside('05', () => words(amm.tokens.permit.address, thief(), 5n)),
    'to swap for somebody else': () => swapping(([, ...rest]) => [thief(), ...rest]),
    'to sell twice as much': () => swapping(([to, amount, ...rest]) => [to, amount * 2n, ...rest]),
    'to be content with less': () => swapping(([to, amount, , ...rest]) => [to, amount, 1n, ...rest]),
    'with a command without input': () =>
      telling(([commands, inputs, deadline]) => [`${commands}0c` as Hex, inputs, deadline]),
  }
  it.each(Object.entries(refused))('%s is refused', async (_, lie) => {
    const own = await started('UniversalRouter', lie())
    await own.fill(amm.tokens.permit, amm.tokens.weth, '50')
    await refuses(own)
  })

  const unread: Readonly<Record<string, () => Lie>> = {
    'to sweep something to somebody': () => beside('04', () => words(stack.tokens.usd.address, thief(), 0n)),
    'to pay somebody a share': () => beside('06', () => words(stack.tokens.usd.address, thief(), 100n)),
    'to go on when the swap fails': () =>
      telling(([commands, ...rest]) => [`0x80${commands.slice(4)}` as Hex, ...rest]),
    'in another form of the same bytes': () =>
      telling(([commands, [first = '0x', ...others], deadline]) => [
        commands,
        [`${first}00` as Hex, ...others],
        deadline,
      ]),
  }
  it.each(Object.entries(unread))('%s is for nobody to press by mistake', async (_, lie) => {
    const own = await started('UniversalRouter', lie())
    await own.fill(amm.tokens.permit, amm.tokens.weth, '50')
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    expect(own.state.preview).toMatchObject({ dangers: [{ kind: 'unchecked' }] })
    expect(own.state.preview?.notices.map(({ code }) => code)).toContain('MINIMUM_UNCHECKED')
    expect(own.asked()).toEqual([])
  })
})
