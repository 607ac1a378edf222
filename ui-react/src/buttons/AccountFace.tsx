import type { NamespaceId } from '@latchkey/kernel/plugin'
import { type ReactNode, useEffect, useState } from 'react'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { useChunk } from '../useChunk.js'
import { useShell } from '../useShell.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'
import { ShellRoot } from './ShellRoot.js'
import { useOpenAccount } from './useOpenAccount.js'
import { usePrefetch } from './usePrefetch.js'

export interface AccountFaceProps {
  readonly disabled?: boolean | undefined
  /** Default `show`. */
  readonly balance?: 'show' | 'hide' | undefined
  /** Characters of the address before the gap. Default 6, as in the modal. */
  readonly charsStart?: number | undefined
  /** Characters of the address after the gap. Default 4, as in the modal. */
  readonly charsEnd?: number | undefined
  /** Default the active namespace. */
  readonly namespace?: NamespaceId | undefined
}

/**
 * What the account button and a connect button of a connected account draw. The address is there at once; picture, name and
 * balance come with code that a page without an account doesn't need.
 */
export function AccountFace(props: AccountFaceProps): ReactNode {
  const { disabled, balance = 'show', charsStart = 6, charsEnd = 4, namespace } = props
  const { account, open } = useOpenAccount(namespace)
  const { connecting } = useShell()
  const { module } = useChunk(connecting)
  const messages = useMessages(buttons)
  const prefetch = usePrefetch()
  const [name, setName] = useState<string>()
  const address = account.address ?? account.claimedAddress
  const hasAddress = address !== undefined
  useEffect(() => {
    if (hasAddress) connecting.load()
  }, [hasAddress, connecting])
  if (!hasAddress) return null
  const shownAddress = safeText(address, 256)
  const shortAddress = truncateAddress(shownAddress, charsStart, charsEnd)
  return (
    <ShellRoot>
      <button
        {...prefetch}
        type="button"
        className="lk-account-button"
        disabled={disabled}
        aria-label={(account.isConnected ? messages.account : messages.claimed)({
          address: name || shortAddress,
        })}
        aria-busy={!account.isConnected || undefined}
        data-lk-button=""
        data-testid={namespace === undefined ? 'account-button' : `account-button-${namespace}`}
        onClick={open}
      >
        {module ? (
          <module.AccountDetails
            account={account}
            namespace={namespace}
            withBalance={balance === 'show'}
            start={charsStart}
            end={charsEnd}
            onName={setName}
          />
        ) : (
          <span className="lk-account-button-address">
            <span className="lk-picture" data-shape="circle" data-size="sm" aria-hidden="true" />
            <span className="lk-address" dir="ltr" translate="no" title={shownAddress}>
              {shortAddress}
            </span>
          </span>
        )}
      </button>
    </ShellRoot>
  )
}
