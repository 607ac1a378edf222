import { decodeFunctionData, type Hex, isAddressEqual, parseEventLogs, type RpcLog } from 'viem'
import type { Fact } from '../../screen.js'
import type { Trial } from '../tryCalls.js'
import { contracts, eventAbi, ownAbi } from './contracts.js'
import type { AccountCall } from './encodeCalls.js'

const warn = (name: string, value: string): Fact => ({ name, value, isWarning: true })

/** What calls change about the account itself: who controls it, and its code. Read from the calls and from their effects. */
export function factsOfControl(
  account: Hex,
  calls: readonly AccountCall[],
  trial: Trial | undefined,
): readonly Fact[] {
  const told = calls.flatMap((call) => factsOfCall(account, call))
  return told.length > 0 ? told : factsOfEvents(account, trial)
}

function factsOfCall(account: Hex, { to, data }: AccountCall): readonly Fact[] {
  if (isAddressEqual(to, contracts.delegationManager)) {
    return [warn('Changes what others may do with your account', to)]
  }
  if (!isAddressEqual(to, account) || !data) return []
  const call = decode(data)
  if (!call) return [warn('Changes your account itself', data.slice(0, 10))]
  const { functionName, args = [] } = call
  if (functionName === 'withdrawDeposit') return [warn('Takes out your deposit for fees', String(args[0]))]
  if (functionName.startsWith('upgrade')) return [warn('Replaces the code of your account', String(args[0]))]
  const who = args.find((value) => typeof value === 'string') ?? 'nobody'
  return [warn('Changes who controls your account', String(who))]
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: ownAbi, data })
  } catch {
    return undefined
  }
}

/** Reads the changes from the effects, however the calls caused them. */
function factsOfEvents(account: Hex, trial: Trial | undefined): readonly Fact[] {
  const logs = (trial?.logs.at(-1) ?? []).filter(
    ({ address }) => address.toLowerCase() === account.toLowerCase(),
  )
  const events = parseEventLogs({
    abi: eventAbi,
    eventName: ['OwnershipTransferred', 'Upgraded', 'AddedP256Key', 'RemovedP256Key'],
    logs: logs as unknown as RpcLog[],
  })
  return events.map((event) =>
    event.eventName === 'Upgraded'
      ? warn('Replaces the code of your account', event.args.implementation)
      : warn(
          'Changes who controls your account',
          event.eventName === 'OwnershipTransferred' ? event.args.newOwner : event.args.keyIdHash,
        ),
  )
}
