// Swaps by a real wallet through real pools: what the node says before and after is what counts.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { definePlugin } from '@latchkey/kernel/plugin'
import { Prices, toDecimal } from '@latchkey/kernel/contracts'
import { EvmCalls } from '@latchkey/plugin-eip155'
import { type Address, erc20Abi, type Hash, type Hex, parseAbi, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench, type SwapBenchOptions } from '../../test/swapBench.js'
import {
  SwapPreviewRoute,
  SwapProgressRoute,
  SwapRoute,
  swapSource,
  SwapSource,
  type SwapToken,
} from '../index.js'

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

/** A wallet of its own for each test. */
async function started(options: Partial<SwapBenchOptions> = {}): Promise<SwapBench> {
  account = (account + 1) % 7
  bench = await openSwapBench(stack, amm, { account, ...options })
  return bench
}

interface Order {
  readonly sell?: SwapToken
  readonly buy?: SwapToken
  readonly amountText?: string
}

const orders = () => ({
  sell: stack.tokens.usd as SwapToken,
  buy: { ...stack.chain.nativeCurrency } as SwapToken,
})

async function previewed(options: Partial<SwapBenchOptions> = {}, order: Order = {}) {
  const own = await started(options)
  const { sell, buy } = { ...orders(), ...order }
  await own.fill(sell, buy, order.amountText ?? '300')
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  return { ...own, sell, buy }
}

/** Presses once and waits for the chain. */
async function swapped(own: SwapBench): Promise<void> {
  await own.controller.confirm(own.state.preview)
  await vi.waitFor(() => expect(own.state.phase, String(own.state.error)).toBe('confirmed'), 10_000)
}

/** What the account has of both, without what it paid for gas. */
async function measured(
  own: SwapBench,
  { sell, buy }: Required<Omit<Order, 'amountText'>>,
  run: () => Promise<void>,
) {
  const read = () => Promise.all([own.balanceOf(sell), own.balanceOf(buy)])
  const [soldBefore, boughtBefore] = await read()
  const firstBlock = await stack.client.getBlockNumber({ cacheTime: 0 })
  await run()
  const lastBlock = await stack.client.getBlockNumber({ cacheTime: 0 })
  let gas = 0n
  for (let number = firstBlock + 1n; number <= lastBlock; number += 1n) {
    const block = await stack.client.getBlock({ blockNumber: number, includeTransactions: true })
    for (const { hash, from } of block.transactions) {
      if (from.toLowerCase() !== own.address.toLowerCase()) continue
      const receipt = await stack.client.getTransactionReceipt({ hash })
      gas += receipt.gasUsed * receipt.effectiveGasPrice
    }
  }
  const [soldAfter, boughtAfter] = await read()
  return {
    paid: soldBefore - soldAfter - (sell.address === undefined ? gas : 0n),
    received: boughtAfter - boughtBefore + (buy.address === undefined ? gas : 0n),
  }
}

const batching = (): SwapBenchOptions['wallet'] => ({
  calls: { atomic: 'supported', delegate: stack.contracts.batchAccount },
})

describe('a swap', () => {
  it('of the coin needs no approval, and gives what the preview says', async () => {
    const own = await previewed(
      {},
      { sell: { ...stack.chain.nativeCurrency }, buy: stack.tokens.usd, amountText: '0.5' },
    )
    const { preview } = own.state
    expect(preview).toMatchObject({ approval: 'none', isApproving: false, dangers: [] })
    const moved = await measured(own, own, () => swapped(own))
    expect(moved).toEqual({ paid: parseUnits('0.5', 18), received: preview?.quote.bought.value })
    expect(own.asked()).toEqual(['eth_sendTransaction'])
    expect(own.told()).toEqual(['OPEN_SWAP', 'INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(own.view()).toBe(SwapProgressRoute.name)
  })

  it('of a token is approved exactly, quoted again, and leaves no allowance', async () => {
    const own = await previewed()
    expect(own.state.preview).toMatchObject({ approval: 'transaction', isApproving: true })
    const spender = own.state.preview?.quote.allowance?.spender ?? ''
    const moved = await measured(own, own, async () => {
      await own.controller.confirm(own.state.preview)
      expect(own.state).toMatchObject({ phase: 'ready', notice: 'approved' })
      expect(await own.allowance(own.sell, spender)).toBe(parseUnits('300', 6))
      expect(own.state.openAllowance).toMatchObject({ spender, amount: parseUnits('300', 6) })
      expect(own.state.preview).toMatchObject({ approval: 'none' })
      await swapped(own)
    })
    expect(moved.paid).toBe(parseUnits('300', 6))
    expect(moved.received).toBe(own.state.transaction?.bought.value)
    expect(await own.allowance(own.sell, spender)).toBe(0n)
    expect(own.state.openAllowance).toBeUndefined()
    expect(own.asked()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(own.transactions().map(({ record: { operation, status } }) => [operation, status])).toEqual([
      ['approve', 'pending'],
      ['approve', 'confirmed'],
      ['trade', 'pending'],
      ['trade', 'confirmed'],
    ])
  })

  it('over two pools is one batch where the wallet does all or nothing', async () => {
    const own = await previewed(
      { wallet: batching()! },
      { sell: stack.tokens.gold, buy: stack.tokens.usd, amountText: '100' },
    )
    expect(own.state.preview).toMatchObject({ approval: 'batch', isApproving: false })
    expect(own.state.preview?.quote.route).toHaveLength(2)
    const spender = own.state.preview?.quote.allowance?.spender ?? ''
    const expected = own.state.preview?.quote.bought.value
    const moved = await measured(own, own, () => swapped(own))
    expect(moved).toEqual({ paid: parseUnits('100', 18), received: expected })
    expect(await own.allowance(own.sell, spender)).toBe(0n)
    expect(own.asked()).toEqual(['wallet_sendCalls'])
    // The wallet's own name for the batch leads to no explorer: the chain's is told as soon as it is known.
    const [submitted, settled] = own.transactions()
    expect(submitted).toMatchObject({ record: { operation: 'trade', status: 'pending', isUncertain: true } })
    expect(settled).toMatchObject({ record: { status: 'confirmed' }, submittedAs: submitted?.record.id })
    expect(settled?.record.transfers).toHaveLength(2)
    const hash = settled?.record.id as Hash
    expect(await stack.client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    expect(own.transactions()).toHaveLength(2)
  })

  it.each(['SwapRouter', 'SwapRouter02'] as const)(
    'is allowed by a signature where %s takes one',
    async (form) => {
      const own = await previewed(
        { form },
        { sell: amm.tokens.permit, buy: { ...stack.chain.nativeCurrency }, amountText: '50' },
      )
      expect(own.state.preview).toMatchObject({ approval: 'signature', isApproving: true })
      const spender = own.state.preview?.quote.allowance?.spender ?? ''
      const expected = own.state.preview?.quote.bought.value
      const moved = await measured(own, own, () => swapped(own))
      expect(moved).toEqual({ paid: parseUnits('50', 18), received: expected })
      expect(await own.allowance(own.sell, spender)).toBe(0n)
      expect(own.asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    },
  )

  describe('by a signature that a token doesn’t take', () => {
    let before: Hex
    beforeEach(async () => {
      before = await stack.snapshot()
    })
    afterEach(() => stack.revert(before))

    /** Has the token do something else when one function is called. */
    async function divert(selector: string, to: string) {
      const address = amm.tokens.permit.address as Address
      const original = '0x00000000000000000000000000000000000011f1'
      const code = (await stack.client.getCode({ address })) as Hex
      await stack.client.setCode({ address: original, bytecode: code })
      // if (selector) goto to; else delegatecall(original)
      const passOn = `3660006000376000600036600073${original.slice(2)}5af43d600060003e6040573d6000fd5b3d6000f3`
      const bytecode: Hex = `0x60003560e01c63${selector}14604557${passOn}5b${to}`
      await stack.client.setCode({ address, bytecode })
    }
    const order = () => ({
      sell: amm.tokens.permit,
      buy: { ...stack.chain.nativeCurrency } as SwapToken,
      amountText: '50',
    })

    it('because its message allows all or nothing, as DAI’s on Ethereum, is approved', async () => {
      const typeHash = 'ea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'
      await divert('30adf81f', `7f${typeHash}60005260206000f3`)
      const own = await previewed({ form: 'SwapRouter02' }, order())
      expect(own.state.preview).toMatchObject({ approval: 'transaction' })
      await own.controller.confirm(own.state.preview)
      expect(own.state).toMatchObject({ phase: 'ready', notice: 'approved' })
      await swapped(own)
      expect(own.asked()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    })

    it('is approved once the network has refused it, and nothing is signed again', async () => {
      await divert('d505accf', '60006000fd')
      const own = await previewed({ form: 'SwapRouter02' }, order())
      expect(own.state.preview).toMatchObject({ approval: 'signature' })
      await own.controller.confirm(own.state.preview)
      expect(own.state).toMatchObject({ phase: 'ready', preview: { approval: 'transaction' } })
      expect(own.state.error).toMatchObject({ code: 'SWAP_SIGNATURE_REFUSED' })
      await own.controller.confirm(own.state.preview)
      expect(own.state).toMatchObject({ phase: 'ready', notice: 'approved' })
      await swapped(own)
      expect(own.asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendTransaction'])
    })
  })

  it.each([
    ['that keeps a part of each transfer', 'taxed', '100', 300n],
    ['whose balances change', 'rebasing', '100', 100n],
    ['without decimals', 'silent', '100000000000000000000', 100n],
    ['that can’t be divided', 'whole', '20', 300n],
    ['with 36 decimals', 'fine', '0.00001', 100n],
  ] as const)('of a token %s arrives as predicted, or not at all', async (_, name, amountText, slippage) => {
    const own = await started()
    const sell = amm.tokens[name]
    await own.fill(sell, { ...stack.tokens.usd }, amountText)
    own.controller.setSlippage(slippage)
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    const minimum = own.state.preview?.quote.minimum.value ?? 0n
    const moved = await measured(own, { sell, buy: stack.tokens.usd }, async () => {
      await own.controller.confirm(own.state.preview)
      expect(own.state, String(own.state.error)).toMatchObject({ phase: 'ready', notice: 'approved' })
      await swapped(own)
    })
    expect(moved.received).toBeGreaterThanOrEqual(minimum)
    expect(moved.paid).toBeLessThanOrEqual(own.state.transaction?.sold.value ?? 0n)
  })

  it('of a token that keeps more than the slippage is refused before the wallet opens', async () => {
    const own = await started()
    await own.fill(amm.tokens.taxed, { ...stack.chain.nativeCurrency }, '100')
    own.controller.setSlippage(50n)
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toMatch(/EXECUTION_REVERTED|SWAP_RECEIVES_LESS/)
    expect(own.asked()).toEqual([])
  })

  it('wraps the coin and unwraps it, one for one', async () => {
    const own = await previewed(
      {},
      { sell: { ...stack.chain.nativeCurrency }, buy: amm.tokens.weth, amountText: '0.25' },
    )
    expect(own.state.preview?.quote).toMatchObject({ bought: { value: parseUnits('0.25', 18) } })
    const moved = await measured(own, own, () => swapped(own))
    expect(moved).toEqual({ paid: parseUnits('0.25', 18), received: parseUnits('0.25', 18) })
  })
})

describe('a route over pools of both versions', () => {
  const forms = ['SwapRouter02', 'UniversalRouter'] as const
  it.each(forms)('is one transaction of %s, and gives what the preview says', async (form) => {
    const { legacy } = stack.tokens
    const own = await previewed({ form }, { sell: legacy, buy: amm.tokens.permit, amountText: '30' })
    expect(own.state.preview?.quote.route.map(({ venue }) => venue)).toEqual(['Uniswap v2', 'Uniswap v3'])
    const expected = own.state.preview?.quote.bought.value
    const moved = await measured(own, own, async () => {
      await own.controller.confirm(own.state.preview)
      expect(own.state, String(own.state.error)).toMatchObject({ phase: 'ready', notice: 'approved' })
      await swapped(own)
    })
    expect(moved).toEqual({ paid: parseUnits('30', legacy.decimals), received: expected })
  })

  it.each(forms)('back by %s, from the third version to the second', async (form) => {
    const { legacy } = stack.tokens
    const own = await previewed({ form }, { sell: amm.tokens.permit, buy: legacy, amountText: '30' })
    expect(own.state.preview?.quote.route.map(({ venue }) => venue)).toEqual(['Uniswap v3', 'Uniswap v2'])
    const expected = own.state.preview?.quote.bought.value
    const moved = await measured(own, own, async () => {
      if (form === 'UniversalRouter') await own.controller.confirm(own.state.preview)
      await swapped(own)
    })
    expect(moved).toEqual({ paid: parseUnits('30', 18), received: expected })
  })
})

describe('a router that is paid through Permit2', () => {
  const form = 'UniversalRouter'
  const order = (): Order => ({
    sell: amm.tokens.permit,
    buy: { ...stack.chain.nativeCurrency },
    amountText: '50',
  })
  const passed = async (own: SwapBench, token: SwapToken) => {
    const [amount] = await stack.client.readContract({
      address: amm.universal.permit2,
      abi: parseAbi([
        'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
      ]),
      functionName: 'allowance',
      args: [own.address as Address, token.address as Address, amm.universal.router],
    })
    return amount
  }
  /** An account without code, which no other test upgrades: Permit2 asks those with code whether they have signed. */
  const plain = 7
  /** What somebody has who used Permit2 before. */
  const allowPermit2 = async (token: SwapToken, amount: bigint, index = (account + 1) % 7) => {
    const owner = stack.accounts[index]?.address as Address
    const hash = await stack.client.writeContract({
      address: token.address as Address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [amm.universal.permit2, amount],
      account: owner,
      chain: stack.chain,
    })
    await stack.client.waitForTransactionReceipt({ hash })
  }

  it('takes one signature, exact and short, of who lets Permit2 move the token already', async () => {
    await allowPermit2(amm.tokens.permit, 2n ** 256n - 1n, plain)
    const own = await previewed({ form, account: plain }, order())
    expect(own.state.preview).toMatchObject({
      approval: 'signature',
      quote: { allowance: { spender: amm.universal.router, through: amm.universal.permit2 } },
    })
    const expected = own.state.preview?.quote.bought.value
    const moved = await measured(own, own, () => swapped(own))
    expect(moved).toEqual({ paid: parseUnits('50', 18), received: expected })
    expect(own.asked()).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    const { params } =
      own.wallet.control.requests.find(({ method }) => method === 'eth_signTypedData_v4') ?? {}
    const { message, primaryType } = JSON.parse((params as readonly string[])[1] ?? '')
    const { timestamp } = await stack.client.getBlock()
    expect(primaryType).toBe('PermitSingle')
    expect(message).toMatchObject({ details: { amount: String(parseUnits('50', 18)) } })
    expect(BigInt(message.details.expiration)).toBeLessThanOrEqual(timestamp + 600n)
    expect(await passed(own, own.sell)).toBe(0n)
  })

  it('is allowed exactly in two steps otherwise, and nothing is left', async () => {
    await allowPermit2(amm.tokens.permit, 0n)
    const own = await previewed({ form }, order())
    expect(own.state.preview).toMatchObject({ approval: 'transaction' })
    const moved = await measured(own, own, async () => {
      await own.controller.confirm(own.state.preview)
      expect(own.state, String(own.state.error)).toMatchObject({ phase: 'ready', notice: 'approved' })
      expect(await own.allowance(own.sell, amm.universal.permit2)).toBe(parseUnits('50', 18))
      expect(await passed(own, own.sell)).toBe(parseUnits('50', 18))
      await swapped(own)
    })
    expect(moved.paid).toBe(parseUnits('50', 18))
    expect(await own.allowance(own.sell, amm.universal.permit2)).toBe(0n)
    expect(await passed(own, own.sell)).toBe(0n)
  })

  it('is told what is allowed when the swap is declined, and all of it is taken back', async () => {
    await allowPermit2(amm.tokens.permit, 0n)
    const own = await previewed({ form }, order())
    await own.controller.confirm(own.state.preview)
    expect(own.state.openAllowance).toMatchObject({ amount: parseUnits('50', 18) })
    own.wallet.control.rejectNext('eth_sendTransaction')
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ notice: 'declined' })
    await own.controller.revoke()
    expect(own.state, String(own.state.error)).toMatchObject({ openAllowance: undefined })
    expect(await own.allowance(own.sell, amm.universal.permit2)).toBe(0n)
    expect(await passed(own, own.sell)).toBe(0n)
  })

  it('takes no signature of an account with code, which may not be able to say that it signed', async () => {
    const upgraded = await previewed({ form, wallet: batching()! }, order())
    await swapped(upgraded)
    await upgraded.stop()
    await allowPermit2(amm.tokens.permit, 2n ** 256n - 1n, account)
    const own = await previewed({ form, account }, order())
    expect(own.state.preview).toMatchObject({ approval: 'transaction' })
    await own.controller.confirm(own.state.preview)
    await swapped(own)
    expect(await passed(own, own.sell)).toBe(0n)
  })

  it('is one batch where the wallet does all or nothing', async () => {
    await allowPermit2(amm.tokens.permit, 0n)
    const own = await previewed({ form, wallet: batching()! }, order())
    expect(own.state.preview).toMatchObject({ approval: 'batch' })
    const moved = await measured(own, own, () => swapped(own))
    expect(moved.paid).toBe(parseUnits('50', 18))
    expect(await passed(own, own.sell)).toBe(0n)
    expect(own.asked()).toEqual(['wallet_sendCalls'])
  })

  it('gives way to one that asks the wallet for less, where both buy the same', async () => {
    const venues = venuesOf(stack, amm, 'SwapRouter02')
    const [second] = venues.v3 ?? []
    const [universal] = venuesOf(stack, amm, form).v3 ?? []
    const both = { ...venues, v3: [universal, second].filter((one) => one !== undefined) }
    await allowPermit2(amm.tokens.permit, 0n)
    const own = await previewed({ venues: both }, order())
    expect(own.state.preview?.quote.allowance?.spender).toBe(amm.v3.router02)
    await own.stop()
    await allowPermit2(stack.tokens.legacy, 10n ** 30n, plain)
    const other = await previewed(
      { venues: both, account: plain },
      { sell: stack.tokens.legacy, buy: amm.tokens.permit, amountText: '3' },
    )
    expect(other.state.preview).toMatchObject({
      approval: 'signature',
      quote: { allowance: { through: amm.universal.permit2 } },
    })
  })
})

describe('a wallet that could do all or nothing after it upgrades the account', () => {
  const ready = (): SwapBenchOptions['wallet'] => ({
    calls: { atomic: 'ready', delegate: stack.contracts.batchAccount },
  })

  /** Not upgraded by another test; by the last one here it is. */
  const plain = 9

  it('does one after the other without it, and after it was taken back', async () => {
    const own = await previewed({ wallet: ready()!, account: plain })
    await own.controller.setUpgrading(true)
    await own.controller.setUpgrading(false)
    expect(own.state.preview).toMatchObject({ approval: 'transaction', canUpgrade: true })
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ notice: 'approved' })
    expect(own.asked()).toEqual(['eth_sendTransaction'])
  })

  it('is offered the batch, which waits for the person’s consent', async () => {
    // More than the test before has left allowed.
    const own = await previewed({ wallet: ready()!, account: plain }, { amountText: '400' })
    expect(own.state.preview).toMatchObject({ approval: 'transaction', canUpgrade: true })
    await own.controller.setUpgrading(true)
    expect(own.state.preview, String(own.state.error)).toMatchObject({ approval: 'batch', canUpgrade: true })
    expect(own.state.preview?.notices.map(({ code }) => code)).toContain('ACCOUNT_UPGRADE')
    const expected = own.state.preview?.quote.bought.value
    const moved = await measured(own, own, () => swapped(own))
    expect(moved).toEqual({ paid: parseUnits('400', 6), received: expected })
    expect(own.asked()).toEqual(['wallet_sendCalls'])
  })
})

describe('the price', () => {
  const push = (amount: string) =>
    amm.trade({
      from: stack.accounts[8]?.address as Address,
      sell: stack.tokens.usd.address,
      buy: amm.tokens.weth.address,
      amount: parseUnits(amount, 6),
      venue: 'v3',
      fee: 500,
    })

  it('that moved since it was read asks again, with the wallet closed', async () => {
    const own = await previewed({}, { sell: stack.tokens.usd, buy: { ...stack.chain.nativeCurrency } })
    const before = own.state.preview
    const snapshot = await stack.snapshot()
    try {
      await push('60000')
      await own.amm.trade({
        from: stack.accounts[8]?.address as Address,
        sell: stack.tokens.usd.address,
        buy: amm.tokens.weth.address,
        amount: parseUnits('40000', 6),
      })
      await own.controller.confirm(before)
      expect(own.state).toMatchObject({ phase: 'ready', notice: 'priceMoved' })
      expect(own.state.preview?.quote.bought.value).toBeLessThan(before?.quote.bought.value ?? 0n)
      expect(own.asked()).toEqual([])
    } finally {
      await stack.revert(snapshot)
    }
  })

  it('that is pushed while the wallet is open is never filled below the minimum', async () => {
    const own = await previewed(
      {},
      { sell: { ...stack.chain.nativeCurrency }, buy: stack.tokens.usd, amountText: '0.5' },
    )
    own.wallet.control.setApproval('ask')
    const before = await own.balanceOf(stack.tokens.usd)
    const confirmed = own.controller.confirm(own.state.preview)
    await own.wallet.control.waitForPending()
    const snapshot = await stack.snapshot()
    try {
      // Somebody sells much of the coin in front of the swap, in both pools.
      const trader = stack.accounts[8]?.address as Address
      const wrap = { address: amm.tokens.weth.address, account: trader, value: parseUnits('160', 18) }
      const hash = await stack.client.sendTransaction({
        account: trader,
        to: wrap.address,
        value: wrap.value,
        chain: stack.chain,
      })
      await stack.client.waitForTransactionReceipt({ hash })
      const order = {
        from: trader,
        sell: amm.tokens.weth.address,
        buy: stack.tokens.usd.address,
        amount: parseUnits('25', 18),
      }
      await amm.trade(order)
      await amm.trade({ ...order, amount: parseUnits('120', 18), venue: 'v3', fee: 500 })
      own.wallet.control.approve()
      await confirmed
      await vi.waitFor(() => expect(own.state.phase).toMatch(/failed|ready|undecided|editing/), 10_000)
      expect(await own.balanceOf(stack.tokens.usd)).toBe(before)
    } finally {
      await stack.revert(snapshot)
    }
  })
})

describe('a sandwich: a trade in front of the swap and one behind it, in one block', () => {
  const trader = () => stack.accounts[8]?.address as Address
  const never = 2n ** 40n
  const abi = parseAbi([
    'struct Order { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(Order order) payable returns (uint256 amountOut)',
  ])

  /** One of the trader's transactions, by the fee that puts it where it has to be. */
  async function send(place: 'front' | 'back', sell: Address, buy: Address, amountIn: bigint, nonce: number) {
    const { router } = amm.v3
    const order = { tokenIn: sell, tokenOut: buy, fee: 500, recipient: trader(), deadline: never, amountIn }
    const { baseFeePerGas } = await stack.client.getBlock()
    const base = baseFeePerGas ?? 0n
    return stack.client.writeContract({
      ...{ account: trader(), chain: stack.chain, nonce, gas: 900_000n },
      ...(place === 'front'
        ? { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n }
        : { maxFeePerGas: base + base / 16n + 1n, maxPriorityFeePerGas: 0n }),
      address: router,
      abi,
      functionName: 'exactInputSingle',
      args: [{ ...order, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
    })
  }

  async function prepared(): Promise<void> {
    const account = trader()
    const value = parseUnits('300', 18)
    const { weth } = amm.tokens
    const wrapped = await stack.client.sendTransaction({
      account,
      to: weth.address,
      value,
      chain: stack.chain,
    })
    await stack.client.waitForTransactionReceipt({ hash: wrapped })
    for (const address of [weth.address, stack.tokens.usd.address]) {
      const args = [amm.v3.router, 2n ** 255n] as const
      const call = { address, abi: erc20Abi, functionName: 'approve', args } as const
      const hash = await stack.client.writeContract({ ...call, account, chain: stack.chain })
      await stack.client.waitForTransactionReceipt({ hash })
    }
  }

  it.each([
    ['that leaves the minimum takes some of the price, and no more', '8', true],
    ['that takes more than the slippage gets nothing: the swap isn’t done', '150', false],
  ] as const)('%s', async (_, pushed, isDone) => {
    const snapshot = await stack.snapshot()
    const { usd } = stack.tokens
    const { weth } = amm.tokens
    try {
      await prepared()
      const own = await previewed(
        {},
        { sell: { ...stack.chain.nativeCurrency }, buy: usd, amountText: '0.5' },
      )
      expect(own.state.preview?.quote.route).toMatchObject([{ fee: 500 }])
      const { bought, minimum } = own.state.preview?.quote ?? {}
      const before = await own.balanceOf(usd)
      const nonce = await stack.client.getTransactionCount({ address: trader() })
      await stack.client.setAutomine(false)
      await own.controller.confirm(own.state.preview)
      expect(own.state.phase, String(own.state.error)).toBe('pending')
      const front = await send('front', weth.address, usd.address, parseUnits(pushed, 18), nonce)
      const back = await send('back', usd.address, weth.address, parseUnits('20000', 6), nonce + 1)
      await stack.client.mine({ blocks: 1 })
      const block = await stack.client.getBlock()
      expect(block.transactions).toEqual([front, own.state.transaction?.id, back])
      await vi.waitFor(() => expect(own.state.phase).toBe(isDone ? 'confirmed' : 'failed'), 10_000)
      const received = (await own.balanceOf(usd)) - before
      if (isDone) {
        expect(received).toBeGreaterThanOrEqual(minimum?.value ?? 0n)
        expect(received).toBeLessThan(bought?.value ?? 0n)
      } else expect(received).toBe(0n)
    } finally {
      await stack.client.setAutomine(true)
      await stack.revert(snapshot)
    }
  })
})

describe('a person who declines', () => {
  it('the approval is back at the preview, with nothing allowed', async () => {
    const own = await previewed()
    own.wallet.control.rejectNext('eth_sendTransaction')
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ phase: 'ready', notice: 'approvalDeclined', openAllowance: undefined })
    expect(own.view()).toBe(SwapPreviewRoute.name)
    expect(own.told()).toContain('SWAP_REJECTED')
  })

  it('the swap after the approval is told what is allowed, and can take it back', async () => {
    const own = await previewed()
    const spender = own.state.preview?.quote.allowance?.spender ?? ''
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ notice: 'approved' })
    own.wallet.control.rejectNext('eth_sendTransaction')
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ phase: 'ready', notice: 'declined', openAllowance: { spender } })
    await own.controller.revoke()
    expect(own.state.openAllowance).toBeUndefined()
    expect(await own.allowance(own.sell, spender)).toBe(0n)
  })

  it('the signature is back at the preview', async () => {
    const own = await previewed(
      {},
      { sell: amm.tokens.permit, buy: { ...stack.chain.nativeCurrency }, amountText: '50' },
    )
    own.wallet.control.rejectNext('eth_signTypedData_v4')
    await own.controller.confirm(own.state.preview)
    expect(own.state).toMatchObject({ phase: 'ready', notice: 'approvalDeclined' })
    expect(own.asked()).toEqual(['eth_signTypedData_v4'])
  })
})

describe('a draft', () => {
  it('is quoted once keys have rested, and starts with one of the coin', async () => {
    const own = await started()
    await own.swapper.open()
    await vi.waitFor(() =>
      expect(own.state.draft).toMatchObject({ amountText: '1', sell: { symbol: 'ETH' } }),
    )
    own.controller.chooseToken('buy', stack.tokens.usd)
    await vi.waitFor(() => expect(own.state.offer?.quote.bought.value).toBeGreaterThan(0n))
  })

  it('that was emptied stays empty when tokens are read once more, and starts with one again after it was put away', async () => {
    const own = await started()
    await own.swapper.open()
    await own.controller.loadTokens()
    expect(own.state.draft.amountText).toBe('1')
    own.controller.setAmount('')
    await own.controller.loadTokens({ fresh: true })
    expect(own.state.draft.amountText).toBe('')
    own.controller.reset()
    await own.controller.loadTokens()
    expect(own.state.draft.amountText).toBe('1')
  })

  it('takes what the host gave, by symbols', async () => {
    const own = await started()
    await own.swapper.open({ fromToken: 'LUSD', toToken: 'ETH', amount: '12.5' })
    await vi.waitFor(() => expect(own.state.offer?.quote.sold.value).toBe(12_500_000n))
    expect(own.state.draft).toMatchObject({ sell: { symbol: 'LUSD' }, buy: { symbol: 'ETH' } })
  })

  it('turned round sells what would have been bought', async () => {
    const own = await started()
    await own.fill({ ...stack.chain.nativeCurrency }, { ...stack.tokens.usd }, '1')
    await vi.waitFor(() => expect(own.state.offer).toBeDefined())
    const { value = 0n } = own.state.offer?.quote.bought ?? {}
    own.controller.invert()
    expect(own.state.draft).toMatchObject({ sell: { symbol: 'LUSD' }, buy: { symbol: 'ETH' } })
    expect(parseUnits(own.state.draft.amountText, 6)).toBe(value)
  })

  it('with all of the coin keeps the fee back', async () => {
    const own = await started()
    await own.fill({ ...stack.chain.nativeCurrency }, { ...stack.tokens.usd }, '1')
    await own.controller.setMaximum()
    expect(own.state.error).toBeUndefined()
    const amount = parseUnits(own.state.draft.amountText, 18)
    const held = await own.balanceOf(own.coin)
    expect(amount).toBeLessThan(held)
    expect(held - amount).toBeLessThan(parseUnits('0.1', 18))
  })

  it('of more than is held is refused with nothing asked', async () => {
    const own = await started()
    await own.fill({ ...stack.tokens.usd }, { ...stack.chain.nativeCurrency }, '99999999')
    expect(await own.controller.preview()).toBe(false)
    expect(own.state.error?.code).toBe('INSUFFICIENT_FUNDS')
  })

  it('that leaves nothing for the network’s fee is refused with nothing asked', async () => {
    const own = await started()
    const address = own.address as Address
    const value = await stack.balanceOf(address)
    try {
      await stack.client.setBalance({ address, value: 1_000n })
      await own.fill({ ...stack.tokens.usd }, { ...stack.chain.nativeCurrency }, '3')
      expect(await own.controller.preview()).toBe(false)
      expect(own.state.error?.code).toMatch(/^INSUFFICIENT_/)
      expect(own.asked()).toEqual([])
    } finally {
      await stack.client.setBalance({ address, value })
    }
  })

  it('is quoted again once the preview was left', async () => {
    const own = await previewed()
    own.navigation.backTo(SwapRoute)
    await own.controller.loadTokens({ fresh: true })
    await vi.waitFor(() => expect(own.state).toMatchObject({ phase: 'editing', isQuoting: false }))
    await vi.waitFor(() => expect(own.state.offer).toBeDefined())
    expect(own.state.preview).toBeUndefined()
  })

  it('starts again with another account of the wallet', async () => {
    const own = await previewed()
    const next = stack.accounts[9]?.address as Address
    own.fake.report({
      accounts: [{ id: `${own.networkId}:${next}`, namespace: 'eip155', address: next, kind: 'eoa' }],
    })
    await vi.waitFor(() => expect(own.state.target?.address).toBe(next))
    expect(own.state).toMatchObject({ preview: undefined, phase: 'editing', notice: 'targetChanged' })
    expect(own.asked()).toEqual([])
  })

  it('shows amounts without their worth where no price can be read', async () => {
    const own = await started({
      plugins: [
        definePlugin({
          id: 'test.prices',
          kernel: '^1.0.0',
          provides: [Prices],
          setup(context) {
            context.provide(Prices, () => ({
              weighsTold: true,
              read: () => Promise.reject(new Error('The prices are away.')),
            }))
          },
        }),
      ],
    })
    await own.fill({ ...stack.chain.nativeCurrency }, { ...stack.tokens.usd }, '0.1')
    await vi.waitFor(() => expect(own.state.offer).toBeDefined())
    expect(own.state.offer).toMatchObject({ soldWorth: undefined, boughtWorth: undefined })
    expect(own.state.error).toBeUndefined()
  })

  it('says before the press that an offer is worse than a price from elsewhere, and asks for consent', async () => {
    const quoted = await started()
    await quoted.fill({ ...stack.chain.nativeCurrency }, { ...stack.tokens.usd }, '0.1')
    await vi.waitFor(() => expect(quoted.state.offer).toBeDefined())
    expect(quoted.state.offer?.belowPrice).toBeUndefined()
    const bought = quoted.state.offer?.bought.value ?? 0n
    const decimals = stack.tokens.usd.decimals
    await quoted.stop()
    // A tenth of the coin was sold: what the pools give for it, times so many hundredths.
    const priced = (hundredths: bigint) =>
      definePlugin({
        id: 'test.prices',
        kernel: '^1.0.0',
        provides: [Prices],
        setup(context) {
          context.provide(Prices, () => ({
            read: async ({ address }) =>
              address === undefined ? toDecimal((bought * 10n * hundredths) / 100n, decimals) : '1',
          }))
        },
      })
    const order = { sell: { ...stack.chain.nativeCurrency }, buy: { ...stack.tokens.usd }, amountText: '0.1' }
    const own = await previewed({ plugins: [priced(105n)] }, order)
    // 100 of 105, and the trade before this one.
    expect(own.state.preview).toMatchObject({ belowPrice: expect.any(BigInt), dangers: [] })
    expect(own.state.preview?.belowPrice).toBeGreaterThan(400n)
    expect(own.state.preview?.belowPrice).toBeLessThan(600n)
    await own.stop()
    const poor = await previewed({ plugins: [priced(200n)] }, order)
    expect(poor.state.preview?.belowPrice).toBeGreaterThan(4_900n)
    expect(poor.state.preview?.dangers).toMatchObject([{ kind: 'loses' }])
    await poor.stop()
    const better = await previewed({ plugins: [priced(90n)] }, order)
    expect(better.state.preview).toMatchObject({ belowPrice: undefined, dangers: [] })
  })

  it('ends with its network', async () => {
    const own = await previewed()
    own.fake.report({ networks: { eip155: `eip155:${stack.chainId + 1}` } })
    await vi.waitFor(() => expect(own.state.target?.networkId).toBe(`eip155:${stack.chainId + 1}`))
    expect(own.state).toMatchObject({ preview: undefined, phase: 'editing', target: { canSwap: false } })
    expect(own.view()).toBe(SwapRoute.name)
    await own.swapper.open()
    expect(own.view()).toBe('UnsupportedChain')
    const { params } = own.navigation.state.entries.at(-1) ?? {}
    expect(params).toMatchObject({ reason: { section: 'errors', text: 'Network not supported for Swaps' } })
  })
})

it('knows tokens of a source that is listed by its key', async () => {
  const own = await started({
    isAlone: true,
    add: (context) =>
      context.add(
        SwapSource,
        swapSource(EvmCalls, {
          id: 'x',
          name: 'X',
          supports: () => true,
          load: () => Promise.reject(new Error('down')),
        }),
      ),
  })
  await own.controller.loadTokens()
  expect(own.state.tokens).toMatchObject({ status: 'error', error: { code: 'SWAP_SOURCE_FAILED' } })
})
