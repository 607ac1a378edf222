import { Navigation } from '@latchkey/kernel/wallet'
import { ListRow, useLegal, useLocale, useMessages, useService } from '@latchkey/ui-react'
import { onrampMessages } from './onrampMessages.js'
import type { OnrampViewProps } from './OnrampViewProps.js'
import { useOnrampState } from './useOnrampState.js'

/** The currency that is paid in. */
export default function CurrencyView({ controller }: OnrampViewProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const legal = useLegal()
  const { options, currency } = useOnrampState()
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  return (
    <div className="lk-stack">
      {legal.checkbox}
      <fieldset className="lk-list" aria-label={messages.titleCurrency}>
        {options.currencies.map(({ code }) => (
          <ListRow
            key={code}
            title={names.of(code) ?? code}
            trailing={code}
            selected={code === currency}
            disabled={legal.locked}
            testId={`onramp-currency-${code}`}
            onClick={() => {
              controller.setCurrency(code)
              navigation.back()
            }}
          />
        ))}
      </fieldset>
    </div>
  )
}
