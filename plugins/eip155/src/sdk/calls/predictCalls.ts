import { truncateAddress } from '@latchkey/kernel/contracts'
import { coinTokens, type Multiplier, shownOf } from '@latchkey/kernel/chain'
import type { AllowanceChange, BalanceChange } from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import { plainText } from '@latchkey/kernel/plugin'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { isSameAddress } from '../../address.js'
import type { EvmClient } from '../../clients.js'
import { findPayments, type Payment } from './findPayments.js'
import { callAll } from '../callAll.js'
import { multiplierCall, multiplierOf } from '../multiplier.js'
import { limited } from './limited.js'
import { type CallOutcome, simulateAll, type Transfer } from '../send/simulate.js'
import { type Approval, findTouched, type Touched } from './findTouched.js'

export interface Prediction {
  readonly changes: readonly BalanceChange[]
  readonly allowances: readonly AllowanceChange[]
  /** Of each call, in their order. */
  readonly gasUsed: readonly bigint[]
  /** More assets are touched than are looked at. */
  readonly isCut: boolean
  /** A call transfers a token of which less arrives, because the token keeps a part. */
  readonly isShort: boolean
}

/** How many tokens, collectibles and allowances are looked at: more is spam of a contract. */
const assetLimit = 40

/**
 * What calls change for the account that makes them. Logs only tell which tokens to look at: how much there is before
 * and after is read from the tokens themselves within the simulation, because any contract may log what it likes.
 *
 * @returns `undefined` where the node can't simulate.
 * @throws RpcRequestError as the chain would refuse the first of the calls that it refuses
 */
export async function predictCalls(
  client: EvmClient,
  calls: readonly Transfer[],
  log: LogService,
): Promise<Prediction | undefined> {
  const [{ from }] = calls as [Transfer]
  const first = await simulateAll(client, calls, log)
  if (!first) return undefined
  const refusal = first.find(({ error }) => error)?.error
  if (refusal) throw refusal
  const coinToken = coinTokens[client.chain.id]
  const logs = first.flatMap(({ logs }) => logs)
  const found = findTouched(from, calls, logs, coinToken)
  const touched = pickTouched(found, calls)
  const payments = findPayments(from, calls).slice(0, assetLimit)
  // Of two moves that logs tell as one, only the balance knows.
  const ofCoin = coinToken ? [balanceRead(from, { asset: coinToken, receiver: from })] : []
  const own = [...ofCoin, ...readsOf(from, touched)]
  const reads = [...own, ...payments.map((payment) => balanceRead(from, payment))]
  const all = reads.length === 0 ? [] : await simulateAll(client, [...reads, ...calls, ...reads], log)
  if (!all) return undefined
  const before = all.slice(0, reads.length)
  const after = all.slice(reads.length + calls.length)
  const facts = await describeTokens(client, touched)
  const readings = { before: before.slice(ofCoin.length), after: after.slice(ofCoin.length) }
  const native = (ofCoin.length > 0 ? risenBy(before[0], after[0]) : undefined) ?? touched.native
  return {
    changes: changesOf(client, from, { ...touched, native }, facts, readings),
    allowances: allowancesOf(touched, facts, readings),
    gasUsed: first.map(({ gasUsed }) => gasUsed),
    isCut: touched !== found,
    isShort: payments.some(({ amount }, index) => {
      const place = own.length + index
      const risen = risenBy(before[place], after[place])
      return risen !== undefined && risen < amount
    }),
  }
}

/**
 * So many of each as somebody reads. What the calls themselves say comes first, then what contracts say that are called directly,
 * and of each contract one before the second of another: a contract can tell of as many as it likes.
 */
function pickTouched(touched: Touched, calls: readonly Transfer[]): Touched {
  const { native, tokens, collectibles, approvals, rights } = touched
  const lists: readonly (readonly unknown[])[] = [tokens, collectibles, approvals, rights]
  if (lists.every(({ length }) => length <= assetLimit)) return touched
  const called = new Set(calls.map(({ to }) => to.toLowerCase()))
  const pick = <One extends Named>(all: readonly One[]) => pickFirst(all, called)
  return {
    native,
    tokens: pick(tokens),
    collectibles: pick(collectibles),
    approvals: pick(approvals),
    rights: pick(rights),
  }
}

interface Named {
  readonly asset: Address
  readonly isOwn?: boolean
}

function pickFirst<One extends Named>(all: readonly One[], called: ReadonlySet<string>): readonly One[] {
  const ranks = new Map<Address, number>()
  return all
    .map((one) => {
      const rank = ranks.get(one.asset) ?? 0
      ranks.set(one.asset, rank + 1)
      return { one, place: one.isOwn ? -1 : rank + (called.has(one.asset.toLowerCase()) ? 0 : all.length) }
    })
    .sort((first, second) => first.place - second.place)
    .slice(0, assetLimit)
    .map(({ one }) => one)
}

/** Balances of all tokens, then allowances of all approvals of tokens. */
function readsOf(from: Address, { tokens, approvals }: Touched) {
  return [
    ...tokens.map(({ asset }) => balanceRead(from, { asset, receiver: from })),
    ...approvals.map(({ asset, spender }) => ({
      ...{ from, to: asset },
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [from, spender] }),
    })),
  ]
}

const balanceRead = (from: Address, { asset, receiver }: Pick<Payment, 'asset' | 'receiver'>) => ({
  ...{ from, to: asset },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [receiver] }),
})

interface Readings {
  readonly before: readonly CallOutcome[]
  readonly after: readonly CallOutcome[]
}

const numberOf = (outcome: CallOutcome | undefined): bigint | undefined =>
  outcome?.isSuccess && outcome.returnData?.length === 66 ? BigInt(outcome.returnData) : undefined

function risenBy(before: CallOutcome | undefined, after: CallOutcome | undefined): bigint | undefined {
  const [had, has] = [numberOf(before), numberOf(after)]
  return had === undefined || has === undefined ? undefined : has - had
}

function changesOf(
  client: EvmClient,
  address: Address,
  { native, tokens, collectibles }: Touched,
  facts: TokenFacts,
  { before, after }: Readings,
): readonly BalanceChange[] {
  const { symbol, decimals } = client.chain.nativeCurrency
  const ofTokens = tokens.map(({ asset, flow }, index): BalanceChange => {
    const [had, has] = [numberOf(before[index]), numberOf(after[index])]
    const { multiplier, ...unit } = facts(asset)
    const isRead = had !== undefined && has !== undefined
    const moved = isRead ? has - had : flow
    // Both balances are rounded down, so that what is told is what they differ by.
    const value = isRead ? shownOf(has, multiplier) - shownOf(had, multiplier) : shownOf(flow, multiplier)
    return { address, asset, amount: { ...unit, value, ...(multiplier ? { moved } : {}) } }
  })
  const ofCollectibles = collectibles.map(
    ({ asset, id, flow }): BalanceChange => ({
      address,
      asset,
      collectible: { id: id.toString() },
      amount: { value: flow, symbol: facts(asset).symbol, decimals: 0 },
    }),
  )
  const coin: BalanceChange = { address, amount: { value: native, symbol, decimals } }
  return [coin, ...ofTokens, ...ofCollectibles].filter(({ amount }) => (amount.moved ?? amount.value) !== 0n)
}

function allowancesOf(
  { tokens, approvals, rights }: Touched,
  facts: TokenFacts,
  { before, after }: Readings,
): readonly AllowanceChange[] {
  const ofTokens = approvals.flatMap(({ asset, spender, amount, least }, index): AllowanceChange[] => {
    const place = tokens.length + index
    const [previous, said = amount] = [numberOf(before[place]), numberOf(after[place])]
    // A node can hide what a contract does, but not what the account's own call says.
    const next = least !== undefined && least > (said ?? 0n) ? least : said
    if (next === undefined || next === previous) return []
    const { multiplier, ...unit } = facts(asset)
    const shown = (allowed: bigint) => {
      const most = limited(allowed)
      return most === 'unlimited' ? most : shownOf(most, multiplier)
    }
    const known = previous === undefined ? {} : { previous: shown(previous) }
    const moved = multiplier ? { moved: next } : {}
    return [{ token: { address: asset, ...unit }, spender, amount: shown(next), ...moved, ...known }]
  })
  const ofCollectibles = rights.map(({ asset, spender, id, isGiven }): AllowanceChange => {
    const token = { address: asset, symbol: facts(asset).symbol, decimals: 0 }
    const amount = !isGiven ? 0n : id === undefined ? 'unlimited' : 1n
    return { token, spender, amount, collectible: id === undefined ? {} : { id: id.toString() } }
  })
  return [...ofTokens, ...ofCollectibles]
}

type TokenFacts = (asset: Address) => {
  readonly symbol: string
  readonly decimals: number
  readonly multiplier: Multiplier | undefined
}

/** Symbols and places as the contracts state them. One that states no symbol goes by its address. */
async function describeTokens(client: EvmClient, touched: Touched): Promise<TokenFacts> {
  const lists: readonly (readonly Pick<Approval, 'asset'>[])[] = [
    touched.tokens,
    touched.collectibles,
    touched.approvals,
    touched.rights,
  ]
  const assets = [...new Set(lists.flat().map(({ asset }) => asset))]
  const answers = await callAll(
    client,
    assets.flatMap((address) => [
      { address, abi: erc20Abi, functionName: 'symbol' },
      { address, abi: erc20Abi, functionName: 'decimals' },
      multiplierCall(address),
    ]),
  )
  const multipliers = assets.map((_, index) => multiplierOf(answers[3 * index + 2]))
  const answerAt = (index: number) => {
    const answer = answers[index]
    return answer?.status === 'success' ? answer.value : undefined
  }
  return (asset) => {
    const index = assets.findIndex((known) => isSameAddress(known, asset))
    const [symbol, decimals] = [answerAt(3 * index), answerAt(3 * index + 1)]
    const isPlace = typeof decimals === 'number' && decimals >= 0 && decimals <= 77
    const name = typeof symbol === 'string' ? plainText(symbol, 32) : ''
    return {
      symbol: name || truncateAddress(asset),
      decimals: isPlace ? decimals : 0,
      multiplier: multipliers[index],
    }
  }
}
