import type { Account, Network } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import type { TokenReference } from '@latchkey/kernel/contracts'
import {
  AddressText,
  Button,
  EmptyState,
  ErrorState,
  ListRow,
  safeText,
  SearchField,
  SkeletonRow,
  TokenIcon,
  useAccount,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useCallback, useState } from 'react'
import { Receive } from '../ReceiveService.js'
import { NoAccount } from './NoAccount.js'
import { receiveMessages } from './receiveMessages.js'
import { Rows } from './Rows.js'
import { useChosenNetwork, useLoaded, useReceiveNetworks } from './useReceive.js'

/** From how many tokens on a search helps. */
const searchFrom = 8

/** What is asked for: the coin of the network or one of the tokens. */
export default function ReceiveTokenView() {
  const { account } = useAccount()
  return account ? <Chooser account={account} /> : <NoAccount />
}

function Chooser({ account }: { readonly account: Account }) {
  const networks = useReceiveNetworks(account)
  const chosen = useChosenNetwork(networks.value ?? [])
  if (networks.status === 'error') return <ErrorState error={networks.error} onRetry={networks.retry} />
  if (!chosen) return <SkeletonRow />
  return <Tokens network={chosen.network} address={chosen.address} />
}

interface TokensProps {
  readonly network: Network
  readonly address: string
}

function Tokens({ network, address }: TokensProps) {
  const messages = useMessages(receiveMessages)
  const navigation = useService(Navigation)
  const receive = useService(Receive)
  const { token: chosen } = useSnapshot(receive.state)
  const [query, setQuery] = useState('')
  const load = useCallback(() => receive.tokens(network.id, address), [receive, network.id, address])
  const tokens = useLoaded(load)
  if (tokens.status === 'error') return <ErrorState error={tokens.error} onRetry={tokens.retry} />
  if (tokens.status === 'loading') return <SkeletonRow />
  const { nativeCurrency: coin } = network
  const all: readonly (TokenReference | undefined)[] = [undefined, ...tokens.value]
  const shown = all.filter((token) => matches(token ?? { ...coin, address: '' }, query))

  function choose(token: TokenReference | undefined): void {
    receive.setToken(network.id, token)
    navigation.back()
  }

  return (
    <div className="lk-stack" data-gap="sm">
      {all.length > searchFrom ? (
        <SearchField value={query} onChange={setQuery} label={messages.search} testId="lk-receive-search" />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          title={messages.noToken}
          text={messages.noTokenText({ query: safeText(query.trim(), 40) })}
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {messages.showAll}
            </Button>
          }
        />
      ) : (
        <Rows items={shown} label={messages.tokensTitle} testId="lk-receive-tokens">
          {(token) => (
            <ListRow
              key={token?.address ?? ''}
              leading={
                <TokenIcon
                  symbol={token?.symbol ?? coin.symbol}
                  src={token ? token.icon : network.icon}
                  networkId={network.id}
                  address={token?.address}
                  networkName={network.name}
                  networkIcon={network.icon}
                />
              }
              title={safeText(token?.symbol ?? coin.symbol, 12)}
              subtitle={token ? safeText(token.name ?? '', 40) : messages.coinOf({ network: network.name })}
              trailingSubtitle={token ? <AddressText address={token.address} /> : null}
              selected={token?.address === chosen?.address}
              testId={`lk-receive-token-${token?.address ?? 'coin'}`}
              onClick={() => choose(token)}
            />
          )}
        </Rows>
      )}
    </div>
  )
}

function matches({ symbol, name = '', address }: TokenReference, query: string): boolean {
  const text = query.trim().toLowerCase()
  return [symbol, name, address].some((value) => value.toLowerCase().includes(text))
}
