import {
  type Address,
  type Hex,
  hexToBigInt,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
  zeroAddress,
} from 'viem'
import { applyCall } from './applyCall.js'
import {
  type Block,
  baseFee,
  coinLogOf,
  describeBlock,
  describeReceipt,
  describeTransaction,
  feeHistory,
  findLogs,
  hashOfBlock,
  placeLog,
  tip,
} from './describeChain.js'
import { holdingKey, type SimulatedCall, type SimulatedState, type SimulatedToken } from './SimulatedState.js'

export interface SimulatedChainOptions {
  readonly chainId: number
  readonly tokens: readonly SimulatedToken[]
  /** The balances at the beginning. */
  readonly coins: Readonly<Record<Address, bigint>>
  /** Amounts of tokens, by account and then by token. */
  readonly holdings: Readonly<Record<Address, Readonly<Record<Address, bigint>>>>
  /** Seconds since 1970. */
  readonly now: () => number
}

/** Answers a JSON-RPC request, or throws a {@link SimulatedRefusal}. */
export type SimulatedChain = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A refusal by the chain, with the code that nodes give. */
export class SimulatedRefusal extends Error {
  override name = 'SimulatedRefusal'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** A chain: its rules, and its blocks so far. */
interface Ledger {
  readonly options: SimulatedChainOptions
  readonly blocks: Block[]
}

const gasOfCoin = 21_000n
const gasOfToken = 52_000n

/**
 * A chain in the memory of a page: a coin and some tokens, transactions that are really signed, a block for each. It knows what wallets and
 * the EVM plugin ask, and no contract but its tokens.
 */
export function createSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const first = { number: 0, time: options.now() - 60, state: firstState(options), transaction: undefined }
  const ledger: Ledger = { options, blocks: [first] }
  const methods: Methods = { ...readingMethods(ledger), ...callingMethods(ledger) }
  return async (method, params) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    return answer ? await answer(params) : refuse(`the method ${method} does not exist`, -32_601)
  }
}

type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

function readingMethods(ledger: Ledger): Methods {
  const { chainId } = ledger.options
  const at = (tag: unknown) => blockAt(ledger, tag)
  const mined = (hash: unknown) => ledger.blocks.find(({ transaction }) => transaction?.hash === hash)
  return {
    eth_chainId: () => numberToHex(chainId),
    net_version: () => String(chainId),
    web3_clientVersion: () => 'latchkey-simulated',
    eth_blockNumber: () => numberToHex(latest(ledger).number),
    eth_gasPrice: () => numberToHex(baseFee + tip),
    eth_maxPriorityFeePerGas: () => numberToHex(tip),
    eth_feeHistory: ([count]) => feeHistory(Number(count), latest(ledger).number),
    eth_getBalance: ([account, tag]) =>
      numberToHex(at(tag).state.coins.get(String(account).toLowerCase()) ?? 0n),
    eth_getTransactionCount: ([account, tag]) =>
      numberToHex(at(tag).state.nonces.get(String(account).toLowerCase()) ?? 0),
    eth_getCode: ([account]) => (isToken(ledger, String(account)) ? '0x60' : '0x'),
    eth_getBlockByNumber: ([tag, isFull]) => describeBlock(at(tag), chainId, isFull === true),
    eth_getBlockByHash: ([blockHash, isFull]) => describeBlock(at({ blockHash }), chainId, isFull === true),
    eth_getTransactionByHash: ([hash]) => describeTransaction(mined(hash), chainId),
    eth_getTransactionReceipt: ([hash]) => describeReceipt(mined(hash)),
    eth_getLogs: ([filter]) => findLogs(ledger.blocks, filter, (tag) => at(tag).number),
  }
}

function callingMethods(ledger: Ledger): Methods {
  const { tokens } = ledger.options
  return {
    eth_call: ([call, tag]) => applyCall(blockAt(ledger, tag).state, callOf(call), tokens).returned,
    eth_estimateGas: ([call]) =>
      applyCall(latest(ledger).state, callOf(call), tokens).isSuccess
        ? numberToHex(gasOf(ledger, callOf(call)))
        : refuse('execution reverted', 3),
    eth_simulateV1: ([asked, tag]) => simulate(ledger, asked, blockAt(ledger, tag).state),
    eth_sendRawTransaction: ([raw]) => send(ledger, raw as TransactionSerialized),
  }
}

const latest = ({ blocks }: Ledger): Block => blocks.at(-1) ?? refuse('The chain has no block.')

function blockAt(ledger: Ledger, tag: unknown): Block {
  const { blocks } = ledger
  if (typeof tag === 'object' && tag !== null && 'blockHash' in tag)
    return (
      blocks.find(({ number }) => hashOfBlock(number) === tag.blockHash) ?? refuse('There is no such block.')
    )
  if (tag === 'earliest') return blocks[0] ?? latest(ledger)
  if (typeof tag !== 'string' || !tag.startsWith('0x')) return latest(ledger)
  return blocks[Number(tag)] ?? refuse(`There is no block ${Number(tag)}.`)
}

const isToken = ({ options }: Ledger, account: string): boolean =>
  options.tokens.some(({ address }) => address.toLowerCase() === account.toLowerCase())

const gasOf = (ledger: Ledger, { to }: SimulatedCall): bigint =>
  isToken(ledger, to) ? gasOfToken : gasOfCoin

function callOf(asked: unknown): SimulatedCall {
  const { from, to, value, data, input } = asked as Partial<Record<keyof SimulatedCall | 'input', Hex>>
  if (!to) refuse('This chain takes no new contracts.')
  return { from: from ?? zeroAddress, to, value: hexToBigInt(value ?? '0x0'), data: data ?? input ?? '0x' }
}

/** Checks a signed transaction as a node does, and puts it into a block of its own. */
async function send(ledger: Ledger, raw: TransactionSerialized): Promise<Hex> {
  const { chainId, tokens, now } = ledger.options
  const parsed = parseTransaction(raw)
  const from = await recoverTransactionAddress({ serializedTransaction: raw })
  const { state } = latest(ledger)
  const sender = from.toLowerCase()
  const nonce = state.nonces.get(sender) ?? 0
  const given = parsed.nonce ?? 0
  if (parsed.chainId !== chainId) refuse(`The transaction is for chain ${parsed.chainId}.`)
  if (given !== nonce) refuse(given < nonce ? 'nonce too low' : 'nonce too high')
  if (!parsed.to) refuse('This chain takes no new contracts.')
  const call = { from, to: parsed.to, value: parsed.value ?? 0n, data: parsed.data ?? '0x' }
  const gas = gasOf(ledger, call)
  const fee = gas * (baseFee + tip)
  const held = state.coins.get(sender) ?? 0n
  if (held < fee + call.value) refuse('insufficient funds for gas * price + value')
  const paid = {
    ...state,
    coins: new Map(state.coins).set(sender, held - fee),
    nonces: new Map(state.nonces).set(sender, nonce + 1),
  }
  const { state: after, isSuccess, logs } = applyCall(paid, call, tokens)
  const fees = { maxFeePerGas: parsed.maxFeePerGas ?? baseFee + tip, maxPriorityFeePerGas: tip }
  const transaction = { ...call, hash: keccak256(raw), nonce, gas, ...fees, isSuccess, logs }
  ledger.blocks.push({ number: ledger.blocks.length, time: now(), state: after, transaction })
  return transaction.hash
}

/** Does calls one after the other without keeping what they change (`eth_simulateV1`). */
function simulate(ledger: Ledger, asked: unknown, before: SimulatedState) {
  let state = before
  const block = latest(ledger)
  const { blockStateCalls } = asked as {
    readonly blockStateCalls: readonly { readonly calls: readonly unknown[] }[]
  }
  return blockStateCalls.map(({ calls }) => ({
    ...describeBlock(block, ledger.options.chainId),
    calls: calls.map((each) => {
      const call = callOf(each)
      const result = applyCall(state, call, ledger.options.tokens)
      state = result.state
      const logs = [...coinLogOf(call, result.isSuccess), ...result.logs]
      return {
        status: result.isSuccess ? '0x1' : '0x0',
        gasUsed: numberToHex(gasOf(ledger, call)),
        returnData: result.returned,
        logs: logs.map((log, at) => placeLog(log, block, at)),
        ...(result.isSuccess ? {} : { error: { code: -32_000, message: 'execution reverted' } }),
      }
    }),
  }))
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
