import { Banner, Button, exactAmountText, useAddressNames, useLocale, useMessages } from '@latchkey/ui-react'
import type { SwapState } from '../Swapper.js'
import { swapMessages } from './swapMessages.js'
import type { SwapViewProps } from './SwapViewProps.js'

/** What was approved and isn't used, with the way to take it back. */
export function OpenAllowanceBanner({ state, controller }: SwapViewProps & { readonly state: SwapState }) {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  const { textOf } = useAddressNames()
  const { openAllowance, phase } = state
  if (!openAllowance || phase === 'approving' || phase === 'signing' || phase === 'pending') return null
  const { token, amount, spender } = openAllowance
  const text = exactAmountText({ value: amount, decimals: token.decimals, symbol: token.symbol }, locale)
  return (
    <div data-testid="swap-open-allowance">
      <Banner
        action={
          <Button
            variant="secondary"
            size="sm"
            data-testid="swap-revoke"
            onClick={() => void controller.revoke()}
          >
            {messages.revoke}
          </Button>
        }
      >
        {messages.openAllowance({ spender: textOf(state.target?.namespace ?? '', spender), amount: text })}
      </Banner>
    </div>
  )
}
