import { parseAmount } from '@latchkey/kernel/contracts'
import {
  AmountField,
  Chip,
  EmptyState,
  ErrorBanner,
  ListRow,
  safeText,
  TokenIcon,
  useLoaded,
  useMessages,
  useWallet,
  WalletIcon,
} from '@latchkey/ui-react'
import { useMemo, useState } from 'react'
import type { DepositAsset } from '../Payer.js'
import { payMessages } from './payMessages.js'
import type { PayViewProps } from './PayViewProps.js'
import { useAsking } from './useAsking.js'
import { useAvailableExchanges } from './useAvailableExchanges.js'
import { usePayState } from './usePayState.js'

/** What an exchange is to send to the account, and which one. What was read for another account or network isn't shown. */
export default function ExchangeDepositView({ controller }: PayViewProps) {
  const messages = useMessages(payMessages)
  const wallet = useWallet()
  const load = useMemo(() => wallet && (() => controller.readDepositAssets()), [wallet, controller])
  const { status, assets, error } = useLoaded('assets', load)
  const [chosen, setChosen] = useState<string>()
  if (status === 'error') return <ErrorBanner error={error} />
  if (status === 'loading') return <ListRow title={messages.depositWhat} loading testId="deposit-loading" />
  const asset = assets?.find((one) => one.asset === chosen) ?? assets?.[0]
  if (!assets || !asset) return <EmptyState title={messages.depositNone} text={messages.depositNoneText} />
  return (
    <div className="lk-stack" data-testid="deposit-view">
      {assets.length > 1 ? (
        <fieldset className="lk-chips" aria-label={messages.depositWhat}>
          {assets.map((one, index) => (
            <Chip
              key={one.asset}
              selected={one === asset}
              data-testid={`deposit-asset-${index}`}
              onClick={() => setChosen(one.asset)}
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
  const { isAsking, error, ask } = useAsking()
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
      <ErrorBanner error={error ?? (state.isDeposit ? state.error : undefined)} />
      <section className="lk-stack" data-gap="sm" aria-label={messages.depositFrom}>
        <h3 className="lk-section-title">{messages.depositFrom}</h3>
        {exchanges.map((exchange) => (
          <ListRow
            key={exchange.id}
            leading={<WalletIcon name={exchange.name} src={exchange.icon} />}
            title={safeText(exchange.name, 40)}
            chevron
            disabled={isAsking || units === undefined || units <= 0n}
            testId={`deposit-exchange-${exchange.id}`}
            onClick={() => ask(() => controller.deposit(exchange, asset, normal(amount)))}
          />
        ))}
      </section>
    </>
  )
}

/** The amount in a bill's form, because people leave numbers half typed. */
const normal = (amount: string) => amount.replace(/^\./, '0.').replace(/\.$/, '')
