import type { NamespaceId } from '@latchkey/kernel/plugin'
import { type ReactNode, useEffect } from 'react'
import { AddressText } from '../components/AddressText.js'
import { Avatar } from '../components/Avatar.js'
import { useAccountIdentity } from '../hooks/useAccountIdentity.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useChunk } from '../useChunk.js'
import { useShell } from '../useShell.js'
import { nextFrame } from '../utils/nextFrame.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '../utils/truncateAddress.js'
import { ShellRoot } from './ShellRoot.js'
import { useOpenAccount } from './useOpenAccount.js'
import { usePrefetch } from './usePrefetch.js'

export interface AccountFaceProps {
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

/** What the account button and a connect button of a connected account draw. */
export function AccountFace(props: AccountFaceProps): ReactNode {
  const { disabled, balance = 'show', charsStart = 4, charsEnd = 6, namespace } = props
  const { account, open } = useOpenAccount(namespace)
  const messages = useMessages(buttons)
  const prefetch = usePrefetch()
  const identity = useAccountIdentity(account.account)
  const address = account.address ?? account.claimedAddress
  if (address === undefined) return null
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
        {balance === 'show' ? <LaterBalance namespace={namespace} isConnected={account.isConnected} /> : null}
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

/** The balance, once its code is there, which is asked for when the address has been painted. */
function LaterBalance(props: { readonly namespace: NamespaceId | undefined; readonly isConnected: boolean }) {
  const { buttonBalance } = useShell()
  const { module } = useChunk(buttonBalance)
  useEffect(() => void nextFrame().then(() => buttonBalance.load()), [buttonBalance])
  return module && props.isConnected ? <module.ButtonBalance namespace={props.namespace} /> : null
}
