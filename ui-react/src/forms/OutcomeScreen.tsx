import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import type { ReactNode } from 'react'
import { Button } from '../components/Button.js'
import { WalletIcon } from '../components/WalletIcon.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { WaitingScreen } from '../views/WaitingScreen.js'
import { ExplorerLink } from './ExplorerLink.js'
import type { FormWallet } from './FormWallet.js'

const ringStates = { confirmed: 'success', failed: 'error', undecided: 'unclear' } as const

export interface OutcomeScreenProps {
  readonly wallet: FormWallet | undefined
  /** `confirmed`, `failed` and `undecided` have ended; everything else still waits for the network. */
  readonly phase: string
  readonly title: string
  readonly text: string
  /** Left out where the details lead there. */
  readonly explorerUrl?: string | undefined
  /** Default "View on explorer". */
  readonly explorerLabel?: string | undefined
  /** Names the way back to an empty form, once it has ended. */
  readonly again: string
  onAgain(): void
  /** The facts of the outcome, above the buttons. */
  readonly details?: ReactNode | undefined
  /** Above the link. */
  readonly children?: ReactNode | undefined
  /** What test ids begin with, such as `send`. */
  readonly testId: string
}

/** The network has it: what came of it, where to look it up, and what to do next. */
export function OutcomeScreen({ wallet, phase, title, text, testId, ...rest }: OutcomeScreenProps) {
  const messages = useMessages(forms)
  const navigation = useService(Navigation)
  const isDecided = phase === 'confirmed' || phase === 'failed'
  const icon = <WalletIcon name={wallet?.walletName ?? ''} src={wallet?.walletIcon} size="xl" />
  return (
    <WaitingScreen
      testId={`${testId}-${phase}`}
      picture={isDecided ? undefined : icon}
      state={ringStates[phase as keyof typeof ringStates] ?? 'pending'}
      title={title}
      text={text}
      actions={
        <>
          {rest.details}
          {rest.children}
          <ExplorerLink url={rest.explorerUrl} testId={`${testId}-explorer`}>
            {rest.explorerLabel}
          </ExplorerLink>
          <Button
            fullWidth
            data-testid={`${testId}-done`}
            data-autofocus=""
            onClick={() => navigation.reset(AccountRoute, undefined)}
          >
            {messages.done}
          </Button>
          {phase === 'pending' ? null : (
            <Button variant="secondary" fullWidth data-testid={`${testId}-again`} onClick={rest.onAgain}>
              {rest.again}
            </Button>
          )}
        </>
      }
    />
  )
}
