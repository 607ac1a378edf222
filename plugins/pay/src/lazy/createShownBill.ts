import type { NetworkId } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { ReadBill } from '../bill/readBill.js'
import type { PayTarget } from '../Payer.js'
import { createAsked } from './createAsked.js'
import type { PayerTools } from './PayerTools.js'
import { readTarget } from './readTarget.js'

/** A bill, and its alternatives on networks that the app lists. */
export type AskedBills = readonly [ReadBill, ...ReadBill[]]

/** The bill on screen. One is shown at a time. */
export interface ShownBill {
  /** It and its alternatives. */
  readonly asked: readonly ReadBill[]
  /** Of these, the one that is being paid. */
  readonly read: ReadBill | undefined
  isShown(billId: string): boolean
  /** Takes another bill, or none. */
  put(asked: readonly ReadBill[]): void
  /** Selects which of the bill's assets to pay. */
  select(read: ReadBill): void
  /** Selects the default: the first that an account can pay. */
  selectFirst(): void
  /** Those that an account can pay, in their order. */
  targets(): readonly PayableBill[]
  /** Who pays on which network, as text, to compare for changes. */
  key(): string
}

export interface PayableBill {
  readonly read: ReadBill
  readonly target: PayTarget
}

export function createShownBill(tools: PayerTools): ShownBill {
  let asked: readonly ReadBill[] = []
  let shown: ReadBill | undefined
  const showAsked = createAsked(tools, (read) => shown === read)
  const bill: ShownBill = {
    get asked() {
      return asked
    },
    get read() {
      return shown
    },
    isShown: (billId) => shown?.bill.id === billId,
    put(next) {
      asked = next
      shown = undefined
      Object.assign(tools.state, { askedAt: undefined, fee: undefined })
    },
    select(read) {
      const networkId = read.networkId as NetworkId
      shown = read
      Object.assign(tools.state, {
        bill: ref({ ...read.bill }),
        networkId,
        networkName: tools.networks.find(networkId)?.name,
        target: readTarget(tools, read),
      })
      showAsked(read)
    },
    selectFirst() {
      const read = bill.targets()[0]?.read ?? asked[0]
      if (read) bill.select(read)
    },
    targets: () =>
      asked.flatMap((read) => {
        const target = readTarget(tools, read)
        return target ? [{ read, target }] : []
      }),
    key: () =>
      JSON.stringify(
        bill.targets().map(({ target }) => [target.networkId, target.address, target.connectionId]),
      ),
  }
  return bill
}
