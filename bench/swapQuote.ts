/**
 * Compares the first quote over a network's pools with a bare call to one quoter: with a node on this machine, and behind the
 * delay of a public one. `npx tsx bench/swapQuote.ts [rounds]`
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, type ListReader, type NetworkId } from '@latchkey/kernel/plugin'
import { eip155, type EvmCall, Eip155Client } from '@latchkey/plugin-eip155'
import { type SwapQuotes, SwapSource } from '@latchkey/plugin-swap'
import { evmSwaps } from '@latchkey/plugin-swap/evm'
import { createPublicClient, http, parseAbi } from 'viem'

const rounds = Number(process.argv[2] ?? 15)
/** Milliseconds a public node takes to answer. */
const delays = [0, 50]
const quoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96)) returns (uint256, uint160, uint32, uint256)',
])

/** Passes every request on after the delay, and counts them. */
async function startNode(target: string, delay: number) {
  let count = 0
  let last = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      count += 1
      const body = Buffer.concat(chunks).toString()
      last = body
      setTimeout(async () => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(target, { method: 'POST', headers, body })
        response.writeHead(answer.status, headers).end(await answer.text())
      }, delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    /** Body of the previous request. */
    last: () => last,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Node = Awaited<ReturnType<typeof startNode>>
interface Market {
  readonly stack: EvmStack
  readonly amm: EvmAmm
  readonly node: Node
}
interface Measured {
  readonly time: number
  readonly requests: number
}

async function timed(node: Node, run: () => Promise<unknown>): Promise<Measured> {
  const [before, startedAt] = [node.count(), performance.now()]
  await run()
  return { time: performance.now() - startedAt, requests: node.count() - before }
}

/** Asks the best pool for one amount, with a client that has already read a balance. */
async function measureBare({ stack, amm, node }: Market): Promise<Measured> {
  const client = createPublicClient({ chain: stack.chain, transport: http(node.url) })
  await client.getBalance({ address: stack.accounts[0]?.address as `0x${string}` })
  const order = { tokenIn: amm.tokens.weth.address, tokenOut: stack.tokens.usd.address, fee: 500 }
  return timed(node, () =>
    client.readContract({
      address: amm.v3.quoter,
      abi: quoterAbi,
      functionName: 'quoteExactInputSingle',
      args: [{ ...order, amountIn: 10n ** 18n, sqrtPriceLimitX96: 0n }],
    }),
  )
}

/** The first quote of a new kernel, whose account's balance is on screen: all routes, allowances and the chain's time. */
async function measureOurs({ stack, amm, node }: Market): Promise<Measured> {
  const networkId: NetworkId = `eip155:${stack.chainId}`
  const { usd, gold } = stack.tokens
  let list: ListReader | undefined
  const spy = definePlugin({
    id: 'bench.spy',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  const venues = {
    wrapped: amm.tokens.weth,
    v2: [{ name: 'v2', router: amm.v2.router }],
    v3: [
      {
        ...{ name: 'v3', quoter: amm.v3.quoter, router: amm.v3.router02 },
        mixed: { name: 'v2', quoter: amm.v3.mixedQuoter },
      },
    ],
    tokens: [usd, gold],
  }
  const chains = eip155({
    ...{ networks: [stack.chain], discovery: false, injected: false },
    rpcUrls: { [stack.chainId]: [node.url] },
  })
  const kernel = createKernel([chains, evmSwaps({ venues: { [networkId]: venues } }), spy], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const account = stack.accounts[0]?.address ?? ''
  const client = await kernel.get(Eip155Client).client(networkId)
  await client.request({ method: 'eth_getBalance', params: [account as `0x${string}`, 'latest'] })
  const [source] = list?.(SwapSource) ?? []
  const quotes = (await source?.load()) as SwapQuotes<EvmCall>
  const { name, symbol, decimals } = stack.chain.nativeCurrency
  const signal = new AbortController().signal
  const asked = { networkId, buy: usd, amount: 10n ** 18n, slippage: 100n, account, signal }
  const measured = await timed(node, () => quotes.quote({ ...asked, sell: { name, symbol, decimals } }))
  await kernel.dispose()
  return measured
}

/** The request of our first quote again, by `fetch` alone: the time that the node and the way to it take. */
const measureSame = ({ node }: Market, body: string): Promise<Measured> =>
  timed(node, async () => {
    const headers = { 'content-type': 'application/json' }
    await (await fetch(node.url, { method: 'POST', headers, body })).text()
  })

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number

const stack = await startEvm()
const amm = await deployAmm(stack)
for (const delay of delays) {
  const node = await startNode(stack.url, delay)
  const market = { stack, amm, node }
  const bare: Measured[] = []
  const ours: Measured[] = []
  const same: Measured[] = []
  // The first run of each warms the code up.
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await measureBare(market), await measureOurs(market)]
    const third = await measureSame(market, node.last())
    if (round === 0) continue
    bare.push(one)
    ours.push(other)
    same.push(third)
  }
  const medians = [bare, ours, same].map((list) => median(list.map(({ time }) => time)))
  const [floor, own, replay] = medians as [number, number, number]
  const requests = [bare, ours].map((list) => Math.max(...list.map((one) => one.requests)))
  console.log(
    `node ${delay} ms away: bare ${floor.toFixed(1)} ms (${requests[0]} requests), first quote ${own.toFixed(1)} ms (${requests[1]} requests), ratio ${(own / floor).toFixed(2)}; the same request by fetch alone ${replay.toFixed(1)} ms, ratio to bare ${(replay / floor).toFixed(2)}, ours to it ${(own / replay).toFixed(2)}`,
  )
  node.stop()
}
await stack.stop()
