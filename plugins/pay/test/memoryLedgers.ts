// Four chains in memory, which answer as their nodes do. Not published.
import {
  bitcoinPayments,
  type EsploraReader,
  evmPayments,
  type NodeRpc,
  type PaymentChain,
  polkadotPayments,
  type PolkadotApi,
  solanaPayments,
} from '../src/server/index.js'

/** What a transaction on a memory chain does. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** Contract or mint; absent for the coin. */
  readonly token?: string
}

interface Entry {
  readonly id: string
  readonly transfers: readonly Transfer[]
  readonly isFailed: boolean
  readonly block: number
  readonly references: readonly string[]
  readonly fee: PaidFee | undefined
}

/** Bitcoin only: a coin that nobody receives. */
interface PaidFee {
  readonly from: string
  readonly units: bigint
}

/** One chain: a list of blocks with one transaction each. */
export interface MemoryLedger {
  readonly networkId: string
  readonly chain: PaymentChain
  /** Two of its accounts, and a third one. */
  readonly accounts: readonly [string, string, string]
  /** CAIP-19 of a token; absent where the chain has none. */
  readonly token?: { readonly asset: string; readonly address: string; readonly other: string }
  readonly decimals: number
  /** Puts a transaction into a new block and returns its id. */
  pay(
    transfers: readonly Transfer[],
    options?: { isFailed?: boolean; id?: string; references?: readonly string[]; fee?: PaidFee },
  ): string
  /** Adds empty blocks. */
  mine(count: number): void
  /** Takes the last blocks back. */
  rewind(count: number): void
  /** Answers nothing from now on. */
  breakDown(): void
  /** Knows no transaction from now on, as a node that keeps the newest ones only; the blocks stay. */
  forget(): void
  /** Requests so far. */
  asked(): number
}

/** Milliseconds: the first block of each chain, and the time between two. */
export const genesisTime = 1_700_000_000_000
export const blockTime = 10_000

function createBlocks(makeId: (number: number) => string) {
  let height = 0
  let made = 0
  let fork = 0
  let isBroken = false
  let entries: Entry[] = []
  const lost = new Set<number>()
  let asked = 0
  return {
    isLost: (block: number) => lost.has(block),
    entry: (id: string) => entries.find((one) => one.id === id),
    entries: () => entries,
    height: () => height,
    hash: (block: number) => `0x${(fork * 1_000_000 + block).toString(16).padStart(64, '0')}`,
    time: (block: number) => genesisTime + block * blockTime,
    check() {
      asked += 1
      if (isBroken) throw new Error('connection refused')
    },
    actions: {
      pay(
        transfers: readonly Transfer[],
        options: { isFailed?: boolean; id?: string; references?: readonly string[]; fee?: PaidFee } = {},
      ) {
        height += 1
        made += 1
        const id = options.id ?? makeId(made)
        entries.push({
          id,
          transfers,
          isFailed: options.isFailed ?? false,
          block: height,
          references: options.references ?? [],
          fee: options.fee,
        })
        return id
      },
      mine(count: number) {
        height += count
      },
      rewind(count: number) {
        for (let block = height - count + 1; block <= height; block += 1) lost.add(block)
        height -= count
        fork += 1
        entries = entries.filter(({ block }) => block <= height)
      },
      breakDown() {
        isBroken = true
      },
      forget() {
        entries = []
      },
      asked: () => asked,
    },
  }
}

const hexOf = (value: bigint | number) => `0x${value.toString(16)}`
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

export function evmLedger(confirmations = 1): MemoryLedger {
  const blocks = createBlocks((number) => `0x${number.toString(16).padStart(64, '0')}`)
  const networkId = 'eip155:7'
  const usd = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const ask: NodeRpc = async (method, [first]) => {
    blocks.check()
    if (method === 'eth_chainId') return '0x7'
    if (method === 'eth_getBlockByNumber') {
      const number = first === 'latest' ? blocks.height() : Number(first)
      if (number > blocks.height()) return null
      // no money: seconds
      const timestamp = hexOf(Math.floor(blocks.time(number) / 1000))
      return { hash: blocks.hash(number), number: hexOf(number), timestamp }
    }
    const entry = blocks.entry(String(first))
    if (!entry) return null
    const coin = entry.transfers.find(({ token }) => token === undefined)
    const from = entry.transfers[0]?.from ?? ''
    if (method === 'eth_getTransactionByHash') {
      return {
        to: coin?.to ?? usd,
        from,
        value: hexOf(coin?.units ?? 0n),
        blockHash: blocks.hash(entry.block),
      }
    }
    const logs = entry.transfers
      .filter(({ token }) => token !== undefined)
      .map(({ from: payer, to, units, token }) => ({
        address: token,
        topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(payer), word(to)],
        data: `0x${units.toString(16).padStart(64, '0')}`,
      }))
    return {
      status: entry.isFailed ? '0x0' : '0x1',
      blockHash: blocks.hash(entry.block),
      blockNumber: hexOf(entry.block),
      from,
      logs: entry.isFailed ? [] : logs,
    }
  }
  return {
    networkId,
    chain: evmPayments({ networkId, url: ask, confirmations }),
    accounts: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    ],
    token: { asset: `${networkId}/erc20:${usd}`, address: usd, other },
    decimals: 18,
    ...blocks.actions,
  }
}

export function solanaLedger(): MemoryLedger {
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  const networkId = `solana:${genesis.slice(0, 32)}`
  const blocks = createBlocks(
    (number) => '4'.repeat(64) + number.toString(2).padStart(16, '0').replaceAll('0', 'z'),
  )
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const other = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
  const ask: NodeRpc = async (method, [first]) => {
    blocks.check()
    if (method === 'getGenesisHash') return genesis
    if (method === 'getSlot') return blocks.height()
    if (method === 'getFirstAvailableBlock') return 0
    if (method === 'getBlocks') return blocks.isLost(Number(first)) ? [] : [first]
    if (method === 'getSignaturesForAddress') {
      const named = blocks.entries().filter(({ references }) => references.includes(String(first)))
      return named.map(({ id, isFailed }) => ({ signature: id, err: isFailed ? {} : null })).reverse()
    }
    const entry = blocks.entry(String(first))
    if (!entry) return null
    const people = [...new Set(entry.transfers.flatMap(({ from, to }) => [from, to]))]
    const keys = [...people, ...entry.references]
    const had = 10n ** 19n
    const change = (who: string, token?: string) =>
      entry.isFailed
        ? 0n
        : entry.transfers
            .filter((transfer) => transfer.token === token)
            .reduce(
              (sum, { from, to, units }) => sum + (to === who ? units : 0n) - (from === who ? units : 0n),
              0n,
            )
    const mints = [...new Set(entry.transfers.flatMap(({ token }) => token ?? []))]
    const tokens = (isAfter: boolean) =>
      mints.flatMap((token) =>
        people.map((owner, accountIndex) => ({
          accountIndex,
          mint: token,
          owner,
          uiTokenAmount: { amount: String(had + (isAfter ? change(owner, token) : 0n)) },
        })),
      )
    return {
      slot: entry.block,
      // no money: seconds
      blockTime: Math.floor(blocks.time(entry.block) / 1000),
      transaction: { message: { accountKeys: keys, header: { numRequiredSignatures: 1 } } },
      meta: {
        err: entry.isFailed ? { InstructionError: [0, 'Custom'] } : null,
        preBalances: keys.map(() => String(had)),
        postBalances: keys.map((key) => String(had + change(key))),
        preTokenBalances: tokens(false),
        postTokenBalances: tokens(true),
      },
    }
  }
  return {
    networkId,
    chain: solanaPayments({ networkId, url: ask }),
    accounts: [
      'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
      'GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE',
      'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
    ],
    token: { asset: `${networkId}/token:${mint}`, address: mint, other },
    decimals: 9,
    ...blocks.actions,
  }
}

export function bitcoinLedger(confirmations = 1): MemoryLedger {
  const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
  const networkId = `bip122:${genesis.slice(0, 32)}`
  const blocks = createBlocks((number) => number.toString(16).padStart(64, '0'))
  const read: EsploraReader = async (path) => {
    blocks.check()
    const [section, name = ''] = path.split('/')
    if (path === 'block-height/0') return { status: 200, text: genesis }
    if (section === 'block-height') return { status: 200, text: blocks.hash(Number(name)) }
    if (path === 'blocks/tip/height') return { status: 200, text: String(blocks.height()) }
    const entry = blocks.entry(name)
    if (!entry) return { status: 404, text: 'Transaction not found' }
    // A failed transaction is never in a block.
    const status = entry.isFailed
      ? { confirmed: false }
      : {
          confirmed: true,
          block_height: entry.block,
          block_hash: blocks.hash(entry.block),
          // no money: seconds
          block_time: Math.floor(blocks.time(entry.block) / 1000),
        }
    const number = (units: bigint) => `#${units}#`
    const body = {
      txid: entry.id,
      vin: [...entry.transfers, ...(entry.fee ? [entry.fee] : [])].map(({ from, units }) => ({
        prevout: { scriptpubkey_address: from, value: number(units) },
      })),
      vout: entry.transfers.map(({ to, units }) => ({ scriptpubkey_address: to, value: number(units) })),
      status,
    }
    // JSON numbers of any length, as a node of another language writes them.
    return { status: 200, text: JSON.stringify(body).replaceAll(/"#(\d+)#"/g, '$1') }
  }
  return {
    networkId,
    chain: bitcoinPayments({ networkId, url: read, confirmations }),
    accounts: [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ],
    decimals: 8,
    ...blocks.actions,
  }
}

export function polkadotLedger(): MemoryLedger {
  const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
  const networkId = `polkadot:${genesis.slice(2, 34)}`
  const blocks = createBlocks((number) => `0x${number.toString(16).padStart(64, '0')}`)
  const accounts = [
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3',
    '14Gjs1TD93gnwEBfDMHoCgsuf1s2TVKUP6Z1qKmAZnZ8cW5q',
  ] as const
  const key = (address: string) => {
    const index = (accounts as readonly string[]).indexOf(address)
    if (index < 0) throw new Error('Invalid decoded address checksum')
    return hexOf(index + 1).padEnd(66, '0')
  }
  const text = (value: string) => ({ toString: () => value, toHex: () => value })
  const account = (address: string) => ({ toString: () => address, toHex: () => key(address) })
  const numberOf = (hash: string) => Number(BigInt(hash) % 1_000_000n)
  const api: PolkadotApi = {
    genesisHash: text(genesis),
    createType: (_, value) => ({ toHex: () => key(value) }),
    async at(hash) {
      blocks.check()
      const number = numberOf(hash)
      const entry = blocks.entries().find(({ block }) => block === number)
      const record = (section: string, method: string, data: readonly unknown[], applyExtrinsic = 1) => ({
        phase: { toJSON: () => ({ applyExtrinsic }) },
        event: { section, method, data },
      })
      const transfers = entry?.isFailed
        ? []
        : (entry?.transfers ?? []).map(({ from, to, units }) =>
            record('balances', 'Transfer', [account(from), account(to), text(String(units))]),
          )
      const end = record('system', entry?.isFailed ? 'ExtrinsicFailed' : 'ExtrinsicSuccess', [])
      return {
        query: {
          timestamp: { now: async () => text(String(blocks.time(number))) },
          system: { events: async () => [record('system', 'ExtrinsicSuccess', [], 0), ...transfers, end] },
        },
      }
    },
    rpc: {
      chain: {
        async getBlock(hash) {
          blocks.check()
          const number = numberOf(hash)
          const entry = blocks.entries().find(({ block }) => block === number)
          const inherent = { hash: text(`0x${'1'.repeat(64)}`), signer: text(''), isSigned: false }
          const own = entry
            ? [{ hash: text(entry.id), signer: account(entry.transfers[0]?.from ?? ''), isSigned: true }]
            : []
          return {
            block: {
              header: {
                number: text(String(number)),
                parentHash: text(blocks.hash(Math.max(0, number - 1))),
              },
              extrinsics: [inherent, ...own],
            },
          }
        },
        async getBlockHash(number) {
          blocks.check()
          return text(number > blocks.height() ? `0x${'0'.repeat(64)}` : blocks.hash(number))
        },
        async getFinalizedHead() {
          blocks.check()
          return text(blocks.hash(blocks.height()))
        },
        getHeader: async () => ({ hash: text(blocks.hash(blocks.height())) }),
      },
    },
  }
  return {
    networkId,
    chain: polkadotPayments({ networkId, api }),
    accounts,
    decimals: 10,
    ...blocks.actions,
  }
}

export const ledgers = { evmLedger, solanaLedger, bitcoinLedger, polkadotLedger }
