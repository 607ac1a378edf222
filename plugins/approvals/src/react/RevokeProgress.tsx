import { AccountRoute, type ActiveWallet, Navigation } from '@latchkey/kernel/wallet'
import { AskingScreen, OutcomeScreen, safeText, useMessages, useService, useWords } from '@latchkey/ui-react'
import { Approvals, type Revoking } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'
import { RevokedDetails } from './RevokedDetails.js'

export interface RevokeProgressProps {
  readonly revoking: Revoking
  readonly wallet: ActiveWallet | undefined
  onList(): void
}

/** Phases that look like another one. */
const tones: Partial<Record<Revoking['phase'], Revoking['phase']>> = {
  lost: 'undecided',
  unchecked: 'undecided',
  stands: 'failed',
}

/** The wallet is asked, then the chain. */
export function RevokeProgress({ revoking, wallet, onList }: RevokeProgressProps) {
  const messages = useMessages(approvalsMessages)
  const navigation = useService(Navigation)
  const service = useService(Approvals)
  const say = useWords()
  const { phase, reason } = revoking
  const asked = wallet && { walletName: wallet.connection.name, walletIcon: wallet.connection.icon }
  if (phase === 'asking') {
    return (
      <AskingScreen
        testId="revoke"
        wallet={asked}
        text={messages.approveText}
        onForget={() => {
          service.forget()
          navigation.reset(AccountRoute, undefined)
        }}
      />
    )
  }
  const words = {
    pending: [messages.pending, messages.pendingText],
    confirmed: [messages.done, messages.doneText],
    stands: [messages.stands, messages.standsText],
    unchecked: [messages.unchecked, messages.uncheckedText],
    failed: [messages.failed, messages.failedText],
    undecided: [messages.undecided, messages.undecidedText],
    lost: [messages.unanswered, messages.unansweredText],
    refused: [messages.failed, messages.declined],
  }[phase]
  const told = reason === undefined ? undefined : safeText(say(reason), 300)
  return (
    <OutcomeScreen
      testId="revoke"
      wallet={asked}
      phase={tones[phase] ?? phase}
      title={words[0] ?? ''}
      text={told ?? words[1] ?? ''}
      details={
        wallet && phase !== 'refused' ? <RevokedDetails revoking={revoking} wallet={wallet} /> : undefined
      }
      again={messages.toList}
      onAgain={onList}
    />
  )
}
