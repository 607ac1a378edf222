import type { NamespaceId } from '@latchkey/kernel/plugin'
import { type ReactNode, useEffect, useState } from 'react'
import { AddressText } from '../components/AddressText.js'
import { Avatar } from '../components/Avatar.js'
import type { UseAccountResult } from '../hooks/useAccount.js'
import { useAccountIdentity } from '../hooks/useAccountIdentity.js'
import { nextFrame } from '../utils/nextFrame.js'
import { safeText } from '../utils/safeText.js'
import { useIsomorphicLayoutEffect } from '../utils/useIsomorphicLayoutEffect.js'
import { ButtonBalance } from './ButtonBalance.js'

export interface AccountDetailsProps {
  readonly account: UseAccountResult
  readonly namespace: NamespaceId | undefined
  readonly withBalance: boolean
  /** Characters of the address before the gap. */
  readonly start: number
  /** Characters of the address after the gap. */
  readonly end: number
  /** Told the account's name, which the button is called by; `undefined` while none is known. */
  onName(name: string | undefined): void
}

/** Balance, picture, and name or address, within an account button. */
export function AccountDetails(props: AccountDetailsProps): ReactNode {
  const { account, namespace, withBalance, start, end, onName } = props
  const isPainted = useIsPainted()
  const identity = useAccountIdentity(account.account)
  const address = account.address ?? account.claimedAddress ?? ''
  // A name that leads to no address, or may be taken for another one, does not stand in for the address.
  const name =
    (identity?.name && !identity.caution ? safeText(identity.displayName ?? '', 32) : '') || undefined
  useIsomorphicLayoutEffect(() => onName(name), [name, onName])
  return (
    <>
      {withBalance && isPainted && account.isConnected ? <ButtonBalance namespace={namespace} /> : null}
      <span className="lk-account-button-address">
        <Avatar address={address} src={identity?.avatar} size="sm" />
        {name ? (
          <bdi className="lk-account-button-name" title={address} data-testid="account-name">
            {name}
          </bdi>
        ) : (
          <AddressText address={address} start={start} end={end} />
        )}
      </span>
    </>
  )
}

/** False until the first picture with the address: reading the balance takes its time, and nobody should wait for it. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let isThere = true
    void nextFrame().then(() => isThere && setIsPainted(true))
    return () => {
      isThere = false
    }
  }, [])
  return isPainted
}
