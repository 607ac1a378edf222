// Sources that lie on a network whose node can't simulate: nothing but the calls' own bytes, and what the network says of
// the tokens, stands between them and the wallet.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import type { SwapQuotes, SwapToken } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let node: Server
let bench: SwapBench | undefined
/** Wei by which the node raises the base fee that it tells. */
let dearer = 0n
let account = 0

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString().replaceAll('"eth_simulateV1"', '"no_such_method"')
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(stack.url, { method: 'POST', headers, body: text })
      const raised = (await answer.text()).replace(/"baseFeePerGas":"(0x[0-9a-f]+)"/g, (_, hex: string) => {
        return `"baseFeePerGas":"0x${(BigInt(hex) + dearer).toString(16)}"`
      })
      response.writeHead(200, headers).end(raised)
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  node?.closeAllConnections()
  node?.close()
  await stack?.stop()
})
afterEach(() => {
  dearer = 0n
  return bench?.stop()
})

const blind = (): EvmStack => {
  const http = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`]
  return { ...stack, chain: { ...stack.chain, rpcUrls: { default: { http } } } as EvmStack['chain'] }
}
const thief = () => stack.accounts[9]?.address as Address

async function started(lie: (quotes: SwapQuotes<EvmCall>) => SwapQuotes<EvmCall>): Promise<SwapBench> {
  account = (account + 1) % 7
  const { quotes, reader } = evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'))
  const source = { quotes: lie(quotes), reader }
  bench = await openSwapBench(blind(), amm, { account, isAlone: true, source })
  return bench
}

/** Says of a token that its point is elsewhere. */
const moving =
  (address: string, decimals: number) =>
  (quotes: SwapQuotes<EvmCall>): SwapQuotes<EvmCall> => {
    const move = (token: SwapToken): SwapToken =>
      token.address?.toLowerCase() === address.toLowerCase() ? { ...token, decimals } : token
    return {
      ...quotes,
      tokens: async (request) => (await quotes.tokens(request)).map(move),
      async findToken(request) {
        const found = await quotes.findToken(request)
        return found && move(found)
      },
    }
  }

/** A contract of its own that takes what a router takes, and may do what it likes. */
const withRouter =
  (isApproved: boolean) =>
  (quotes: SwapQuotes<EvmCall>): SwapQuotes<EvmCall> => ({
    ...quotes,
    async quote(request) {
      const quote = await quotes.quote(request)
      const { allowance } = quote
      return { ...quote, ...(allowance ? { allowance: { ...allowance, spender: thief() } } : {}) }
    },
    async calls(request) {
      const { swap, revoke } = await quotes.calls(request)
      const { address } = request.sell
      const args = [thief(), request.quote.sold.value] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return {
        revoke,
        approvals: isApproved && address !== undefined ? [{ to: address, data }] : [],
        swap: swap.map((call) => ({ ...call, to: thief() })),
      }
    },
    signature: async () => undefined,
    targets: () => [thief()],
  })

const usd = () => ({ ...stack.tokens.usd })
const coin = () => ({ ...stack.chain.nativeCurrency })
const attacks: readonly (readonly [
  name: string,
  lie: () => (quotes: SwapQuotes<EvmCall>) => SwapQuotes<EvmCall>,
  sell: () => SwapToken,
  buy: () => SwapToken,
  amount: string,
])[] = [
  ['says that what is sold has more places', () => moving(usd().address, 8), usd, coin, '3'],
  ['says that what is sold has fewer places', () => moving(usd().address, 4), usd, coin, '300'],
  ['says that what is bought has fewer places', () => moving(usd().address, 4), coin, usd, '0.1'],
  ['says that what is bought has more places', () => moving(usd().address, 18), coin, usd, '0.1'],
  ['has a router of its own that is allowed', () => withRouter(true), usd, coin, '300'],
  ['has a router of its own that takes the coin', () => withRouter(false), coin, usd, '0.1'],
]

describe.each(attacks)('a source that %s', (_, lie, sell, buy, amount) => {
  it('is refused with the wallet closed', async () => {
    const own = await started(lie())
    await own.fill(sell(), buy(), amount)
    const isShown = await own.controller.preview()
    expect(own.asked()).toEqual([])
    expect([isShown, own.state.error?.code]).toEqual([
      false,
      expect.stringMatching(/^(?:SWAP_CALLS_REFUSED|SWAP_NOT_SIMULATED)$/),
    ])
    await expect(own.controller.confirm()).rejects.toThrow('nothing to confirm')
    expect(own.asked()).toEqual([])
  })
})

describe('taking an approval back', () => {
  const other = (): EvmCall => ({
    to: usd().address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief(), 50_000_000n] }),
  })
  const larger = (): EvmCall => ({
    to: usd().address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief(), 50_000_000n] }),
  })
  const foreign = (): EvmCall => ({
    to: stack.tokens.gold.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief(), 0n] }),
  })
  const cases: readonly (readonly [string, () => readonly EvmCall[]])[] = [
    ['pays somebody', () => [other()]],
    ['allows somebody something', () => [larger()]],
    ['pays somebody beside it', () => [foreign(), other()]],
    ['sends the coin away', () => [{ to: thief(), value: 10n ** 17n }]],
  ]
  it.each(cases)('by calls of the source %s never: the wallet stays closed', async (_, revoke) => {
    const own = await started((quotes) => ({
      ...quotes,
      calls: async (request) => ({ ...(await quotes.calls(request)), revoke: revoke() }),
    }))
    await own.fill(usd(), coin(), '300')
    expect(await own.controller.preview(), String(own.state.error)).toBe(true)
    await own.controller.confirm(own.state.preview)
    expect(own.state.openAllowance).toBeDefined()
    const before = own.asked().length
    await own.controller.revoke()
    expect(own.state.error?.code).toBe('SWAP_CALLS_REFUSED')
    expect(own.asked()).toHaveLength(before)
    expect(own.state.openAllowance).toBeDefined()
  })
})

it('a fee that rose since the person read it is read again before the wallet opens', async () => {
  const own = await started((quotes) => quotes)
  await own.fill(coin(), usd(), '0.1')
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  const read = own.state.preview
  dearer = 2n * 10n ** 9n
  await own.controller.preview()
  expect(own.state.preview?.fee.value).toBeGreaterThan((read?.fee.value ?? 0n) * 2n)
  await own.controller.confirm(read)
  expect([own.state.notice, own.asked()]).toEqual(['feeChanged', []])
  await own.controller.confirm(own.state.preview)
  expect(own.asked()).toHaveLength(1)
})

it('an honest source swaps there, what its routers are called with being read', async () => {
  const own = await started((quotes) => quotes)
  await own.fill(usd(), coin(), '300')
  expect(await own.controller.preview(), String(own.state.error)).toBe(true)
  expect(own.state.preview?.dangers).toEqual([])
})
