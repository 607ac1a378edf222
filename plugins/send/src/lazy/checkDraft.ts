import { type Amount, parseAmount, unitsOfWorth } from '@latchkey/kernel/contracts'
import type { SendDraft, SendReceiver } from '../Sender.js'

/** What the button says: what is missing, or that it can go on. */
export type SendLabel =
  | 'selectToken'
  | 'addAmount'
  | 'insufficientFunds'
  | 'incorrectValue'
  | 'addAddress'
  | 'invalidAddress'
  | 'previewSend'

export interface DraftFacts {
  readonly draft: Pick<SendDraft, 'amountText' | 'mode' | 'exactAmount' | 'isMaximum'> & {
    readonly token: { readonly amount: Amount; readonly price?: string | undefined } | undefined
  }
  readonly receiver: SendReceiver
}

export interface DraftCheck {
  readonly label: SendLabel
  /** The draft can be previewed. */
  readonly isReady: boolean
  /** A name is being looked up. */
  readonly isBusy: boolean
  /** In the token's smallest unit; undefined when there is none yet, or it is not a number. */
  readonly amount: bigint | undefined
}

/** What a draft still needs, in the order in which the form is read. Pure. */
export function checkDraft({ draft, receiver }: DraftFacts): DraftCheck {
  const { token, amountText } = draft
  const amount = token && amountOf({ ...draft, token })
  const missing = (label: SendLabel): DraftCheck => ({ label, isReady: false, isBusy: false, amount })
  if (!token) return missing('selectToken')
  if (amountText === '') return missing('addAmount')
  // Nothing is left of everything once the fee is paid.
  const isNothing = draft.isMaximum && amount === 0n
  if (isNothing || (amount !== undefined && amount > token.amount.value)) return missing('insufficientFunds')
  if (amount === undefined || amount <= 0n) return missing('incorrectValue')
  if (receiver.status === 'empty') return missing('addAddress')
  if (receiver.status === 'resolving') return { ...missing('previewSend'), isBusy: true }
  if (receiver.status !== 'resolved') return missing('invalidAddress')
  return { label: 'previewSend', isReady: true, isBusy: false, amount }
}

type WithToken = Pick<SendDraft, 'amountText' | 'mode' | 'exactAmount'> & {
  readonly token: NonNullable<DraftFacts['draft']['token']>
}

/** The amount in the smallest unit, by what was typed and in which mode. */
export function amountOf({ amountText, mode, exactAmount, token }: WithToken): bigint | undefined {
  if (amountText === '') return undefined
  if (exactAmount !== undefined) return exactAmount
  const { decimals } = token.amount
  if (mode === 'token') return parseAmount(amountText, decimals)
  return token.price === undefined ? undefined : unitsOfWorth(amountText, token.price, decimals)
}
