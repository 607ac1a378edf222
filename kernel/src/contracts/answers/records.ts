import type { Members } from './copyAnswer.js'
import {
  amount,
  anything,
  codedMembers,
  either,
  listOf,
  measure,
  named,
  oneOf,
  optional,
  picture,
  type Read,
  shaped,
  text,
  tokenReference,
  units,
} from './readers.js'
import { soundOne, soundOnes } from './soundOnes.js'

const transfer = shaped({
  direction: oneOf('in', 'out', 'self'),
  amount,
  asset: optional(text),
  name: optional(text),
  icon: optional(picture),
  collectible: optional(shaped({ id: text, picture: optional(picture) })),
  from: optional(text),
  to: optional(text),
})
const recordMembers = {
  networkId: named,
  operation: named,
  status: oneOf('pending', 'confirmed', 'failed'),
  minedAt: optional(measure),
  from: optional(text),
  to: optional(text),
  application: optional(shaped({ name: text, icon: optional(picture) })),
}
const exact = { fee: optional(amount), transfers: listOf(transfer) }

/** As it will stand in the activity, without a name yet. */
export const pendingRecord = shaped({ ...recordMembers, ...exact })
export const transactionRecord = shaped({ ...recordMembers, ...exact, id: named })

const looseRecord = shaped({ ...recordMembers, id: named, fee: anything, transfers: anything })

/** Anyone can move a token with impossible decimals: what can't be read of a transaction costs nothing else of it. */
const pastRecord: Read<Members> = (value, at) => {
  const copy = looseRecord(value, at)
  const given = copy['transfers'] as unknown
  const transfers = soundOnes(given, `${at}.transfers`, transfer)
  const isUnread = transfers.length === 0 && Array.isArray(given) && given.length > 0
  const { fee, ...rest } = copy
  const soundFee = fee === undefined ? undefined : soundOne(fee, at, amount)
  return { ...rest, ...(soundFee && { fee: soundFee }), transfers, ...(isUnread && { isUnread }) }
}

const coded = shaped(codedMembers)
const searched = shaped({
  fromBlock: optional(units),
  since: optional(measure),
  coin: optional(shaped({ fromBlock: units, since: optional(measure) })),
})
const pageMembers = { next: optional(text), searched: optional(searched) }
const historyMembers = { ...pageMembers, gaps: optional(listOf(coded)) }

/** Told beside what is left, so that nobody takes it for all there was. */
const unreadable = { code: 'ENTRIES_UNREADABLE', message: 'Some entries can’t be read and are left out.' }

/** A page whose entries are taken one by one. */
const page =
  (list: string, members: Readonly<Record<string, Read>>, entry: Read): Read<Members> =>
  (value, at) => {
    const copy = shaped({ ...members, [list]: listOf(anything) })(value, at)
    const given = copy[list] as readonly unknown[]
    const sound = soundOnes(given, `${at}.${list}`, entry)
    const gaps = copy['gaps'] as readonly unknown[] | undefined
    const isWhole = sound.length === given.length || !('gaps' in members)
    return { ...copy, [list]: sound, ...(isWhole ? {} : { gaps: [...(gaps ?? []), unreadable] }) }
  }

export const historyPage = page('transactions', historyMembers, pastRecord)

export const allowancesAnswer = page(
  'allowances',
  { ...historyMembers, gaps: listOf(coded), notices: optional(listOf(coded)) },
  shaped({
    id: named,
    token: tokenReference,
    collectible: optional(shaped({ id: optional(text) })),
    spender: named,
    amount: either('unlimited', units),
    atRisk: optional(amount),
    keeper: optional(shaped({ address: named, name: text })),
    expiresAt: optional(measure),
    revoke: listOf(anything),
  }),
)

export const collectiblesPage = page(
  'items',
  pageMembers,
  shaped({
    address: named,
    id: named,
    name: text,
    collection: optional(text),
    picture: optional(picture),
    count: units,
  }),
)
