import { type Abi, type Address, BaseError, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { type CallResult, callAll, type ContractCall } from '../callAll.js'
import { isEmpty, isFaultOfContract } from '../isAnswer.js'
import { type Approval, permit2 } from './findApprovals.js'
import { inGroups } from './inGroups.js'

/** An approval that still stands. */
export interface Standing {
  readonly approval: Approval
  readonly amount: bigint
  /** What could be moved now, in the same unit. Absent where nothing tells. */
  readonly atRisk?: bigint
  /** Seconds since the epoch. */
  readonly expiresAt?: number
}

export interface StandingAnswer {
  readonly standing: readonly Standing[]
  /** Approvals of which the node couldn’t say whether they stand. */
  readonly unread: number
}

export const collectionAbi = parseAbi([
  'function getApproved(uint256 id) view returns (address)',
  'function ownerOf(uint256 id) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 id)',
  'function balanceOf(address owner) view returns (uint256)',
]) as Abi

export const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'struct TokenSpenderPair { address token; address spender; }',
  'function lockdown(TokenSpenderPair[] approvals)',
]) as Abi

/**
 * Asks every contract what stands now. Logs alone say nothing: anybody can write them.
 *
 * @param now Of the newest block, in seconds. Without it nothing has ended.
 */
export async function readStanding(
  client: EvmClient,
  owner: Address,
  approvals: readonly Approval[],
  now: bigint | undefined,
): Promise<StandingAnswer> {
  const questions = approvals.map((approval) => questionsOf(approval, owner))
  const answers = await askAll(client, questions.flat())
  let place = 0
  let unread = 0
  const standing = approvals.flatMap((approval, index) => {
    const { length } = questions[index] ?? []
    const own = answers.slice(place, place + length)
    place += length
    // A contract that refuses to say has no such right to give. A node that can't say is another matter.
    if (isUnread(approval, own)) unread += 1
    const found = judge(approval, own, owner, now)
    return found ? [{ approval, ...found }] : []
  })
  return { standing, unread }
}

function questionsOf(approval: Approval, owner: Address): readonly ContractCall[] {
  const { contract: address, spender } = approval
  const token = { address, abi: erc20Abi as Abi }
  const collection = { address, abi: collectionAbi }
  const balance = { ...token, functionName: 'balanceOf', args: [owner] }
  switch (approval.kind) {
    case 'token':
      return [{ ...token, functionName: 'allowance', args: [owner, spender] }, balance]
    case 'permit2':
      return [
        { address: permit2, abi: permit2Abi, functionName: 'allowance', args: [owner, address, spender] },
        balance,
        { ...token, functionName: 'allowance', args: [owner, permit2] },
      ]
    case 'collection':
      return [{ ...collection, functionName: 'isApprovedForAll', args: [owner, spender] }, balance]
    case 'item':
      return [
        { ...collection, functionName: 'getApproved', args: [approval.id] },
        { ...collection, functionName: 'ownerOf', args: [approval.id] },
      ]
  }
}

/** Of an item, whose it is decides too. What is held by others only says what is at risk. */
const isUnread = ({ kind }: Approval, own: readonly CallResult[]) =>
  own
    .slice(0, kind === 'item' ? 2 : 1)
    .some((one) => one.status === 'failure' && !isFaultOfContract(one.error))

const numberOf = (result: CallResult | undefined): bigint | undefined =>
  result?.status === 'success' && typeof result.value === 'bigint' ? result.value : undefined
const textOf = (result: CallResult | undefined): string =>
  result?.status === 'success' ? String(result.value).toLowerCase() : ''

function judge(
  { kind, spender }: Approval,
  [right, held, passed]: readonly CallResult[],
  owner: Address,
  now: bigint | undefined,
): Omit<Standing, 'approval'> | undefined {
  switch (kind) {
    case 'token': {
      const amount = numberOf(right) ?? 0n
      return amount > 0n ? { amount, ...riskOf(amount, numberOf(held)) } : undefined
    }
    case 'permit2': {
      const [amount = 0n, expiration = 0] = (right?.status === 'success' ? right.value : []) as [
        bigint?,
        number?,
      ]
      // Permit2 takes an allowance as over once its time has passed, by the time of the block.
      if (amount === 0n || (now !== undefined && BigInt(expiration) < now)) return undefined
      return { amount, ...riskOf(amount, numberOf(held), numberOf(passed)), expiresAt: expiration }
    }
    case 'collection': {
      const isGiven = right?.status === 'success' && right.value === true
      const amount = 2n ** 256n - 1n
      // Contracts of ERC-1155 don't tell how many items there are.
      return isGiven ? { amount, ...riskOf(amount, numberOf(held)) } : undefined
    }
    case 'item': {
      const isGiven = textOf(right) === spender.toLowerCase() && spender !== zeroAddress
      return isGiven && textOf(held) === owner.toLowerCase() ? { amount: 1n, atRisk: 1n } : undefined
    }
  }
}

/** There is no such function, or no contract: nothing is gained by asking again. */
const isNothing = (error: unknown) => error instanceof BaseError && isEmpty(error)

/** The smallest of what bounds it. Where one of them isn't known, only nothing is certain. */
function riskOf(...bounds: readonly (bigint | undefined)[]): Pick<Standing, 'atRisk'> {
  const known = bounds.filter((bound) => bound !== undefined)
  const smallest = [...known].sort((left, right) => (left < right ? -1 : 1))[0] ?? 0n
  return known.length === bounds.length || smallest === 0n ? { atRisk: smallest } : {}
}

/** Calls that are asked again in one request. */
const smallGroup = 10

/**
 * A hostile contract burns the gas of all that are asked together with it, or breaks their request: those are asked
 * again in small groups, and at last each for itself.
 */
async function askAll(client: EvmClient, calls: readonly ContractCall[]): Promise<readonly CallResult[]> {
  const together = await callAll(client, calls)
  const inFew = await askAgain(client, calls, together, { size: smallGroup, isKnown: isNothing })
  return askAgain(client, calls, inFew, { size: 1, isKnown: isFaultOfContract })
}

async function askAgain(
  client: EvmClient,
  calls: readonly ContractCall[],
  results: readonly CallResult[],
  { size, isKnown }: { readonly size: number; readonly isKnown: (error: unknown) => boolean },
): Promise<readonly CallResult[]> {
  const places = results.flatMap((one, place) =>
    one.status === 'success' || isKnown(one.error) ? [] : [place],
  )
  const again = await inGroups(places, size, (group) =>
    Promise.all(group.map(async (place) => [place, await askOne(client, calls[place])] as const)),
  )
  const found = new Map(again)
  return results.map((one, place) => found.get(place) ?? one)
}

async function askOne(client: EvmClient, call: ContractCall | undefined): Promise<CallResult | undefined> {
  if (!call) return undefined
  return readContract(client, call).then(
    (value) => ({ status: 'success', value }),
    (error: unknown) => ({ status: 'failure', error }),
  )
}
