import { type Address, getAddress, hexToBigInt, type Hex, toEventSelector } from 'viem'
import type { Ask } from '../history/createAsk.js'
import { toHex } from '../history/createAsk.js'
import { mayBeTooLarge } from '../history/readLogs.js'
import { headerSchema, type Log, logsSchema } from '../history/rpcSchemas.js'
import { addressOf, topicOf } from '../history/topics.js'

/** Permit2 has this address on every network that has it by its own deployer. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Something that was allowed at one time. Whether it still stands, the contracts say. */
export type Approval =
  | { readonly kind: 'token' | 'collection'; readonly contract: Address; readonly spender: Address }
  | {
      readonly kind: 'item'
      readonly contract: Address
      readonly spender: Address
      readonly id: bigint
    }
  | { readonly kind: 'permit2'; readonly contract: Address; readonly spender: Address }

/** The oldest block that was looked at. */
export interface Searched {
  readonly fromBlock: bigint
  readonly since?: number
}

const approval = toEventSelector('Approval(address,address,uint256)')
const approvalForAll = toEventSelector('ApprovalForAll(address,address,bool)')
const permit2Approval = toEventSelector('Approval(address,address,address,uint160,uint48)')
const permit2Permit = toEventSelector('Permit(address,address,address,uint160,uint48,uint48)')
const topics = [approval, approvalForAll, permit2Approval, permit2Permit]

/** Blocks of the first question; it doubles while nodes answer. */
const firstChunk = 10_000n
/** Questions after which the search ends. */
const mostQuestions = 40

/**
 * Looks for approvals of an account, from a block back, in as many blocks at once as the node answers for.
 *
 * @param take Is given what was found, newest first, maybe more than once. The search ends when it returns false.
 * @returns How far back was looked, when that isn't to the first block.
 */
export async function findApprovals(
  ask: Ask,
  account: string,
  latest: bigint,
  take: (approvals: readonly Approval[]) => Promise<boolean>,
): Promise<Searched | undefined> {
  let to = latest
  let size = firstChunk
  /** What the node was seen to refuse. */
  let refused: bigint | undefined
  let goesOn = true
  for (let asked = 0; asked < mostQuestions && to >= 0n && goesOn; asked += 1) {
    const from = to - size + 1n > 0n ? to - size + 1n : 0n
    let logs: readonly Log[]
    try {
      const range = { fromBlock: toHex(from), toBlock: toHex(to) }
      logs = await ask('eth_getLogs', [{ ...range, topics: [topics, topicOf(account)] }], logsSchema)
    } catch (error) {
      if (size === 1n || !mayBeTooLarge(error)) throw error
      refused = size
      size = size > 4n ? size / 4n : 1n
      continue
    }
    goesOn = await take(readApprovals(logs, account))
    to = from - 1n
    if (refused === undefined || size * 2n < refused) size *= 2n
  }
  if (to < 0n) return undefined
  const block = await ask('eth_getBlockByNumber', [toHex(to + 1n), false], headerSchema)
  return { fromBlock: to + 1n, ...(block ? { since: Number(block.timestamp) * 1_000 } : {}) }
}

/** Nodes return the oldest first. */
const readApprovals = (logs: readonly Log[], account: string): readonly Approval[] =>
  [...logs].reverse().flatMap((log) => (log.removed === true ? [] : (readApproval(log, account) ?? [])))

export const keyOf = (one: Approval) =>
  [one.kind, one.contract, one.spender, ...(one.kind === 'item' ? [one.id] : [])].join(' ').toLowerCase()

/** Returns the approval that a key of `keyOf` names; `undefined` for any other text. */
export function approvalOf(key: string): Approval | undefined {
  const form = /^(token|collection|permit2|item) (0x[0-9a-f]{40}) (0x[0-9a-f]{40})(?: (\d{1,78}))?$/
  const [, kind, contract, spender, id] = form.exec(key) ?? []
  if (contract === undefined || spender === undefined || (kind === 'item') !== (id !== undefined))
    return undefined
  const ends = { contract: getAddress(contract), spender: getAddress(spender) }
  if (id !== undefined) return { kind: 'item', ...ends, id: BigInt(id) }
  return { kind: kind as 'token' | 'collection' | 'permit2', ...ends }
}

/** `undefined` for what only looks like one: whose account is another, or that has another number of topics. */
function readApproval(
  { address, topics: [event, owner, ...rest] }: Log,
  account: string,
): Approval | undefined {
  if (owner === undefined || addressOf(owner) !== account.toLowerCase()) return undefined
  const [first, second] = rest
  if (first === undefined) return undefined
  const contract = getAddress(address)
  const spender = getAddress(addressOf(first))
  if (event === approval && rest.length === 1) return { kind: 'token', contract, spender }
  if (event === approval && rest.length === 2) {
    return { kind: 'item', contract, spender, id: hexToBigInt(second as Hex) }
  }
  if (event === approvalForAll && rest.length === 1) return { kind: 'collection', contract, spender }
  const isKept = event === permit2Approval || event === permit2Permit
  if (isKept && contract === permit2 && second !== undefined) {
    return { kind: 'permit2', contract: spender, spender: getAddress(addressOf(second)) }
  }
  return undefined
}
