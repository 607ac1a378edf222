import type { Account, RouteParams } from '@latchkey/kernel/plugin'
import { parseAmount } from '@latchkey/kernel/contracts'
import {
  AddressText,
  CopyButton,
  ErrorState,
  formatExactAmount,
  NetworkIcon,
  QrCode,
  type RouteViewProps,
  safeText,
  Skeleton,
  useAccount,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { Receive, type ReceiveNetwork } from '../ReceiveService.js'
import type { ReceiveRoute } from '../receiveRoutes.js'
import { AccountNotice } from './AccountNotice.js'
import { NetworkSummary } from './NetworkSummary.js'
import { NoAccount } from './NoAccount.js'
import { receiveMessages } from './receiveMessages.js'
import { RequestFields } from './RequestFields.js'
import { useChosenNetwork, useReceiveLink, useReceiveNetworks, useRequest } from './useReceive.js'

/** The address of the account as text and as a QR code, and a request for an amount where links can name one. */
export default function ReceiveView({ params }: RouteViewProps<RouteParams<typeof ReceiveRoute>>) {
  const receive = useService(Receive)
  const { account } = useAccount()
  useEffect(() => receive.take(params), [receive, params])
  return account ? <Networks account={account} /> : <NoAccount />
}

function Networks({ account }: { readonly account: Account }) {
  const networks = useReceiveNetworks(account)
  const chosen = useChosenNetwork(networks.value ?? [])
  if (networks.status === 'error') return <ErrorState error={networks.error} onRetry={networks.retry} />
  if (networks.status === 'loading') return <ReceiveSkeleton />
  if (!chosen) return <NoAccount />
  return <Details account={account} chosen={chosen} networks={networks.value} />
}

interface DetailsProps {
  readonly account: Account
  readonly chosen: ReceiveNetwork
  readonly networks: readonly ReceiveNetwork[]
}

function Details({ account, chosen: { network, address }, networks }: DetailsProps) {
  const messages = useMessages(receiveMessages)
  const locale = useLocale()
  const receive = useService(Receive)
  const state = useRequest(network.id)
  // An address for collectibles must not ask for coins.
  const isForCoins = account.kind !== 'ordinals'
  const offers = isForCoins ? receive.offers(network.id) : { amounts: false, tokens: false }
  const amount = offers.amounts ? state.amount : ''
  const token = offers.tokens ? state.token : undefined
  const link = useReceiveLink({ account, networkId: network.id, amount, ...(token ? { token } : {}) })
  const name = safeText(network.name, 32)
  const { decimals, symbol: ownSymbol } = token ?? network.nativeCurrency
  const symbol = safeText(ownSymbol, 12)
  const value = parseAmount(amount, decimals) ?? 0n
  const asset = value > 0n ? `${formatExactAmount(value, decimals, locale)} ${symbol}` : symbol
  const uri = link.value?.uri
  if (link.status === 'error') return <ErrorState error={link.error} onRetry={link.retry} />
  return (
    <div className="lk-stack">
      <QrCode
        size="md"
        value={uri ?? address}
        label={uri ? messages.qrRequest({ asset, network: name }) : messages.qrAddress({ network: name })}
        // A link is long: its fine code needs every module to be read from a screen.
        logo={
          uri ? undefined : (
            <NetworkIcon name={network.name} src={network.icon} networkId={network.id} size="md" />
          )
        }
        testId="lk-receive-qr"
      />
      <div className="lk-address-block">
        <p className="lk-hint">
          {uri ? messages.requestOn({ asset, network: name }) : messages.addressOn({ network: name })}
        </p>
        <AddressText address={address} full />
      </div>
      <div className="lk-stack" data-gap="sm">
        {uri ? (
          <CopyButton value={uri} fullWidth variant="primary" testId="lk-receive-copy-link">
            {messages.copyLink}
          </CopyButton>
        ) : null}
        <CopyButton
          value={address}
          fullWidth
          variant={uri ? 'secondary' : 'primary'}
          testId="lk-receive-copy"
        >
          {messages.copyAddress}
        </CopyButton>
      </div>
      <AccountNotice kind={account.kind} network={name} />
      {offers.amounts ? <RequestFields key={network.id} network={network} tokens={offers.tokens} /> : null}
      <NetworkSummary chosen={network} networks={networks} />
    </div>
  )
}

function ReceiveSkeleton() {
  return (
    <div className="lk-account-summary" aria-hidden="true">
      <span className="lk-qr" data-size="md">
        <Skeleton shape="block" />
      </span>
      <Skeleton width="half" />
      <Skeleton />
    </div>
  )
}
