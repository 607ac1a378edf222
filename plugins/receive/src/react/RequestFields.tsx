import { Navigation } from '@latchkey/kernel/wallet'
import type { Network } from '@latchkey/kernel/plugin'
import { parseAmount } from '@latchkey/kernel/contracts'
import {
  AmountField,
  Button,
  ListRow,
  safeText,
  TokenIcon,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { Receive } from '../ReceiveService.js'
import { ReceiveTokenRoute } from '../receiveRoutes.js'
import { receiveMessages } from './receiveMessages.js'
import { useRequest } from './useReceive.js'

export interface RequestFieldsProps {
  readonly network: Network
  /** Whether links of the network can name a token. */
  readonly tokens: boolean
}

const typing = { sync: true }

/** How much of what is asked for. Closed until a person wants it. */
export function RequestFields({ network, tokens }: RequestFieldsProps) {
  const messages = useMessages(receiveMessages)
  const navigation = useService(Navigation)
  const receive = useService(Receive)
  const { amount, token } = useRequest(network.id, typing)
  const [isOpen, setOpen] = useState(amount !== '' || token !== undefined)
  const asset = token ?? network.nativeCurrency
  const [isLeft, setLeft] = useState(false)
  const zero = new Intl.NumberFormat(useLocale()).format(0)
  const isNothing = amount !== '' && parseAmount(amount, asset.decimals) === 0n
  // "0.0" may still become more while it's typed, until no digit has room.
  const isFull = amount.length >= asset.decimals + '0.'.length
  if (!isOpen) {
    return (
      <Button variant="secondary" fullWidth data-testid="lk-receive-request" onClick={() => setOpen(true)}>
        {messages.request}
      </Button>
    )
  }
  return (
    <>
      <AmountField
        value={amount}
        onChange={(text) => {
          setLeft(false)
          receive.setAmount(text)
        }}
        onBlur={() => setLeft(true)}
        decimals={asset.decimals}
        symbol={asset.symbol}
        error={isNothing && (isLeft || isFull) ? messages.moreThan({ number: zero }) : undefined}
        testId="lk-receive-amount"
      />
      {tokens ? (
        <ListRow
          leading={
            <TokenIcon
              symbol={asset.symbol}
              src={token ? token.icon : network.icon}
              networkId={network.id}
              address={token?.address}
              networkName={network.name}
              networkIcon={network.icon}
            />
          }
          title={safeText(asset.symbol, 12)}
          subtitle={messages.asset}
          chevron
          testId="lk-receive-asset"
          onClick={() => navigation.push(ReceiveTokenRoute)}
        />
      ) : null}
      <Button
        variant="ghost"
        fullWidth
        data-testid="lk-receive-no-request"
        onClick={() => {
          receive.setAmount('')
          receive.setToken(network.id, undefined)
          setOpen(false)
        }}
      >
        {messages.requestNothing}
      </Button>
    </>
  )
}
