import type { Account } from '@latchkey/kernel/plugin'
import {
  Avatar,
  Banner,
  Button,
  safeText,
  useAccountIdentity,
  useAccount,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { NameRegistration } from '../NameRegistration.js'
import { identityMessages } from './identityMessages.js'

/** Picture and name of the account; its address stands below. A name that may be taken for another one comes with a warning. */
export default function IdentityHeader({ account }: { readonly account: Account }) {
  const messages = useMessages(identityMessages)
  const identity = useAccountIdentity(account)
  const registration = useService(NameRegistration)
  const name = safeText(identity?.displayName ?? '', 64)
  const { networkId } = useAccount({ namespace: account.namespace })
  const isOffered = networkId !== undefined && registration.supports(networkId)
  const canChoose = isOffered && identity?.status === 'success' && !name
  return (
    <>
      <Avatar address={account.address} src={identity?.avatar} size="xl" />
      {name ? (
        <p className="lk-account-name" data-testid="lk-account-name">
          <bdi>{name}</bdi>
        </p>
      ) : null}
      {name && identity?.name === undefined ? <p className="lk-account-label">{messages.vouched}</p> : null}
      {account.label ? <p className="lk-account-label">{safeText(account.label, 40)}</p> : null}
      {identity?.caution ? <Banner tone="warning">{messages.caution}</Banner> : null}
      {canChoose ? (
        <Button variant="secondary" size="sm" data-testid="lk-choose-name" onClick={registration.open}>
          {messages.chooseName}
        </Button>
      ) : null}
    </>
  )
}
