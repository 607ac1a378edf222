import { Explorer } from '@latchkey/kernel/contracts'
import { type ActiveWallet, Wallets } from '@latchkey/kernel/wallet'
import { EndingDetails, safeText, useLocale, useMessages, useService } from '@latchkey/ui-react'
import type { Revoking } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'
import { useSpenderText } from './useSpenderText.js'

export interface RevokedDetailsProps {
  readonly revoking: Revoking
  readonly wallet: ActiveWallet
}

/** The chain has taken it, or refused it. */
const ended: readonly Revoking['phase'][] = ['confirmed', 'stands', 'unchecked', 'failed']

/** Shows which approvals were taken back, of whom, and the facts of the transaction. */
export function RevokedDetails({ revoking, wallet }: RevokedDetailsProps) {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const wallets = useService(Wallets)
  const spenderOf = useSpenderText()
  const { approvals, phase, id, fee, sentAt } = revoking
  const { networkId, account } = wallet
  const listed = (texts: readonly string[]) => new Intl.ListFormat(locale).format(new Set(texts))
  const about = [
    {
      label: messages.token,
      testId: 'revoke-token',
      value: listed(approvals.map(({ token }) => safeText(token.symbol, 24))),
    },
    { label: messages.app, testId: 'revoke-app', value: listed(approvals.map(spenderOf)) },
  ]
  return (
    <EndingDetails
      {...{ about, networkId, id, fee, sentAt }}
      address={account.address}
      explorerUrl={
        id === undefined ? undefined : wallets.chain(networkId, Explorer)?.transactionUrl(networkId, id)
      }
      isEnded={ended.includes(phase)}
      testId="revoke"
    />
  )
}
