import { type Address, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import * as z from 'zod/mini'
import type { EvmClient } from '../evm/evmClient.js'

export interface ExplorerTransaction {
  readonly hash: Hex
  readonly block: number
  /** Seconds since the epoch. */
  readonly time: number
  readonly index: number
  readonly from: Address
  readonly to: Address | null
  readonly created: Address | null
  readonly value: bigint
  readonly input: Hex
  readonly hasFailed: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly nonce: number
}

type Parent = Pick<ExplorerTransaction, 'hash' | 'block' | 'time' | 'index'>

export interface ExplorerTransfer extends Parent {
  readonly logIndex: number
  readonly contract: Address
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  /** Of a collectible. */
  readonly itemId: bigint | undefined
  readonly type: 'ERC-20' | 'ERC-721' | 'ERC-1155'
}

export interface ExplorerCall extends Parent {
  /** 0 is the transaction itself. */
  readonly number: number
  readonly type: string
  readonly from: Address
  readonly to: Address | undefined
  readonly value: bigint
  readonly error: string | undefined
}

interface BlockRecords {
  readonly hash: Hex
  readonly transactions: readonly ExplorerTransaction[]
  readonly transfers: readonly ExplorerTransfer[]
  readonly calls: readonly ExplorerCall[]
}

export interface ExplorerToken {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

/** What explorers know of a chain: its blocks with what moved in them, read from the node. Blocks that a reorganization took go. */
export interface ChainRecords {
  sync(): Promise<void>
  /** Newest first. */
  transactionsOf(account: Address): readonly ExplorerTransaction[]
  transfersOf(account: Address): readonly ExplorerTransfer[]
  callsOf(account: Address): readonly ExplorerCall[]
  tokenOf(contract: Address): Promise<ExplorerToken>
}

export function createChainRecords(client: EvmClient): ChainRecords {
  const blocks: BlockRecords[] = []
  const tokens = new Map<Address, Promise<ExplorerToken>>()
  let running: Promise<void> | undefined

  async function readNew(): Promise<void> {
    const head = Number(await client.getBlockNumber())
    while (blocks.length > 0) {
      const height = blocks.length - 1
      const known = height > head ? undefined : await client.getBlock({ blockNumber: BigInt(height) })
      if (known?.hash === blocks[height]?.hash) break
      blocks.pop()
    }
    while (blocks.length <= head) blocks.push(await readBlock(client, blocks.length))
  }

  const collect = <T extends Parent>(of: (block: BlockRecords) => readonly T[], isOf: (one: T) => boolean) =>
    blocks.flatMap((block) => of(block).filter(isOf)).reverse()

  return {
    async sync() {
      running ??= readNew().finally(() => {
        running = undefined
      })
      await running
    },
    transactionsOf: (account) =>
      collect(
        ({ transactions }) => transactions,
        ({ from, to, created }) => [from, to, created].includes(account),
      ),
    transfersOf: (account) =>
      collect(
        ({ transfers }) => transfers,
        ({ from, to }) => from === account || to === account,
      ),
    callsOf: (account) =>
      collect(
        ({ calls }) => calls,
        ({ from, to }) => from === account || to === account,
      ),
    tokenOf(contract) {
      const known = tokens.get(contract) ?? readToken(client, contract)
      tokens.set(contract, known)
      return known
    },
  }
}

async function readBlock(client: EvmClient, height: number): Promise<BlockRecords> {
  const block = await client.getBlock({ blockNumber: BigInt(height), includeTransactions: true })
  const found = await Promise.all(
    block.transactions.map(async (transaction) => {
      const { hash, input, to } = transaction
      const receipt = await client.getTransactionReceipt({ hash })
      const parent = { hash, block: height, time: Number(block.timestamp), index: receipt.transactionIndex }
      const isPlain = input === '0x' && to !== null
      const own: ExplorerTransaction = {
        ...parent,
        from: getAddress(transaction.from),
        to: to && getAddress(to),
        created: receipt.contractAddress ? getAddress(receipt.contractAddress) : null,
        value: transaction.value,
        input,
        hasFailed: receipt.status === 'reverted',
        gasUsed: receipt.gasUsed,
        gasPrice: receipt.effectiveGasPrice,
        nonce: transaction.nonce,
      }
      return {
        transaction: own,
        transfers: receipt.logs.flatMap((log) => readLog(log, parent)),
        calls: isPlain ? [] : await readCalls(client, parent),
      }
    }),
  )
  return {
    hash: block.hash,
    transactions: found.map(({ transaction }) => transaction),
    transfers: found.flatMap(({ transfers }) => transfers),
    calls: found.flatMap(({ calls }) => calls),
  }
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
}

const word = (data: Hex, place: number) => BigInt(`0x${data.slice(2 + place * 64, 66 + place * 64) || '0'}`)
/** An array whose place stands in a word (Solidity's ABI). */
function wordsOf(data: Hex, place: number): readonly bigint[] {
  const start = Number(word(data, place) / 32n)
  return Array.from({ length: Number(word(data, start)) }, (_, index) => word(data, start + 1 + index))
}
const addressOf = (topic: Hex) => getAddress(`0x${topic.slice(-40)}`)

function readLog({ address, topics, data, logIndex }: Log, parent: Parent): readonly ExplorerTransfer[] {
  const [topic, first, second, third] = topics
  const base = { ...parent, logIndex, contract: getAddress(address) }
  if (topic === transferTopic && first && second) {
    const ends = { from: addressOf(first), to: addressOf(second) }
    return third
      ? [{ ...base, ...ends, value: 1n, itemId: BigInt(third), type: 'ERC-721' }]
      : [{ ...base, ...ends, value: word(data, 0), itemId: undefined, type: 'ERC-20' }]
  }
  if (!second || !third) return []
  if (topic === batchTopic) {
    const ends = { from: addressOf(second), to: addressOf(third) }
    const values = wordsOf(data, 1)
    return wordsOf(data, 0).map((itemId, place) => ({
      ...{ ...base, ...ends, itemId, value: values[place] ?? 0n, type: 'ERC-1155' as const },
    }))
  }
  if (topic !== singleTopic) return []
  const ends = { from: addressOf(second), to: addressOf(third) }
  return [{ ...base, ...ends, value: word(data, 1), itemId: word(data, 0), type: 'ERC-1155' }]
}

interface Trace {
  readonly type: string
  readonly from: string
  readonly to?: string | undefined
  readonly value?: string | undefined
  readonly error?: string | undefined
  readonly calls?: readonly Trace[] | undefined
}

const traceSchema: z.ZodMiniType<Trace> = z.object({
  type: z.string(),
  from: z.string(),
  to: z.optional(z.string()),
  value: z.optional(z.string()),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.lazy(() => traceSchema))),
})

async function readCalls(client: EvmClient, parent: Parent): Promise<readonly ExplorerCall[]> {
  const trace: unknown = await client.request({
    method: 'debug_traceTransaction',
    params: [parent.hash, { tracer: 'callTracer' }],
  } as never)
  const found: ExplorerCall[] = []
  const walk = (one: Trace, isReverted: boolean) => {
    const error = one.error ?? (isReverted ? 'Reverted' : undefined)
    found.push({
      ...parent,
      number: found.length,
      type: one.type.toLowerCase(),
      from: getAddress(one.from),
      to: one.to === undefined ? undefined : getAddress(one.to),
      value: BigInt(one.value ?? '0x0'),
      error,
    })
    for (const inner of one.calls ?? []) walk(inner, error !== undefined)
  }
  walk(z.parse(traceSchema, trace), false)
  return found
}

const bytesNames = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
])

async function readToken(client: EvmClient, address: Address): Promise<ExplorerToken> {
  const read = async <T>(answer: Promise<T>): Promise<T | null> => {
    try {
      return await answer
    } catch {
      // A contract need not say.
      return null
    }
  }
  const [name, symbol, decimals] = await Promise.all([
    read(client.readContract({ address, abi: bytesNames, functionName: 'name' })),
    read(client.readContract({ address, abi: bytesNames, functionName: 'symbol' })),
    read(client.readContract({ address, abi: erc20Abi, functionName: 'decimals' })),
  ])
  return { name, symbol, decimals }
}
