import { decodeSs58 } from '../../ss58.js'
import { encodeHex } from '@latchkey/kernel/chain'

/** An event as @polkadot/api has it. */
export interface RuntimeEvent {
  readonly section: string
  readonly method: string
  readonly data: readonly { toString(): string }[] & { toHex(): string }
}

/** What events say of one account. */
export interface Movements {
  /** Planck that the account has free in the end, more or less than before. */
  readonly native: bigint
  /** Planck that were set aside, as for a deposit; they are part of `native`. */
  readonly reserved: bigint
  readonly tokens: readonly TokenMovement[]
  readonly approvals: readonly TokenApproval[]
  /** Something happened to the account that is not told by the above. */
  readonly hasMore: boolean
  /** A part of the calls did not happen, and the others did. */
  readonly isPartial: boolean
}

interface TokenEntry {
  /** The pallet: `assets`, `foreignAssets`, `poolAssets`. */
  readonly section: string
  /** The asset's id, as the runtime gave it. */
  readonly asset: { toString(): string }
}
export interface TokenMovement extends TokenEntry {
  readonly amount: bigint
}
export interface TokenApproval extends TokenEntry {
  readonly spender: string
  /** Whether what was approved before is taken away. */
  readonly isReset: boolean
  /** What comes to the approval. */
  readonly added: bigint
}

/** Places of the members: who loses, who gains, how much. */
type Places = readonly [loses: number | undefined, gains: number | undefined, amount: number]

const nativePlaces: Readonly<Record<string, Places>> = {
  Transfer: [0, 1, 2],
  Deposit: [undefined, 0, 1],
  Minted: [undefined, 0, 1],
  Restored: [undefined, 0, 1],
  ReserveRepatriated: [undefined, 1, 2],
  Withdraw: [0, undefined, 1],
  Burned: [0, undefined, 1],
  Slashed: [0, undefined, 1],
  Suspended: [0, undefined, 1],
  DustLost: [0, undefined, 1],
  TransferAndHold: [1, undefined, 3],
}
/** The same for what is set aside, and comes back. */
const reservePlaces: Readonly<Record<string, Places>> = {
  Reserved: [0, undefined, 1],
  Unreserved: [undefined, 0, 1],
  Held: [1, undefined, 2],
  Released: [undefined, 1, 2],
}
/** Of assets, the id comes first. */
const tokenPlaces: Readonly<Record<string, Places>> = {
  Issued: [undefined, 1, 2],
  Deposited: [undefined, 1, 2],
  Burned: [1, undefined, 2],
  Withdrawn: [1, undefined, 2],
  Transferred: [1, 2, 3],
  TransferredApproved: [1, 3, 4],
}
const tokenSections = new Set(['assets', 'foreignAssets', 'poolAssets'])
/** They go with others, or change nothing that anybody could lose. */
const silentSections = new Set(['system', 'utility', 'transactionPayment'])
const silentNative = new Set(['Endowed', 'Locked', 'Unlocked', 'Frozen', 'Thawed', 'Upgraded'])
const silentTokens = new Set(['Touched'])
const partial = new Set(['utility.BatchInterrupted', 'utility.ItemFailed'])

/** Reads what the events of a trial run say of an account. */
export function readEvents(events: readonly RuntimeEvent[], account: string): Movements {
  const own = keyOf(account)
  const tokens = new Map<string, TokenMovement>()
  const approvals = new Map<string, TokenApproval>()
  let [native, reserved, hasMore] = [0n, 0n, false]
  const isOwn = (member: { toString(): string } | undefined) => keyOf(member?.toString()) === own
  const flowOf = ({ data }: RuntimeEvent, [loses, gains, place]: Places) => {
    const digits = data[place]?.toString() ?? ''
    if (!/^\d{1,40}$/.test(digits)) return 0n
    const amount = BigInt(digits)
    const came = gains !== undefined && isOwn(data[gains]) ? amount : 0n
    return came - (loses !== undefined && isOwn(data[loses]) ? amount : 0n)
  }

  /** Whether the event is understood. */
  function read(event: RuntimeEvent): boolean {
    const { section, method, data } = event
    if (section === 'balances') {
      const reserve = reservePlaces[method]
      const places = nativePlaces[method] ?? reserve
      const flow = places ? flowOf(event, places) : 0n
      native += flow
      if (reserve) reserved -= flow
      return places !== undefined || silentNative.has(method)
    }
    if (!tokenSections.has(section)) return silentSections.has(section)
    const [asset] = data
    const places = tokenPlaces[method]
    if (asset && places) {
      const key = `${section}/${asset}`
      const known = tokens.get(key) ?? { section, asset, amount: 0n }
      tokens.set(key, { ...known, amount: known.amount + flowOf(event, places) })
      return true
    }
    if (asset && (method === 'ApprovedTransfer' || method === 'ApprovalCancelled') && isOwn(data[1])) {
      const spender = String(data[2])
      const key = `${section}/${asset}/${spender}`
      const known = approvals.get(key) ?? { section, asset, spender, isReset: false, added: 0n }
      const isReset = method === 'ApprovalCancelled'
      const added = known.added - flowOf(event, [1, undefined, 3])
      approvals.set(key, isReset ? { ...known, isReset, added: 0n } : { ...known, added })
      return true
    }
    return silentTokens.has(method)
  }

  for (const event of events) {
    if (!read(event) && own !== undefined && event.data.toHex().includes(own)) hasMore = true
  }
  return {
    native,
    reserved,
    tokens: [...tokens.values()].filter(({ amount }) => amount !== 0n),
    approvals: [...approvals.values()],
    hasMore,
    isPartial: events.some(({ section, method }) => partial.has(`${section}.${method}`)),
  }
}

function keyOf(address: string | undefined): string | undefined {
  const key = decodeSs58(address)?.key
  return key && encodeHex(key)
}
