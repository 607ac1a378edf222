import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import {
  AddressText,
  Button,
  ListRow,
  safeText,
  TokenIcon,
  useMessages,
  useNetwork,
} from '@latchkey/ui-react'
import { AddToken } from './AddToken.js'
import { balancesMessages } from './messages.js'
import { useBalances } from './useBalances.js'
import { useOwnTokens } from './useOwnTokens.js'

interface OwnTokensViewProps {
  readonly params: { readonly namespace?: NamespaceId } | undefined
}

/** Adds a token by its address, and hides and shows those of the account. */
export default function OwnTokensView({ params }: OwnTokensViewProps) {
  const messages = useMessages(balancesMessages)
  const where = params?.namespace === undefined ? {} : { namespace: params.namespace }
  const { network } = useNetwork(where)
  const own = useOwnTokens(where)
  const { holdings } = useBalances(where)
  const isListed = (address: string) =>
    [...own.added, ...own.hidden].some((token) => token.address === address)
  const held = holdings.flatMap(({ address, amount, name }) =>
    address === undefined || isListed(address)
      ? []
      : [{ address, name, symbol: amount.symbol, decimals: amount.decimals }],
  )
  const networkName = safeText(network?.name ?? '', 40) || messages.thisNetwork
  return (
    <div className="lk-stack" data-testid="own-tokens">
      {own.supported ? (
        <AddToken own={own} network={network} networkName={networkName} />
      ) : (
        <p className="lk-hint">{messages.lookUpUnsupported({ network: networkName })}</p>
      )}
      <TokenGroup
        title={messages.addedTokens}
        tokens={own.added}
        action={messages.removeToken}
        name={messages.removeNamed}
        onPress={({ address }) => own.forget(address)}
      />
      <TokenGroup
        title={messages.heldTokens}
        tokens={held}
        action={messages.hideToken}
        name={messages.hideNamed}
        onPress={own.hide}
      />
      <TokenGroup
        title={messages.hiddenTokens}
        tokens={own.hidden}
        action={messages.showToken}
        name={messages.showNamed}
        onPress={({ address }) => own.forget(address)}
      />
    </div>
  )
}

interface TokenGroupProps {
  readonly title: string
  readonly tokens: readonly TokenReference[]
  readonly action: string
  name(parameters: { readonly token: string }): string
  onPress(token: TokenReference): void
}

function TokenGroup({ title, tokens, action, name, onPress }: TokenGroupProps) {
  const messages = useMessages(balancesMessages)
  if (tokens.length === 0) return null
  return (
    <section className="lk-section" aria-label={title}>
      <h3 className="lk-section-title">{title}</h3>
      <ul className="lk-list">
        {tokens.map((token) => {
          const label = safeText(token.name ?? '', 60) || safeText(token.symbol, 12) || messages.unnamed
          return (
            <li className="lk-list-item" key={token.address}>
              <ListRow
                leading={<TokenIcon symbol={token.symbol} address={token.address} />}
                title={label}
                subtitle={<AddressText address={token.address} />}
                trailing={
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={name({ token: label })}
                    data-testid={`own-tokens-press-${token.address}`}
                    onClick={() => onPress(token)}
                  >
                    {action}
                  </Button>
                }
                testId={`own-tokens-${token.address}`}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
