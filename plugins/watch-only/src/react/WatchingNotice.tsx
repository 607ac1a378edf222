import type { Account } from '@latchkey/kernel/plugin'
import { Banner, useMessages, useWallet } from '@latchkey/ui-react'
import { watchOnlyId } from '../watchOnly.js'
import { watchOnlyMessages } from './watchOnlyMessages.js'

/** Says that the account is only looked at, where it is. */
export default function WatchingNotice({ account }: { readonly account: Account }) {
  const messages = useMessages(watchOnlyMessages)
  const wallet = useWallet({ namespace: account.namespace })
  if (wallet?.connection.connectorId !== watchOnlyId) return null
  return <Banner title={messages.watching}>{messages.watchingText}</Banner>
}
