import type { Account } from '@latchkey/kernel/plugin'
import { AddressText } from '../components/AddressText.js'
import { Avatar } from '../components/Avatar.js'
import { CopyButton } from '../components/CopyButton.js'
import { VisuallyHidden } from '../components/VisuallyHidden.js'
import { ExternalIcon } from '../components/icons/ExternalIcon.js'
import { useAddressNames } from '../hooks/useAddressNames.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { Skeleton } from '../components/Skeleton.js'
import { AccountHeader, AccountTotal } from '../slots.js'
import { safeText } from '../utils/safeText.js'
import { AccountBalance } from './AccountBalance.js'
import { useExplorerUrl } from './useExplorerUrl.js'

export interface AccountSummaryProps {
  readonly account: Account
}

/** Picture, address to copy or to look up, and what it holds. A plugin that knows names draws the top instead. */
export function AccountSummary({ account }: AccountSummaryProps) {
  const messages = useMessages(section)
  const explorer = useExplorerUrl(account)
  const plain = <PlainIdentity account={account} />
  return (
    <div className="lk-account-summary">
      <SlotOutlet slot={AccountHeader} props={{ account }} loading={plain} empty={plain} />
      <div className="lk-account-tools" data-testid="lk-account-address">
        <CopyButton value={account.address} variant="ghost" testId="lk-copy-address">
          <VisuallyHidden>{messages.copyAddress} </VisuallyHidden>
          <AddressText address={account.address} />
        </CopyButton>
        {explorer ? (
          <a
            className="lk-icon-button"
            data-variant="ghost"
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={messages.explorer}
            data-testid="lk-explorer"
          >
            <ExternalIcon />
          </a>
        ) : null}
      </div>
      <SlotOutlet
        slot={AccountTotal}
        props={{ account }}
        loading={<LoadingTotal />}
        empty={<AccountBalance namespace={account.namespace} />}
      />
    </div>
  )
}

function LoadingTotal() {
  return (
    <div className="lk-account-total">
      <Skeleton shape="title" width="third" />
    </div>
  )
}

function PlainIdentity({ account }: { readonly account: Account }) {
  const name = useAddressNames().nameOf(account.namespace, account.address)
  const label = name ?? (account.label ? safeText(account.label, 40) : undefined)
  return (
    <>
      <Avatar address={account.address} size="xl" />
      {label ? <p className="lk-account-label">{label}</p> : null}
    </>
  )
}
