import { parseAmount } from '@latchkey/kernel/plugin'
import {
  AmountField,
  Chip,
  EmptyState,
  ErrorBanner,
  ListRow,
  safeText,
  TokenIcon,
  useMessages,
  WalletIcon,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import type { DepositAsset } from '../Payer.js'
import { payMessages } from './payMessages.js'
import type { PayViewProps } from './PayViewProps.js'
import { useAvailableExchanges } from './useAvailableExchanges.js'
import { usePayState } from './usePayState.js'

/** What an exchange is to send to the account, and which one. */
export default function ExchangeDepositView({ controller }: PayViewProps) {
  const messages = useMessages(payMessages)
  const [assets, setAssets] = useState<readonly DepositAsset[]>()
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    let isGone = false
    void controller.readDepositAssets().then((read) => {
      if (!isGone) setAssets(read)
    })
    return () => {
      isGone = true
    }
  }, [controller])
  if (!assets) return <ListRow title={messages.depositWhat} loading testId="deposit-loading" />
  const asset = assets[chosen]
  if (!asset) return <EmptyState title={messages.depositNone} text={messages.depositNoneText} />
  return (
    <div className="lk-stack" data-testid="deposit-view">
      {assets.length > 1 ? (
        <fieldset className="lk-chips" data-justify="center" aria-label={messages.depositWhat}>
          {assets.map((one, index) => (
            <Chip
              key={one.asset}
              selected={index === chosen}
              data-testid={`deposit-asset-${index}`}
              onClick={() => setChosen(index)}
            >
              {safeText(one.symbol, 12)}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      <DepositForm key={asset.asset} asset={asset} controller={controller} />
    </div>
  )
}

function DepositForm({ asset, controller }: PayViewProps & { readonly asset: DepositAsset }) {
  const messages = useMessages(payMessages)
  const state = usePayState()
  const [amount, setAmount] = useState('')
  const exchanges = useAvailableExchanges({
    ...{ id: 'deposit', asset: asset.asset, amount: '1', decimals: asset.decimals, symbol: asset.symbol },
    ...{ receiver: '', createdAt: 0 },
  })
  const units = parseAmount(amount, asset.decimals)
  return (
    <>
      <AmountField
        label={messages.depositWhat}
        value={amount}
        decimals={asset.decimals}
        symbol={asset.symbol}
        testId="deposit-amount"
        onChange={setAmount}
        token={<TokenIcon symbol={asset.symbol} src={asset.icon} />}
      />
      <ErrorBanner error={state.isDeposit ? state.error : undefined} />
      <section className="lk-stack" data-gap="sm" aria-label={messages.depositFrom}>
        <h3 className="lk-section-title">{messages.depositFrom}</h3>
        {exchanges.map((exchange) => (
          <ListRow
            key={exchange.id}
            leading={<WalletIcon name={exchange.name} src={exchange.icon} />}
            title={safeText(exchange.name, 40)}
            chevron
            disabled={units === undefined || units <= 0n}
            testId={`deposit-exchange-${exchange.id}`}
            // The state says why the request failed.
            onClick={() => void controller.deposit(exchange, asset, normal(amount)).catch(() => {})}
          />
        ))}
      </section>
    </>
  )
}

/** The amount in a bill's form, because people leave numbers half typed. */
const normal = (amount: string) => amount.replace(/^\./, '0.').replace(/\.$/, '')
