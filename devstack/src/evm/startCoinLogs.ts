import { createServer } from 'node:http'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'

export interface CoinLogsOptions {
  /** JSON-RPC of a local chain whose rules know no EIP-7708 (anvil 1.7.1 refuses the Amsterdam rules). */
  readonly url: string
  /**
   * How simulations show moves of the coin when `traceTransfers` is asked for: as reth and besu do (`logged`, once, by the network's
   * own log) or as geth does (`both`, that log behind the one of ERC-7528).
   */
  readonly simulations: 'logged' | 'both'
}

export interface CoinLogs {
  readonly url: string
  stop(): Promise<void>
}

interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}
interface Frame {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly error?: string
  readonly calls?: readonly Frame[]
}
interface Receipt {
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly logs: readonly Log[]
}
interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}
interface SimulatedBlock {
  readonly calls: readonly { readonly logs?: readonly Log[] }[]
}
interface Filter {
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly address?: string | readonly string[]
  readonly topics?: readonly (string | readonly string[] | null)[]
}

/** `SYSTEM_ADDRESS` of EIP-4788, which writes the logs of EIP-7708. */
const systemAddress = '0xfffffffffffffffffffffffffffffffffffffffe'
const placeholder = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const moving = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])
const word = (value: string) => `0x${value.slice(2).toLowerCase().padStart(64, '0')}`

/** Asks the chain behind. */
class Chain {
  constructor(readonly url: string) {}

  async post(call: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(call) })
    return (await answer.json()) as Answer
  }

  async ask<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const { result, error } = await this.post({ jsonrpc: '2.0', id: 1, method, params })
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }
}

/** Adds the logs of moves to what the chain says of blocks. */
class LoggedBlocks {
  readonly #traced = new Map<string, Promise<readonly Log[]>>()

  constructor(readonly chain: Chain) {}

  async receipt(params: readonly unknown[]): Promise<Receipt | null> {
    return this.#withMoves(await this.chain.ask('eth_getTransactionReceipt', params))
  }

  async receipts(block: string): Promise<readonly Receipt[]> {
    const receipts = (await this.chain.ask<readonly Receipt[] | null>('eth_getBlockReceipts', [block])) ?? []
    const all = await Promise.all(receipts.map((receipt) => this.#withMoves(receipt)))
    return all.filter((receipt) => receipt !== null)
  }

  async logs(filter: Filter): Promise<readonly Log[]> {
    const [from, to] = await Promise.all(
      [filter.fromBlock, filter.toBlock].map((block) => this.#numberOf(block)),
    )
    const blocks = Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index)
    const receipts = await Promise.all(blocks.map((block) => this.receipts(`0x${block.toString(16)}`)))
    return receipts.flat().flatMap(({ logs }) => logs.filter((log) => isWanted(log, filter)))
  }

  #movesOf(hash: string): Promise<readonly Log[]> {
    const known = this.#traced.get(hash)
    if (known) return known
    const reading = this.chain
      .ask<Frame>('debug_traceTransaction', [hash, { tracer: 'callTracer' }])
      .then(logsOf)
    this.#traced.set(hash, reading)
    return reading
  }

  async #withMoves(receipt: Receipt | null): Promise<Receipt | null> {
    if (!receipt) return null
    const place = {
      transactionHash: receipt.transactionHash,
      transactionIndex: receipt.transactionIndex,
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      removed: false,
    }
    const moves = (await this.#movesOf(receipt.transactionHash)).map((log) => ({ ...log, ...place }))
    const [first, ...others] = moves
    const logs = [...(first ? [first] : []), ...receipt.logs, ...others]
    return { ...receipt, logs: logs.map((log, index) => ({ ...log, logIndex: `0x${index.toString(16)}` })) }
  }

  async #numberOf(block = 'latest'): Promise<bigint> {
    if (block.startsWith('0x')) return BigInt(block)
    return block === 'earliest' ? 0n : BigInt(await this.chain.ask<string>('eth_blockNumber', []))
  }
}

async function simulate(
  chain: Chain,
  simulations: CoinLogsOptions['simulations'],
  [payload, ...rest]: readonly unknown[],
): Promise<unknown> {
  const asked = payload as { readonly traceTransfers?: boolean }
  const shown = { ...asked, traceTransfers: true }
  const blocks = await chain.ask<readonly SimulatedBlock[]>('eth_simulateV1', [shown, ...rest])
  const isBoth = simulations === 'both' && asked.traceTransfers === true
  const told = (log: Log) => {
    if (log.address.toLowerCase() !== placeholder) return [log]
    return [...(isBoth ? [log] : []), { ...log, address: systemAddress }]
  }
  return blocks.map((block) => ({
    ...block,
    calls: block.calls.map((call) => ({ ...call, logs: (call.logs ?? []).flatMap(told) })),
  }))
}

/**
 * Starts a node of after the fork with EIP-7708: receipts, `eth_getLogs` and simulations have a log for each move of the coin. It asks a
 * local chain that knows no such logs, and makes them of the chain's own traces.
 */
export async function startCoinLogs({ url, simulations }: CoinLogsOptions): Promise<CoinLogs> {
  const chain = new Chain(url)
  const logged = new LoggedBlocks(chain)
  const special: Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>> = {
    eth_simulateV1: (params) => simulate(chain, simulations, params),
    eth_getTransactionReceipt: (params) => logged.receipt(params),
    eth_getBlockReceipts: ([block]) => logged.receipts(block as string),
    eth_getLogs: ([filter]) => logged.logs(filter as Filter),
  }

  async function answer(call: Call): Promise<unknown> {
    const own = special[call.method]
    if (!own) return chain.post(call)
    try {
      return { jsonrpc: '2.0', id: call.id, result: await own(call.params) }
    } catch {
      // The chain's own refusal, with its code.
      return chain.post(call)
    }
  }

  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readBody(request)) as Call | Call[]
    const answers = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(answers))
  })
  const port = await listen(server, 0)
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) }
}

/** The logs of EIP-7708 for what a transaction moved: nothing for moves of nothing and from an account to itself. */
function logsOf(frame: Frame): readonly Log[] {
  if (frame.error) return []
  const { type, from, to = '', value = '0x0', calls = [] } = frame
  const isMove = moving.has(type) && BigInt(value) > 0n && from.toLowerCase() !== to.toLowerCase()
  const own = { address: systemAddress, topics: [transferTopic, word(from), word(to)], data: word(value) }
  return [...(isMove ? [own] : []), ...calls.flatMap(logsOf)]
}

function isWanted(log: Log, { address, topics = [] }: Filter): boolean {
  const fits = (wanted: string | readonly string[] | null | undefined, given: string | undefined) =>
    wanted == null ||
    (Array.isArray(wanted) ? wanted : [wanted]).some((one) => one.toLowerCase() === given?.toLowerCase())
  return fits(address, log.address) && topics.every((wanted, index) => fits(wanted, log.topics[index]))
}
