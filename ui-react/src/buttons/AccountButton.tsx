import { AccountRoute, type NamespaceId } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { AddressText } from '../components/AddressText.js'
import { AmountText } from '../components/AmountText.js'
import { Avatar } from '../components/Avatar.js'
import { HiddenAmount } from '../components/HiddenAmount.js'
import { useAccount, type UseAccountResult } from '../hooks/useAccount.js'
import { useAccountIdentity } from '../hooks/useAccountIdentity.js'
import { useNativeBalance, type UseBalanceResult } from '../hooks/useNativeBalance.js'
import { useModal } from '../hooks/useModal.js'
import { type ShownAmount, useShownBalance } from '../hooks/useShownBalance.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '../utils/truncateAddress.js'
import { ButtonBoundary } from './ButtonBoundary.js'
import { ShellRoot } from './ShellRoot.js'
import { usePrefetch } from './usePrefetch.js'

export interface AccountButtonProps {
  readonly disabled?: boolean | undefined
  /** Default `show`. */
  readonly balance?: 'show' | 'hide'
  /** Characters of the address before the gap. Default 4. */
  readonly charsStart?: number
  /** Characters of the address after the gap. Default 6. */
  readonly charsEnd?: number
  /** Default the active namespace. */
  readonly namespace?: NamespaceId
}

export interface AccountButtonState {
  readonly account: UseAccountResult
  /** Of the native coin. */
  readonly balance: UseBalanceResult
  /** What a plugin wants shown instead, and whether amounts are to be covered. */
  readonly shown: ShownAmount
  open(): void
}

function useAccountButton(namespace?: NamespaceId): AccountButtonState {
  const options = namespace === undefined ? {} : { namespace }
  const { open, openFor } = useModal()
  const account = useAccount(options)
  return {
    account,
    balance: useNativeBalance(options),
    shown: useShownBalance(account.networkId, account.address),
    open: () => {
      if (account.isConnected) open(AccountRoute, namespace === undefined ? undefined : { namespace })
      else if (namespace === undefined) open()
      else openFor(namespace)
    },
  }
}

/**
 * Balance and name or address of the connected account; opens the Account view. While a wallet is being asked for the
 * account that storage names, it shows that address alone. Nothing while there is neither.
 */
export function AccountButton(props: AccountButtonProps): ReactNode {
  return (
    <ButtonBoundary>
      <AccountButtonBody {...props} />
    </ButtonBoundary>
  )
}

function AccountButtonBody(props: AccountButtonProps): ReactNode {
  const { disabled, balance = 'show', charsStart = 4, charsEnd = 6, namespace } = props
  const { account, balance: read, shown, open } = useAccountButton(namespace)
  const messages = useMessages(buttons)
  const prefetch = usePrefetch()
  const identity = useAccountIdentity(account.account)
  const address = account.address ?? account.claimedAddress
  if (address === undefined) return null
  const amount = shown.amount === undefined ? read.amount : shown.amount
  // A name that leads to no address, or may be taken for another one, does not stand in for the address.
  const name = identity?.name && !identity.caution ? safeText(identity.displayName ?? '', 32) : undefined
  return (
    <ShellRoot>
      <button
        {...prefetch}
        type="button"
        className="lk-account-button"
        disabled={disabled}
        aria-label={(account.isConnected ? messages.account : messages.claimed)({
          address: name || truncateAddress(address, charsStart, charsEnd),
        })}
        aria-busy={!account.isConnected || undefined}
        data-lk-button=""
        data-testid={namespace === undefined ? 'account-button' : `account-button-${namespace}`}
        onClick={open}
      >
        {balance === 'show' && amount && account.isConnected ? (
          <span className="lk-account-button-balance" data-testid="account-balance">
            {shown.hidden ? (
              <HiddenAmount />
            ) : (
              <AmountText value={amount.value} decimals={amount.decimals} symbol={amount.symbol} />
            )}
          </span>
        ) : null}
        <span className="lk-account-button-address">
          <Avatar address={address} src={identity?.avatar} size="sm" />
          {name ? (
            <bdi className="lk-account-button-name" title={address} data-testid="account-name">
              {name}
            </bdi>
          ) : (
            <AddressText address={address} start={charsStart} end={charsEnd} />
          )}
        </span>
      </button>
    </ShellRoot>
  )
}

export interface AccountButtonCustomProps {
  readonly namespace?: NamespaceId
  children(state: AccountButtonState): ReactNode
}

/** The same behaviour under the host's own markup. */
AccountButton.Custom = function AccountButtonCustom({ namespace, children }: AccountButtonCustomProps) {
  return children(useAccountButton(namespace))
}
