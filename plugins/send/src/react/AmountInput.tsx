import { Navigation } from '@latchkey/kernel/wallet'
import { worthDigits, worthOf } from '@latchkey/kernel/contracts'
import {
  AmountField,
  AmountText,
  FiatText,
  Skeleton,
  SwapIcon,
  safeText,
  TokenChip,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import type { Ref } from 'react'
import { SendSelectTokenRoute } from '../routes.js'
import type { SendController, SendState } from '../Sender.js'
import { sendMessages } from './messages.js'

export interface AmountInputProps {
  readonly state: SendState
  readonly controller: SendController
  /** What is typed, in the token's smallest unit, when it is a number. */
  readonly amount: bigint | undefined
  readonly disabled: boolean
  readonly error?: string | undefined
  readonly elementRef?: Ref<HTMLInputElement> | undefined
}

/** How much of which token, typed in the token or, where a price is known, in money. */
export function AmountInput({ state, controller, amount, disabled, error, elementRef }: AmountInputProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const { draft, balances, currency, isMaximizing } = state
  const { token, mode, amountText } = draft
  const code = currency.toUpperCase()
  const isFiat = mode === 'fiat'
  return (
    <AmountField
      label={messages.amount}
      value={amountText}
      decimals={isFiat ? worthDigits(currency) : (token?.amount.decimals ?? 18)}
      symbol={isFiat ? code : (token?.amount.symbol ?? '')}
      currency={isFiat ? code : undefined}
      disabled={disabled}
      testId="send-amount"
      error={error}
      elementRef={elementRef}
      onChange={(text) => controller.setAmount(text)}
      onMax={token && !isMaximizing ? () => void controller.setMaximum() : undefined}
      token={
        <TokenChip
          token={token && { ...token, symbol: token.amount.symbol }}
          networkId={token?.networkId}
          disabled={disabled}
          testId="send-token"
          onChoose={() => navigation.push(SendSelectTokenRoute)}
        />
      }
      fiat={<OtherUnit state={state} controller={controller} amount={amount} disabled={disabled} />}
      balance={
        token ? (
          <span data-testid="send-balance">
            {messages.balance} <AmountText {...token.amount} />
          </span>
        ) : balances.status === 'loading' ? (
          <Skeleton width="third" />
        ) : null
      }
    />
  )
}

/** The same amount in the other unit, as a way to type in that one. */
function OtherUnit({ state, controller, amount, disabled }: AmountInputProps) {
  const messages = useMessages(sendMessages)
  const { draft, currency } = state
  const { token, mode } = draft
  if (token?.price === undefined) return null
  const code = currency.toUpperCase()
  const value = { ...token.amount, value: amount ?? 0n }
  return (
    <button
      type="button"
      className="lk-text-button"
      disabled={disabled}
      data-testid="send-mode"
      aria-label={
        mode === 'token'
          ? messages.typeFiat({ currency: code })
          : messages.typeToken({ token: safeText(token.amount.symbol, 12) })
      }
      onClick={() => controller.toggleMode()}
    >
      {mode === 'token' ? (
        <FiatText value={worthOf(value, token.price, currency)} currency={code} />
      ) : (
        <AmountText {...value} tone="muted" />
      )}
      <SwapIcon size="sm" />
    </button>
  )
}
