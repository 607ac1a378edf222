import { Navigation, Wallets } from '@latchkey/kernel/wallet'
import { worthOf } from '@latchkey/kernel/contracts'
import {
  Chip,
  EmptyState,
  ErrorState,
  matchesToken,
  SearchField,
  SkeletonRow,
  safeText,
  TokenIcon,
  TokenRow,
  useMessages,
  useService,
  useTypedAddress,
} from '@latchkey/ui-react'
import { useEffect, useMemo, useState } from 'react'
import { isSameToken } from '../assess.js'
import { SwapRoute } from '../routes.js'
import type { SwapChoice } from '../Swapper.js'
import { swapMessages } from './swapMessages.js'
import type { SwapViewProps } from './SwapViewProps.js'
import { useSwapState } from './useSwapState.js'
import { UnknownToken } from './Warnings.js'

/** How many are shown as chips, as the specification says, and how many rows of a list. */
const suggestedLimit = 8
const rowLimit = 200

/** Suggested tokens, those of the account, and all; with a search that takes addresses nobody listed. */
export default function SelectTokenView({
  controller,
  side,
}: SwapViewProps & { readonly side: 'sell' | 'buy' }) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const wallets = useService(Wallets)
  const { tokens, target, draft } = useSwapState()
  const [query, setQuery] = useState('')
  const { list, status, error } = tokens
  // An address may stand behind its network's short name; everything else is searched for as it is.
  const { text: wanted, isAddress, isReading, elsewhere } = useTypedAddress(query, target?.networkId)
  const shown = useMemo(() => filterChoices(list, wanted), [list, wanted])
  useFound(controller, wanted, isAddress)
  const isSame = (target && wallets.namespace(target.namespace)?.isSameAddress) ?? Object.is

  useEffect(() => {
    void controller.loadTokens()
  }, [controller])

  function choose({ token }: SwapChoice): void {
    controller.chooseToken(side, token)
    if (!navigation.backTo(SwapRoute)) navigation.replace(SwapRoute, undefined)
  }

  if (status === 'error' && list.length === 0) {
    return <ErrorState error={error} onRetry={() => void controller.loadTokens({ fresh: true })} />
  }
  if (status !== 'ready' && list.length === 0) return <LoadingRows />
  const held = shown.filter(({ balance = 0n }) => balance > 0n)
  const rest = shown.filter(({ balance = 0n }) => balance === 0n)
  const rows = (choices: readonly SwapChoice[]) =>
    choices
      .slice(0, rowLimit)
      .map((choice) => (
        <ChoiceRow
          key={choice.token.address ?? 'native'}
          choice={choice}
          selected={isSameToken(draft[side], choice.token, isSame)}
          onChoose={() => choose(choice)}
        />
      ))
  return (
    <div className="lk-stack" data-gap="sm" data-testid="swap-select-token">
      <SearchField
        value={query}
        onChange={setQuery}
        label={messages.searchTokens}
        testId="swap-token-search"
      />
      {wanted === '' ? <Suggested choices={list} onChoose={choose} /> : null}
      {shown.map(({ isUnknown, token: { address } }) =>
        wanted !== '' && isUnknown && address !== undefined ? (
          <UnknownToken key={address} address={address} />
        ) : null,
      )}
      {held.length > 0 ? (
        <section className="lk-section" data-testid="swap-your-tokens">
          <h3 className="lk-section-title">{messages.yours}</h3>
          {rows(held)}
        </section>
      ) : null}
      {rest.length > 0 ? (
        <section className="lk-section" data-testid="swap-all-tokens">
          <h3 className="lk-section-title">{messages.tokens}</h3>
          {rows(rest)}
        </section>
      ) : null}
      {shown.length === 0 && isReading ? <LoadingRows /> : null}
      {shown.length === 0 && !isReading ? (
        <EmptyState title={messages.noTokenFound} text={elsewhere ?? messages.noTokenFoundText} />
      ) : null}
    </div>
  )
}

/** Looks for what may be an address and isn't listed; what is found comes into the list. */
function useFound(controller: SwapViewProps['controller'], wanted: string, isAddress: boolean): void {
  useEffect(() => {
    if (!isAddress) return
    // A source that can't be asked finds nothing; the list says so.
    controller.findToken(wanted).catch(() => undefined)
  }, [controller, wanted, isAddress])
}

function filterChoices(list: readonly SwapChoice[], query: string): readonly SwapChoice[] {
  if (query === '') return list.filter(({ isUnknown, balance = 0n }) => !isUnknown || balance > 0n)
  return list.filter(({ token }) => matchesToken(token, query))
}

interface ChoiceProps {
  onChoose(choice: SwapChoice): void
}

function Suggested({ choices, onChoose }: ChoiceProps & { readonly choices: readonly SwapChoice[] }) {
  const messages = useMessages(swapMessages)
  const networkId = useSwapState().target?.networkId
  const suggested = choices.filter(({ isSuggested }) => isSuggested).slice(0, suggestedLimit)
  if (suggested.length === 0) return null
  return (
    <fieldset className="lk-chips" aria-label={messages.suggested} data-testid="swap-suggested">
      {suggested.map((choice) => (
        <Chip
          key={choice.token.address ?? 'native'}
          icon={
            <TokenIcon
              symbol={choice.token.symbol}
              src={choice.token.icon}
              networkId={networkId}
              address={choice.token.address}
              size="sm"
            />
          }
          data-testid={`swap-suggested-${safeText(choice.token.symbol, 12)}`}
          onClick={() => onChoose(choice)}
        >
          {safeText(choice.token.symbol, 12)}
        </Chip>
      ))}
    </fieldset>
  )
}

function ChoiceRow({
  choice: { token, balance, price },
  selected,
  onChoose,
}: {
  readonly choice: SwapChoice
  readonly selected: boolean
  onChoose(): void
}) {
  const { currency, target } = useSwapState()
  const worth = balance === undefined ? undefined : worthOf({ ...token, value: balance }, price, currency)
  return (
    <TokenRow
      {...token}
      networkId={target?.networkId}
      balance={balance}
      worth={worth}
      currency={currency.toUpperCase()}
      selected={selected}
      testId={`swap-select-token-item-${safeText(token.symbol, 12)}`}
      onChoose={onChoose}
    />
  )
}

function LoadingRows() {
  const messages = useMessages(swapMessages)
  return (
    <div className="lk-list" role="status" aria-label={messages.loadingTokens}>
      <SkeletonRow trailing />
      <SkeletonRow trailing />
      <SkeletonRow trailing />
    </div>
  )
}
