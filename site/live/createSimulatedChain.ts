import {
  type Address,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  toHex,
  type TransactionSerialized,
  zeroHash,
} from 'viem'
import { applyCall } from './applyCall.js'
import {
  holdingKey,
  type SimulatedCall,
  type SimulatedLog,
  type SimulatedState,
  type SimulatedToken,
} from './SimulatedState.js'

export interface SimulatedChainOptions {
  readonly chainId: number
  readonly tokens: readonly SimulatedToken[]
  /** Who has what at the beginning. */
  readonly coins: Readonly<Record<Address, bigint>>
  /** Amounts of tokens, by account and then by token. */
  readonly holdings: Readonly<Record<Address, Readonly<Record<Address, bigint>>>>
  /** Seconds since 1970. */
  readonly now: () => number
}

/** Answers a JSON-RPC request, or throws a {@link SimulatedRefusal}. */
export type SimulatedChain = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What the chain refuses, with the code that nodes give. */
export class SimulatedRefusal extends Error {
  override name = 'SimulatedRefusal'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

interface Sent extends SimulatedCall {
  readonly hash: Hex
  readonly nonce: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly isSuccess: boolean
  readonly logs: readonly SimulatedLog[]
}

interface Block {
  readonly number: number
  readonly time: number
  readonly state: SimulatedState
  readonly transaction: Sent | undefined
}

const baseFee = 10n ** 9n
const tip = 10n ** 8n
const gasOfCoin = 21_000n
const gasOfToken = 52_000n

/**
 * A chain in the memory of a page: a coin and some tokens, transactions that are really signed, a block for each. It knows what wallets and
 * the EVM plugin ask, and no contract but its tokens.
 */
export function createSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const { chainId, tokens, now } = options
  const blocks: Block[] = [
    { number: 0, time: now() - 60, state: firstState(options), transaction: undefined },
  ]
  const latest = () => blocks.at(-1) ?? refuse('The chain has no block.')

  function blockAt(tag: unknown): Block {
    if (typeof tag === 'object' && tag !== null && 'blockHash' in tag)
      return blocks.find(({ number }) => hashOfBlock(number) === tag.blockHash) ?? latest()
    const isNumber = typeof tag === 'string' && tag.startsWith('0x')
    if (!isNumber) return tag === 'earliest' ? (blocks[0] ?? latest()) : latest()
    return blocks[Number(tag)] ?? refuse(`There is no block ${Number(tag)}.`)
  }

  async function send(raw: TransactionSerialized): Promise<Hex> {
    const parsed = parseTransaction(raw)
    const from = await recoverTransactionAddress({ serializedTransaction: raw })
    const { state } = latest()
    const nonce = state.nonces.get(from.toLowerCase()) ?? 0
    if (parsed.chainId !== chainId) refuse(`The transaction is for chain ${parsed.chainId}.`)
    if (!parsed.to) refuse('This chain takes no new contracts.')
    if ((parsed.nonce ?? 0) !== nonce)
      refuse((parsed.nonce ?? 0) < nonce ? 'nonce too low' : 'nonce too high')
    const call = { from, to: parsed.to as Address, value: parsed.value ?? 0n, data: parsed.data ?? '0x' }
    const gas = gasOf(call)
    const fee = gas * (baseFee + tip)
    const held = state.coins.get(from.toLowerCase()) ?? 0n
    if (held < fee + call.value) refuse('insufficient funds for gas * price + value')
    const paid = {
      ...state,
      coins: new Map(state.coins).set(from.toLowerCase(), held - fee),
      nonces: new Map(state.nonces).set(from.toLowerCase(), nonce + 1),
    }
    const { state: after, isSuccess, logs } = applyCall(paid, call, tokens)
    const hash = keccak256(raw)
    const fees = { maxFeePerGas: parsed.maxFeePerGas ?? baseFee + tip, maxPriorityFeePerGas: tip }
    const transaction = { ...call, hash, nonce, gas, ...fees, isSuccess, logs }
    blocks.push({ number: blocks.length, time: now(), state: after, transaction })
    return hash
  }

  const gasOf = ({ to }: SimulatedCall): bigint =>
    tokens.some(({ address }) => address.toLowerCase() === to.toLowerCase()) ? gasOfToken : gasOfCoin
  const mined = (hash: unknown) => blocks.find(({ transaction }) => transaction?.hash === hash)
  const callOf = (asked: unknown): SimulatedCall => {
    const { from, to, value, data, input } = asked as Partial<Record<keyof SimulatedCall | 'input', Hex>>
    if (!to) refuse('This chain takes no new contracts.')
    const sender = from ?? '0x0000000000000000000000000000000000000000'
    return {
      from: sender,
      to: to as Address,
      value: hexToBigInt(value ?? '0x0'),
      data: data ?? input ?? '0x',
    }
  }

  function simulate(asked: unknown, state: SimulatedState) {
    let now = state
    const { blockStateCalls } = asked as {
      readonly blockStateCalls: readonly { readonly calls: readonly unknown[] }[]
    }
    return blockStateCalls.map(({ calls }) => ({
      ...describeBlock(latest(), chainId),
      calls: calls.map((each) => {
        const call = callOf(each)
        const result = applyCall(now, call, tokens)
        now = result.state
        return {
          status: result.isSuccess ? '0x1' : '0x0',
          gasUsed: numberToHex(gasOf(call)),
          returnData: result.returned,
          logs: [...coinLogOf(call, result.isSuccess), ...result.logs].map((log, at) =>
            placeLog(log, latest(), at),
          ),
          ...(result.isSuccess ? {} : { error: { code: -32_000, message: 'execution reverted' } }),
        }
      }),
    }))
  }

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => numberToHex(chainId),
    net_version: () => String(chainId),
    web3_clientVersion: () => 'latchkey-simulated',
    eth_blockNumber: () => numberToHex(latest().number),
    eth_gasPrice: () => numberToHex(baseFee + tip),
    eth_maxPriorityFeePerGas: () => numberToHex(tip),
    eth_getBalance: ([account, tag]) =>
      numberToHex(blockAt(tag).state.coins.get(String(account).toLowerCase()) ?? 0n),
    eth_getTransactionCount: ([account, tag]) =>
      numberToHex(blockAt(tag).state.nonces.get(String(account).toLowerCase()) ?? 0),
    eth_getCode: ([account]) =>
      tokens.some(({ address }) => address.toLowerCase() === String(account).toLowerCase()) ? '0x60' : '0x',
    eth_call: ([call, tag]) => applyCall(blockAt(tag).state, callOf(call), tokens).returned,
    eth_estimateGas: ([call]) =>
      applyCall(latest().state, callOf(call), tokens).isSuccess
        ? numberToHex(gasOf(callOf(call)))
        : refuse('execution reverted', 3),
    eth_feeHistory: ([count]) => feeHistory(Number(count), latest().number),
    eth_getBlockByNumber: ([tag, isFull]) => describeBlock(blockAt(tag), chainId, isFull === true),
    eth_getBlockByHash: ([blockHash, isFull]) =>
      describeBlock(blockAt({ blockHash }), chainId, isFull === true),
    eth_getTransactionByHash: ([hash]) => describeTransaction(mined(hash), chainId),
    eth_getTransactionReceipt: ([hash]) => describeReceipt(mined(hash)),
    eth_getLogs: ([filter]) => findLogs(blocks, filter, (tag) => blockAt(tag).number),
    eth_sendRawTransaction: ([raw]) => send(raw as TransactionSerialized),
    eth_simulateV1: ([asked, tag]) => simulate(asked, blockAt(tag).state),
  }

  return async (method, params) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    return answer ? await answer(params) : refuse(`the method ${method} does not exist`, -32_601)
  }
}

function refuse(message: string, code = -32_000): never {
  throw new SimulatedRefusal(code, message)
}

function firstState({ coins, holdings }: SimulatedChainOptions): SimulatedState {
  const entries = Object.entries(holdings) as [Address, Record<Address, bigint>][]
  return {
    coins: new Map(Object.entries(coins).map(([account, amount]) => [account.toLowerCase(), amount])),
    tokens: new Map(
      entries.flatMap(([account, held]) =>
        Object.entries(held).map(([token, amount]) => [holdingKey(token, account), amount] as const),
      ),
    ),
    nonces: new Map(),
  }
}

/** Nodes tell a movement of the coin in a simulation as a transfer of this address (`traceTransfers`). */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'))
const padded = (account: Address): Hex => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`

function coinLogOf({ from, to, value }: SimulatedCall, isSuccess: boolean): readonly SimulatedLog[] {
  if (!isSuccess || value === 0n) return []
  return [
    {
      address: coin,
      topics: [transferTopic, padded(from), padded(to)],
      data: numberToHex(value, { size: 32 }),
    },
  ]
}

const hashOfBlock = (number: number): Hex => keccak256(toHex(`block ${number}`))

const placeLog = (log: SimulatedLog, { number, transaction }: Block, at: number) => ({
  ...log,
  blockNumber: numberToHex(number),
  blockHash: hashOfBlock(number),
  transactionHash: transaction?.hash ?? zeroHash,
  transactionIndex: '0x0',
  logIndex: numberToHex(at),
  removed: false,
})

function describeBlock(block: Block, chainId: number, isFull = false) {
  const { number, time, transaction } = block
  const own = transaction ? [isFull ? describeTransaction(block, chainId) : transaction.hash] : []
  return {
    number: numberToHex(number),
    hash: hashOfBlock(number),
    parentHash: number === 0 ? zeroHash : hashOfBlock(number - 1),
    timestamp: numberToHex(time),
    baseFeePerGas: numberToHex(baseFee),
    gasLimit: numberToHex(30_000_000),
    gasUsed: numberToHex(transaction?.gas ?? 0n),
    miner: '0x0000000000000000000000000000000000000000',
    transactions: own,
  }
}

function describeTransaction(block: Block | undefined, chainId: number) {
  if (!block?.transaction) return null
  const { hash, from, to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = block.transaction
  return {
    hash,
    from,
    to,
    type: '0x2',
    value: numberToHex(value),
    input: data,
    nonce: numberToHex(nonce),
    gas: numberToHex(gas),
    gasPrice: numberToHex(baseFee + tip),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
    chainId: numberToHex(chainId),
    accessList: [],
    blockNumber: numberToHex(block.number),
    blockHash: hashOfBlock(block.number),
    transactionIndex: '0x0',
  }
}

function describeReceipt(block: Block | undefined) {
  if (!block?.transaction) return null
  const { hash, from, to, gas, isSuccess, logs } = block.transaction
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    blockNumber: numberToHex(block.number),
    blockHash: hashOfBlock(block.number),
    from,
    to,
    type: '0x2',
    status: isSuccess ? '0x1' : '0x0',
    gasUsed: numberToHex(gas),
    cumulativeGasUsed: numberToHex(gas),
    effectiveGasPrice: numberToHex(baseFee + tip),
    contractAddress: null,
    logsBloom: `0x${'0'.repeat(512)}`,
    logs: logs.map((log, at) => placeLog(log, block, at)),
  }
}

function findLogs(blocks: readonly Block[], filter: unknown, numberOf: (tag: unknown) => number) {
  const {
    fromBlock,
    toBlock,
    address,
    topics = [],
  } = filter as {
    readonly fromBlock?: Hex
    readonly toBlock?: Hex
    readonly address?: Address | readonly Address[]
    readonly topics?: readonly (Hex | readonly Hex[] | null)[]
  }
  const addresses = address === undefined ? undefined : [address].flat().map((each) => each.toLowerCase())
  const matches = ({ address: own, topics: given }: SimulatedLog) =>
    (addresses?.includes(own.toLowerCase()) ?? true) &&
    topics.every((wanted, at) => wanted === null || [wanted].flat().includes(given[at] ?? '0x'))
  return blocks
    .slice(numberOf(fromBlock), numberOf(toBlock) + 1)
    .flatMap((block) =>
      (block.transaction?.logs ?? []).flatMap((log, at) => (matches(log) ? [placeLog(log, block, at)] : [])),
    )
}

function feeHistory(count: number, newest: number) {
  const blocks = Math.min(count, newest + 1)
  return {
    oldestBlock: numberToHex(newest - blocks + 1),
    baseFeePerGas: Array(blocks + 1).fill(numberToHex(baseFee)),
    gasUsedRatio: Array(blocks).fill(0.5),
    reward: Array(blocks).fill([numberToHex(tip)]),
  }
}
