import { type Address, type Client, type Hex, hexToBigInt, isAddressEqual } from 'viem'
import { readContract } from 'viem/actions'
import { enforcerAbi, managerAbi, nonceAbi, permissionContracts as at } from './contracts.js'
import { caveatsOf, type Terms } from './terms.js'
import { hashDelegation, type SignedDelegation } from './delegation.js'

/** A permission's state on the chain. */
export interface PermissionState {
  /** The account ended it, or all that it had given. */
  readonly isEnded: boolean
  /** What may still be spent: altogether, or in the current period. `undefined` for calls, and for terms that aren't known. */
  readonly left: bigint | undefined
  /** How many calls may still be made. `undefined` without a limit. */
  readonly callsLeft: bigint | undefined
}

/** Reads what the contracts count. @throws what viem throws when the node doesn't answer */
export async function readPermissionState(
  client: Client,
  delegation: SignedDelegation,
  terms: Terms | undefined,
): Promise<PermissionState> {
  const hash = hashDelegation(delegation)
  const [isEnded, isEndedWithAll, left, callsLeft] = await Promise.all([
    readContract(client, {
      address: at.delegationManager,
      abi: managerAbi,
      functionName: 'disabledDelegations',
      args: [hash],
    }),
    readEndedWithAll(client, delegation),
    terms && readLeft(client, hash, terms),
    terms?.callLimit === undefined ? undefined : readCallsLeft(client, hash, terms.callLimit),
  ])
  return { isEnded: isEnded || isEndedWithAll, left, callsLeft }
}

/** How often the account ended all its permissions on the network. A permission names it as its `nonce`. */
export const readPermissionNonce = (client: Client, account: Address): Promise<bigint> =>
  readContract(client, {
    address: at.nonce,
    abi: nonceAbi,
    functionName: 'currentNonce',
    args: [at.delegationManager, account],
  })

async function readEndedWithAll(client: Client, { caveats, delegator }: SignedDelegation): Promise<boolean> {
  const nonce = caveats.find(({ enforcer }) => isAddressEqual(enforcer, at.nonce))?.terms
  if (nonce?.length !== 66) return false
  return (await readPermissionNonce(client, delegator)) > hexToBigInt(nonce)
}

async function readLeft(client: Client, hash: Hex, terms: Terms): Promise<bigint | undefined> {
  const { allowance } = terms
  if (allowance.kind === 'calls') return undefined
  if (allowance.kind === 'native')
    return minus(allowance.amount, await readSpent(client, at.nativeAmount, hash))
  if (allowance.kind === 'token')
    return minus(allowance.amount, await readSpent(client, at.tokenAmount, hash))
  const enforcer = allowance.kind === 'nativePeriodic' ? at.nativePeriod : at.tokenPeriod
  const caveat = caveatsOf(terms).find((one) => one.enforcer === enforcer)
  const [available] = await readContract(client, {
    address: enforcer,
    abi: enforcerAbi,
    functionName: 'getAvailableAmount',
    args: [hash, at.delegationManager, caveat?.terms ?? '0x'],
  })
  return available
}

const readSpent = (client: Client, enforcer: Address, hash: Hex): Promise<bigint> =>
  readContract(client, {
    address: enforcer,
    abi: enforcerAbi,
    functionName: 'spentMap',
    args: [at.delegationManager, hash],
  })

async function readCallsLeft(client: Client, hash: Hex, limit: bigint): Promise<bigint> {
  const made = await readContract(client, {
    address: at.limitedCalls,
    abi: enforcerAbi,
    functionName: 'callCounts',
    args: [at.delegationManager, hash],
  })
  return minus(limit, made)
}

const minus = (limit: bigint, used: bigint) => (used > limit ? 0n : limit - used)
