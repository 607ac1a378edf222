import { type NetworkId, parseNetworkId } from '../contracts/caip.js'
import type { Amount } from '../keys/amount.js'
import { isRecord } from '../keys/isRecord.js'
import type { PendingEntry } from '../wallet/createPendingList.js'
import type { UnansweredTransfer } from './createUnansweredTransfers.js'

const longestText = 600

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= longestText

/** Milliseconds since the epoch. JSON reads `1e999` as infinite. */
const isMoment = (value: unknown): value is number => Number.isFinite(value)

const readUnits = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,80}$/.test(value) ? BigInt(value) : undefined

function readAmount(stored: unknown): Amount | undefined {
  if (!isRecord(stored)) return undefined
  const { value, moved, decimals, symbol } = stored
  const units = readUnits(value)
  const movedUnits = readUnits(moved)
  const isPlaces = Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 255
  if (units === undefined || !isPlaces || typeof symbol !== 'string' || symbol.length > longestText) {
    return undefined
  }
  if (moved !== undefined && movedUnits === undefined) return undefined
  const form = { decimals: Number(decimals), symbol }
  return movedUnits === undefined ? { value: units, ...form } : { value: units, moved: movedUnits, ...form }
}

function readDecision(stored: unknown): PendingEntry['decision'] {
  if (!isRecord(stored)) return undefined
  const { status, at } = stored
  const isStatus = status === 'confirmed' || status === 'failed'
  return isStatus && isMoment(at) ? { status, at } : undefined
}

/** @returns `undefined` for what this app did not write. */
export function readTransfer(stored: unknown): UnansweredTransfer | undefined {
  if (!isRecord(stored)) return undefined
  const { id, networkId, address, to, sentAt, isLate } = stored
  const amount = readAmount(stored['amount'])
  const decision = readDecision(stored['decision'])
  const isWhole = isText(id) && isText(networkId) && isText(address) && isText(to) && amount !== undefined
  if (!isWhole || !parseNetworkId(networkId) || !isMoment(sentAt)) return undefined
  if (stored['decision'] !== undefined && !decision) return undefined
  return {
    ...{ id, networkId: networkId as NetworkId, address, to, amount, sentAt },
    ...(isLate === true ? { isLate } : {}),
    ...(decision ? { decision } : {}),
  }
}

/** As JSON, which has no large integers. A token says its symbol by itself: what can't be read again would be forgotten. */
export const writeTransfer = ({ amount, ...entry }: UnansweredTransfer): unknown => ({
  ...entry,
  amount: {
    ...amount,
    symbol: amount.symbol.slice(0, 100),
    value: String(amount.value),
    ...(amount.moved === undefined ? {} : { moved: String(amount.moved) }),
  },
})
