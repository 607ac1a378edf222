import { ConnectRoute, Navigation, Wallets } from '@latchkey/kernel/wallet'
import {
  AmountField,
  Button,
  Card,
  Chip,
  ErrorState,
  PluginBoundary,
  ShellRoot,
  useAccount,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { Onramp } from '../OnrampService.js'
import { presets } from '../usualCurrencies.js'
import { moneyText } from './moneyText.js'
import { onrampMessages } from './onrampMessages.js'

export interface OnrampWidgetProps {
  /** ISO 4217. Default the one that `onramp` was listed with. */
  readonly currency?: string | undefined
  /** Symbol, or contract, mint or asset id. Default the first that is sold. */
  readonly asset?: string | undefined
}

/** Buying in the host's own page: an amount, and a button that opens the offers for it. */
export function OnrampWidget(props: OnrampWidgetProps) {
  return (
    <ShellRoot>
      <PluginBoundary fallback={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
        <Widget {...props} />
      </PluginBoundary>
    </ShellRoot>
  )
}

function Widget({ asset, currency: given }: OnrampWidgetProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const wallets = useService(Wallets)
  const buying = useService(Onramp)
  const locale = useLocale()
  const { status } = useAccount()
  const [amount, setAmount] = useState<string>(presets[0])
  const currency = given ?? buying.state.currency
  const isConnected = status === 'connected' && wallets.active() !== undefined
  return (
    <Card data-testid="onramp-widget">
      <form
        className="lk-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isConnected) return void navigation.open(ConnectRoute)
          void buying.open({ amount, currency, ...(asset === undefined ? {} : { asset }) })
        }}
      >
        <AmountField
          label={messages.pay}
          value={amount}
          decimals={2}
          symbol={currency}
          testId="onramp-widget-amount"
          onChange={setAmount}
        />
        <fieldset className="lk-chips" aria-label={messages.amounts}>
          {presets.map((preset) => (
            <Chip key={preset} selected={amount === preset} onClick={() => setAmount(preset)}>
              {moneyText(preset, currency, locale)}
            </Chip>
          ))}
        </fieldset>
        <Button type="submit" fullWidth data-testid="onramp-widget-submit">
          {isConnected ? messages.widgetQuotes : messages.connect}
        </Button>
      </form>
    </Card>
  )
}
