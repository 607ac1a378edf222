import { decodeFunctionData, type Hex, isAddressEqual, parseEventLogs, toHex } from 'viem'
import type { Fact } from '../../facts.js'
import type { Trial } from '../tryCalls.js'
import { contracts, depositAbi, eventAbi, ownAbi } from './contracts.js'
import { deepest, type MadeCall, readOwnCall } from './openOwnCalls.js'
import { say, type Sentence, type Text } from '../../../words/say.js'
import { inEnglish } from '../../../words/translate.js'

const warn = (name: Sentence, value: Text): Fact => ({ name, value, isWarning: true })
const warnOfOwner = (owner: Text) => warn(say`Changes who controls your account`, owner)
const warnOfCode = (implementation: string) => warn(say`Replaces the code of your account`, implementation)
const warnOfDeposit = (to: string) => warn(say`Takes out your deposit for fees`, to)
const warnOfKey = (id: string, x: bigint) =>
  warn(say`Lets another key control your account`, `${shortId(id)}, ${toHex(x, { size: 32 })}`)

/** The app chooses the id of a key: it stays in its quotes, and on one line. */
const shortId = (id: string) => JSON.stringify(id.slice(0, 60))

/**
 * What calls change about the account itself: who controls it, and what it runs. Told by the calls, and by what they did: a call
 * can name one party and bring in another.
 */
export function factsOfControl(
  account: Hex,
  calls: readonly MadeCall[],
  trial: Trial | undefined,
): readonly Fact[] {
  const all = [...calls.flatMap((call) => factsOfCall(account, call)), ...factsOfEvents(account, trial)]
  const once = new Map(
    all.map((fact) => [`${inEnglish(fact.name)} ${inEnglish(fact.value)}`.toLowerCase(), fact]),
  )
  return [...once.values()]
}

function factsOfCall(account: Hex, call: MadeCall, depth = 0): readonly Fact[] {
  const { to, data } = call
  if (!to) return []
  if (isAddressEqual(to, contracts.delegationManager)) {
    return [warn(say`Changes what others may do with your account`, to)]
  }
  if (isAddressEqual(to, contracts.entryPoint)) return [factOfDeposit(data)]
  if (!isAddressEqual(to, account) || !data) return []
  const inner = depth < deepest ? readOwnCall(account, call) : []
  return [...factsOfOwnCall(data), ...inner.flatMap((one) => factsOfCall(account, one, depth + 1))]
}

function factOfDeposit(data: Hex | undefined): Fact {
  const call = data && decode(() => decodeFunctionData({ abi: depositAbi, data }))
  return call ? warnOfDeposit(call.args[0]) : warn(say`Changes your deposit for fees`, contracts.entryPoint)
}

function factsOfOwnCall(data: Hex): readonly Fact[] {
  const call = decode(() => decodeFunctionData({ abi: ownAbi, data }))
  switch (call?.functionName) {
    case undefined:
      return [warn(say`Changes your account itself`, data.slice(0, 10))]
    case 'withdrawDeposit':
      return [warnOfDeposit(call.args[0])]
    case 'upgradeToAndCall':
    case 'upgradeToAndCallAndRetainStorage':
      return [warnOfCode(call.args[0])]
    case 'transferOwnership':
      return [warnOfOwner(call.args[0])]
    case 'renounceOwnership':
      return [warnOfOwner(say`no one, for good`)]
    case 'updateSigners':
      return factsOfSigners(call.args[0], call.args[1], call.args[2])
    case 'reinitialize':
      return factsOfSigners(call.args[1], call.args[2], call.args[3])
    case 'addKey':
      return [warnOfKey(call.args[0], call.args[1])]
    case 'removeKey':
      return [warnOfOwner(say`no longer the key ${shortId(call.args[0])}`)]
  }
}

const factsOfSigners = (owner: Hex, ids: readonly string[], x: readonly bigint[]): readonly Fact[] => [
  warnOfOwner(owner),
  ...ids.map((id, index) => warnOfKey(id, x[index] ?? 0n)),
]

/** Nothing for data that is of no function that is known here: it is told as such. */
function decode<Call>(read: () => Call): Call | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Reads the changes from the effects, however the calls caused them. */
function factsOfEvents(account: Hex, trial: Trial | undefined): readonly Fact[] {
  const events = parseEventLogs({
    abi: eventAbi,
    eventName: ['OwnershipTransferred', 'Upgraded', 'AddedP256Key', 'RemovedP256Key', 'Withdrawn'],
    logs: [...(trial?.logs.at(-1) ?? [])],
  })
  return events.flatMap((event): readonly Fact[] => {
    if (event.eventName === 'Withdrawn') {
      const isOwn =
        isAddressEqual(event.address, contracts.entryPoint) && isAddressEqual(event.args.account, account)
      return isOwn ? [warnOfDeposit(event.args.to)] : []
    }
    if (!isAddressEqual(event.address, account)) return []
    if (event.eventName === 'Upgraded') return [warnOfCode(event.args.implementation)]
    if (event.eventName === 'OwnershipTransferred') return [warnOfOwner(event.args.newOwner)]
    if (event.eventName === 'AddedP256Key') return [warnOfKey(event.args.keyId, event.args.x)]
    return [warnOfOwner(say`no longer the key ${toHex(event.args.x, { size: 32 })}`)]
  })
}
