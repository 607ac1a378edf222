import type { Account } from '@latchkey/kernel/plugin'
import { Banner, useMessages } from '@latchkey/ui-react'
import { receiveMessages } from './receiveMessages.js'

/** What must not be sent to this kind of account. */
export function AccountNotice({
  kind,
  network,
}: {
  readonly kind: Account['kind']
  readonly network: string
}) {
  const messages = useMessages(receiveMessages)
  if (kind === 'payment') return <Banner>{messages.paymentAccount}</Banner>
  if (kind === 'ordinals') return <Banner tone="warning">{messages.ordinalsAccount}</Banner>
  if (kind === 'watching') return <Banner tone="warning">{messages.watchedAccount}</Banner>
  if (kind === 'smartAccount') return <Banner tone="warning">{messages.smartAccount({ network })}</Banner>
  return null
}
