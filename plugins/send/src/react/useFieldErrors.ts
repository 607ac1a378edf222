import { formatAmount, safeText, useLocale, useMessages } from '@latchkey/ui-react'
import { type FocusEvent, type RefObject, useRef, useState } from 'react'
import type { DraftCheck } from '../lazy/checkDraft.js'
import type { SendState } from '../Sender.js'
import { sendMessages } from './messages.js'

export interface FieldErrors {
  readonly amount: string | undefined
  readonly receiver: string | undefined
  readonly amountRef: RefObject<HTMLInputElement | null>
  readonly receiverRef: RefObject<HTMLInputElement | null>
  /** A field that was left is held to what stands in it. */
  onBlur(event: FocusEvent): void
  /** Says what every field misses, and goes to the first one that misses something. */
  showAll(): void
}

/** What is wrong with each field, in a sentence under it, once the person has left it or wants to go on. */
export function useFieldErrors(state: SendState, { label }: DraftCheck): FieldErrors {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  const amountRef = useRef<HTMLInputElement>(null)
  const receiverRef = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState({ amount: false, receiver: false, all: false })
  const { draft, receiver, target } = state

  function amountError(): string | undefined {
    if (label === 'insufficientFunds' && draft.token) {
      const { value, decimals, symbol } = draft.token.amount
      const amount = `${formatAmount(value, decimals, { locale })} ${safeText(symbol, 12)}`
      return messages.youHave({ amount })
    }
    if (label === 'incorrectValue' && left.amount) return messages.enterAmount
    return label === 'addAmount' && left.all ? messages.enterAmount : undefined
  }

  function receiverError(): string | undefined {
    if (receiver.status === 'invalid' && left.receiver) {
      return messages.noAddress({ network: safeText(target?.networkName ?? '', 40) })
    }
    return receiver.status === 'empty' && left.all ? messages.enterAddress : undefined
  }

  return {
    amount: amountError(),
    receiver: receiverError(),
    amountRef,
    receiverRef,
    onBlur({ target: field }) {
      if (field === amountRef.current) setLeft((before) => ({ ...before, amount: true }))
      if (field === receiverRef.current) setLeft((before) => ({ ...before, receiver: true }))
    },
    showAll() {
      setLeft({ amount: true, receiver: true, all: true })
      const isReceiver = label === 'addAddress' || label === 'invalidAddress'
      const field = isReceiver ? receiverRef.current : amountRef.current
      field?.focus()
    },
  }
}
