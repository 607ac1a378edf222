import type { Account } from '@latchkey/kernel/plugin'
import { Banner, useMessages } from '@latchkey/ui-react'
import { watchOnlyMessages } from './watchOnlyMessages.js'

/** Says that the account is only looked at, where it is, whoever connected it. */
export default function WatchingNotice({ account }: { readonly account: Account }) {
  const messages = useMessages(watchOnlyMessages)
  if (account.kind !== 'watching') return null
  return <Banner title={messages.watching}>{messages.watchingText}</Banner>
}
