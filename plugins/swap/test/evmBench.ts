// Pools on a local chain, and the plugin's own source over them. Not published.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, type ListReader, type NetworkId } from '@latchkey/kernel/plugin'
import { eip155, type EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { type EvmVenues, evmSwaps } from '../src/evm/index.js'
import { permit2Abi } from '../src/evm/lazy/abis.js'
import { createEvmSwaps } from '../src/evm/lazy/createEvmSwaps.js'
import {
  type SwapAllowance,
  type SwapCallReader,
  type SwapQuotes,
  SwapReader,
  SwapSource,
  type SwapToken,
} from '../src/index.js'

export type RouterForm = 'SwapRouter' | 'SwapRouter02' | 'UniversalRouter'

export function venuesOf(stack: EvmStack, amm: EvmAmm, form: RouterForm): EvmVenues {
  const { usd, gold } = stack.tokens
  const router = {
    SwapRouter: amm.v3.router,
    SwapRouter02: amm.v3.router02,
    UniversalRouter: amm.universal.router,
  }[form]
  const mixed = { name: 'Uniswap v2', quoter: amm.v3.mixedQuoter }
  return {
    wrapped: amm.tokens.weth,
    v2: [{ name: 'Uniswap v2', router: amm.v2.router }],
    v3: [{ name: 'Uniswap v3', quoter: amm.v3.quoter, router, form, mixed }],
    tokens: [usd, gold],
  }
}

/** The plugin's own source and reader over the local pools, for a source of a test to start from. */
export const evmSwapsOf = (
  stack: EvmStack,
  venues: EvmVenues,
  now?: () => number,
): ReturnType<typeof createEvmSwaps> =>
  createEvmSwaps({ client: async () => stack.client as never }, { [`eip155:${stack.chainId}`]: venues }, now)

/** Passes every request on, and counts them. */
export async function startCounter(target: string) {
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      count += 1
      const body = Buffer.concat(chunks).toString()
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export interface EvmBench {
  readonly stack: EvmStack
  readonly amm: EvmAmm
  readonly networkId: NetworkId
  readonly coin: SwapToken
  readonly quotes: SwapQuotes<EvmCall>
  readonly reader: SwapCallReader
  stop(): Promise<void>
}

export async function startEvmBench(
  options: { readonly form?: RouterForm; readonly stack?: EvmStack; readonly url?: string } = {},
): Promise<EvmBench> {
  const stack = options.stack ?? (await startEvm())
  const amm = await deployAmm(stack)
  return openBench(stack, amm, options)
}

export async function openBench(
  stack: EvmStack,
  amm: EvmAmm,
  {
    form = 'SwapRouter02',
    url,
    venues = venuesOf(stack, amm, form),
  }: { readonly form?: RouterForm; readonly url?: string; readonly venues?: EvmVenues } = {},
): Promise<EvmBench> {
  const networkId: NetworkId = `eip155:${stack.chainId}`
  let list: ListReader | undefined
  const spy = definePlugin({
    id: 'spy',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  const chains = eip155({
    networks: [stack.chain],
    ...(url === undefined ? {} : { rpcUrls: { [stack.chainId]: [url] } }),
    discovery: false,
    injected: false,
  })
  const kernel = createKernel([chains, evmSwaps({ venues: { [networkId]: venues } }), spy], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const [source] = list?.(SwapSource) ?? []
  const [reader] = list?.(SwapReader) ?? []
  if (!source || !reader) throw new Error('The plugin added no source of swaps.')
  const { name, symbol, decimals } = stack.chain.nativeCurrency
  return {
    ...{ stack, amm, networkId },
    coin: { name, symbol, decimals },
    quotes: (await source.load()) as SwapQuotes<EvmCall>,
    reader: await reader.load(),
    async stop() {
      await kernel.dispose()
      await stack.stop()
    },
  }
}

const maximum = 2n ** 255n

export interface SimulatedSwap {
  readonly buy: SwapToken
  readonly sell: SwapToken
  /** What the quote says must be allowed. */
  readonly allowance?: SwapAllowance | undefined
}

/** The token's allowance for the router or Permit2, and Permit2's allowance for the router. */
function allowanceReadsOf(
  { address: token }: SwapToken,
  account: Address,
  { spender, through }: SwapAllowance,
): readonly { readonly to: Address; readonly data: Hex }[] {
  const args = [account, (through ?? spender) as Address] as const
  const own = {
    to: token as Address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }),
  }
  if (through === undefined) return [own]
  const passed = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'allowance',
    args: [account, token as Address, spender as Address],
  })
  return [own, { to: through as Address, data: passed }]
}

/** What calls would do for an account: by the node, without sending them. */
export async function simulateSwap(
  { client }: EvmStack,
  account: Address,
  calls: readonly EvmCall[],
  { buy, sell, allowance }: SimulatedSwap,
): Promise<{ readonly received: bigint; readonly paid: bigint; readonly allowed: readonly bigint[] }> {
  const balance = (token: SwapToken): { to: Address; data: Hex } => ({
    to: (token.address ?? coinReader) as Address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  })
  const allowances = allowance ? allowanceReadsOf(sell, account, allowance) : []
  const reads = [balance(sell), balance(buy)]
  const list = [...reads, ...calls, ...reads, ...allowances].map(({ to, data, ...rest }) => ({
    from: account,
    to: to as Address,
    data: data as Hex,
    ...('value' in rest && rest.value ? { value: `0x${rest.value.toString(16)}` } : {}),
  }))
  const answer = await client.request({
    method: 'eth_simulateV1' as never,
    params: [
      {
        blockStateCalls: [
          {
            calls: list,
            blockOverrides: { baseFeePerGas: '0x0' },
            stateOverrides: {
              [account]: { balance: `0x${(10n ** 30n).toString(16)}` },
              [coinReader]: { code: coinReaderCode },
            },
          },
        ],
      },
      'latest',
    ] as never,
  })
  const results =
    (answer as unknown as { calls: { status: Hex; returnData: Hex; error?: { message: string } }[] }[])[0]
      ?.calls ?? []
  const failed = results.slice(2, 2 + calls.length).find(({ status }) => status !== '0x1')
  if (failed) throw new Error(`The chain refuses the swap: ${failed.error?.message ?? failed.returnData}`)
  // Permit2 answers three numbers, the amount first.
  const at = (index: number) => BigInt((results[index]?.returnData || '0x0').slice(0, 66))
  const after = 2 + calls.length
  return {
    paid: at(0) - at(after),
    received: at(after + 1) - at(1),
    allowed: allowances.map((_, index) => at(after + 2 + index)),
  }
}

/** Answers every call with the coin that the caller holds. */
const coinReader: Address = '0x00000000000000000000000000000000c0114ead'
/** CALLER BALANCE PUSH0 MSTORE PUSH1 32 PUSH0 RETURN */
const coinReaderCode = '0x33315f5260205ff3'

export const allowanceCall = (token: string, spender: string, amount: bigint = maximum): EvmCall => ({
  to: token,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender as Address, amount],
  }),
})
