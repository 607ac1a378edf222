import {
  decodeFunctionResult,
  encodeFunctionData,
  formatUnits,
  type Hex,
  type Log,
  maxUint160,
  parseAbi,
  type StateOverride,
} from 'viem'
import {
  coinMovesOf,
  coinPlaceholder,
  coinTokens,
  isCoinLog,
  uniteCoinMoves,
} from '@latchkey/plugin-email-auth/protocol'
import type { Fact } from '../facts.js'
import { type Allowance, keepUnused, pickAllowances, readAllowances, sentByAccount } from './allowances.js'
import { isSaneSymbol } from './isSaneSymbol.js'
import type { Client } from './node.js'
import { openOwnCalls } from './smart/openOwnCalls.js'
import { say, type Sentence, type Text } from '../../words/say.js'

export interface TriedCall {
  /** Default the account. */
  readonly from?: Hex | undefined
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  readonly value: bigint
}

/** What calls did when the node tried them one after the other, without sending them. */
export interface Trial {
  readonly gasUsed: readonly bigint[]
  readonly doesFail: boolean
  /** More happened than was looked at: `changes` or `allowances` lack some of it. */
  readonly isPartial: boolean
  readonly changes: readonly TokenChange[]
  readonly allowances: readonly Allowance[]
  /** The logs of each call. */
  readonly logs: readonly (readonly Log[])[]
}

export interface TokenChange {
  /** Absent for the network's coin. */
  readonly token?: string
  readonly symbol?: string | undefined
  readonly decimals?: number | undefined
  readonly difference: bigint
  /** The token is a collection (ERC-721), and the difference counts items. */
  readonly isCollection?: boolean
}

const token = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
/** Of an ERC-721 token the amount is a fourth topic: only the addresses are read here. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** More tokens and allowances than these are not looked at: what a call that touches so many does, nobody can read. */
const most = 20

/** What is to be otherwise than it is. Without a base fee of the block, the node tries at no price. */
interface TriedWorld {
  readonly block?: { readonly baseFeePerGas?: bigint }
  readonly state?: StateOverride
}

/** Lets the node try the calls (`eth_simulateV1`). Returns nothing for a node that can't. */
export async function tryCalls(
  client: Client,
  account: Hex,
  calls: readonly TriedCall[],
  world: TriedWorld = {},
): Promise<Trial | undefined> {
  try {
    const sent = calls.map(({ from = account, to, data, value }) => ({
      from,
      value,
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
    }))
    const first = await simulate(client, sent, world)
    const logs = first.flatMap((call) => call.logs)
    const coinToken = coinTokens[client.chain.id]?.toLowerCase() as Hex | undefined
    const moved = tokensOf(logs, account).filter((address) => address !== coinToken)
    const tokens = moved.slice(0, most)
    const given = readAllowances(logs, account)
    const called = new Set(openOwnCalls(account, calls).map(({ to }) => to.toLowerCase()))
    const allowed = pickAllowances(given, called, most)
    const after = await readAfter(client, account, {
      calls,
      sent,
      tokens,
      coinToken,
      allowed,
      logs,
      world,
    }).catch(
      // A contract can make the node give up here. What was allowed is known already.
      () => undefined,
    )
    return {
      gasUsed: first.map(({ gasUsed }) => gasUsed),
      doesFail: first.some(({ status }) => status !== 'success'),
      isPartial: !after || moved.length > tokens.length || given.length > allowed.length,
      changes: [...coinChange(after?.coin ?? coinMoved(logs, account, coinToken)), ...(after?.changes ?? [])],
      allowances: after?.allowances ?? allowed,
      logs: first.map((call) => call.logs),
    }
  } catch {
    return undefined
  }
}

interface Simulated {
  readonly status: string
  readonly data: Hex
  readonly gasUsed: bigint
  readonly logs: readonly Log[]
}

/** Tries calls in a row. @throws Error of a node that can't */
export async function simulate(
  client: Client,
  calls: readonly object[],
  { block = {}, state = [] }: TriedWorld,
): Promise<readonly Simulated[]> {
  const blocks = (await client.simulateBlocks({
    blocks: [{ calls, blockOverrides: block, stateOverrides: state }],
    traceTransfers: true,
  } as never)) as readonly { readonly calls: readonly Partial<Simulated>[] }[]
  const tried = blocks[0]?.calls ?? []
  if (tried.length !== calls.length) throw new Error('The node tried other calls.')
  return tried.map(({ status = 'failure', data = '0x', gasUsed = 0n, logs = [] }) => ({
    status,
    data,
    gasUsed,
    logs,
  }))
}

const isOf = (topic: Hex | undefined, account: Hex) =>
  topic?.slice(-40).toLowerCase() === account.slice(2).toLowerCase()

/** Contracts that say that something moved from or to the account. */
function tokensOf(logs: readonly Log[], account: Hex): readonly Hex[] {
  const own = logs.filter(
    (log) =>
      log.topics[0] === transferTopic &&
      !isCoinLog(log) &&
      (isOf(log.topics[1], account) || isOf(log.topics[2], account)),
  )
  return [...new Set(own.map(({ address }) => address.toLowerCase() as Hex))]
}

/** The node and the network tell the coin's way, as logs of an address that has no code. */
function coinMoved(logs: readonly Log[], account: Hex, coinToken: Hex | undefined): bigint {
  const own = account.toLowerCase()
  const told = coinMovesOf(logs)
  const asToken = logs.filter(({ address }) => address.toLowerCase() === coinToken)
  const moves = coinToken
    ? uniteCoinMoves(
        told,
        coinMovesOf(asToken.map((log) => ({ ...log, address: coinPlaceholder }))),
        coinToken,
      )
    : told
  return moves.reduce(
    (sum, { from, to, amount }) => sum + (to === own ? amount : 0n) - (from === own ? amount : 0n),
    0n,
  )
}

const coinChange = (difference: bigint): readonly TokenChange[] => (difference === 0n ? [] : [{ difference }])

interface Watched {
  readonly calls: readonly TriedCall[]
  /** The same calls, as the node is asked to try them. */
  readonly sent: readonly object[]
  readonly tokens: readonly Hex[]
  /** The contract by which the coin is a token, too, in lower case. */
  readonly coinToken: Hex | undefined
  readonly allowed: readonly Allowance[]
  readonly logs: readonly Log[]
  readonly world: TriedWorld
}

/**
 * Balances before and after, and what others may still take, as the tokens say them: anybody may write a log of a transfer, and
 * what was allowed may be used up by the calls themselves.
 */
async function readAfter(
  client: Client,
  account: Hex,
  { calls, sent, tokens, coinToken, allowed, logs, world }: Watched,
): Promise<Pick<Trial, 'changes' | 'allowances'> & { readonly coin?: bigint | undefined }> {
  if (tokens.length === 0 && allowed.length === 0 && !coinToken) return { changes: [], allowances: [] }
  const ask = (to: Hex, data: Hex) => ({ to, data, gas: 200_000n })
  // Of two moves that logs tell as one, only the balance knows: the coin's is the last.
  const held = coinToken ? [...tokens, coinToken] : tokens
  const balances = held.map((to) =>
    ask(to, encodeFunctionData({ abi: token, functionName: 'balanceOf', args: [account] })),
  )
  const words = tokens.flatMap((to) => [
    ask(to, encodeFunctionData({ abi: token, functionName: 'symbol' })),
    ask(to, encodeFunctionData({ abi: token, functionName: 'decimals' })),
  ])
  const left = allowed.map(({ token: to, spender }) =>
    ask(to, encodeFunctionData({ abi: token, functionName: 'allowance', args: [account, spender] })),
  )
  const answers = await simulate(client, [...balances, ...sent, ...balances, ...words, ...left], world)
  const after = balances.length + sent.length
  const risenAt = (index: number): bigint | undefined => {
    const [before, now] = [answers[index], answers[after + index]].map((call) => read('balanceOf', call))
    return typeof before === 'bigint' && typeof now === 'bigint' ? now - before : undefined
  }
  const changes = tokens.flatMap((address, index): readonly TokenChange[] => {
    const difference = risenAt(index)
    if (!difference) return []
    const place = after + balances.length + index * 2
    const [symbol, decimals] = [read('symbol', answers[place]), read('decimals', answers[place + 1])]
    const shared = {
      token: address,
      difference,
      ...(typeof symbol === 'string' ? { symbol } : {}),
    }
    if (isCollection(logs, address)) return [{ ...shared, isCollection: true }]
    return [{ ...shared, ...(typeof decimals === 'number' ? { decimals } : {}) }]
  })
  const lefts = allowed.map((_, index) => {
    const amount = read('allowance', answers[after + balances.length + words.length + index])
    return typeof amount === 'bigint' ? amount : undefined
  })
  const goneOf = (address: string) => {
    const change = changes.find((one) => one.token === address.toLowerCase())
    return -(change?.difference ?? 0n) - sentByAccount(account, calls, address)
  }
  const coin = coinToken && risenAt(tokens.length)
  return { changes, coin, allowances: keepUnused(allowed, lefts, goneOf) }
}

/** The id of an item (ERC-721) is a fourth topic, where the amount of a token is data. */
const isCollection = (logs: readonly Log[], address: Hex): boolean =>
  logs.some(
    (log) =>
      log.address.toLowerCase() === address && log.topics[0] === transferTopic && log.topics.length === 4,
  )

function read(
  functionName: 'balanceOf' | 'symbol' | 'decimals' | 'allowance',
  call: Simulated | undefined,
): unknown {
  if (call?.status !== 'success') return undefined
  try {
    return decodeFunctionResult({ abi: token, functionName, data: call.data })
  } catch {
    return undefined
  }
}

/** What goes and what comes, by the node's trial: the coin by its own name, a token by what it says and by its address. */
export function factsOfTrial(trial: Trial | undefined, coin: Text): readonly Fact[] {
  if (!trial) return [{ name: say`Result`, value: say`The node can’t try this out before it’s sent` }]
  const fails: readonly Fact[] = trial.doesFail
    ? [{ name: say`Result`, value: say`This fails when the node tries it out`, isWarning: true }]
    : []
  const isPartial: readonly Fact[] = trial.isPartial
    ? [
        {
          name: say`Result`,
          value: say`More happens than can be listed here. Continue only if you trust the app`,
          isWarning: true,
        },
      ]
    : []
  return [
    ...fails,
    ...isPartial,
    ...trial.changes.map((change) => factOfChange(change, coin)),
    ...trial.allowances.flatMap(factsOfAllowance),
  ]
}

const factsOfAllowance = ({ token: address, spender, amount }: Allowance): readonly Fact[] => [
  {
    name: say`Afterwards, someone can take your tokens`,
    value: say`${amountOf(amount)}, token ${address}`,
    isWarning: true,
  },
  { name: say`Who`, value: spender, isWarning: true },
]

function amountOf(amount: bigint | undefined): Sentence {
  if (amount === undefined) return say`every item of a collection`
  return amount >= maxUint160 / 2n ? say`without any limit` : say`up to ${amount} of the smallest unit`
}

export function factOfChange(
  { token: address, symbol, decimals, difference, isCollection: isOfItems }: TokenChange,
  coin: Text,
): Fact {
  const amount = difference < 0n ? -difference : difference
  const isLeaving = difference < 0n
  const kind = isLeaving ? ('leaves' as const) : ('arrives' as const)
  const name = isLeaving ? say`You send` : say`You get`
  if (address === undefined) {
    return { name, value: { decimal: formatUnits(amount, 18), symbol: coin }, kind }
  }
  if (isOfItems) {
    const items = amount === 1n ? say`1 item` : say`${amount} items`
    const isNamed = symbol !== undefined && isSaneSymbol(symbol)
    return {
      ...{ name, kind },
      value: isNamed ? say`${items} of ${symbol}` : items,
      note: say`Collection ${address}`,
    }
  }
  const isReadable = decimals !== undefined && decimals <= 36 && symbol !== undefined && isSaneSymbol(symbol)
  const text = isReadable
    ? { decimal: formatUnits(amount, decimals), symbol }
    : say`${amount} of the smallest unit`
  return { name, value: text, note: say`Token ${address}`, kind }
}
