import { Navigation } from '@latchkey/kernel/wallet'
import { useState } from 'react'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { WalletIcon } from '../components/WalletIcon.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { WaitingScreen } from '../views/WaitingScreen.js'
import type { FormWallet } from './FormWallet.js'
import { useFormWalletName } from './useFormWalletName.js'

export interface AskingScreenProps {
  readonly wallet: FormWallet | undefined
  /** What the person should see in the wallet. */
  text(parameters: { readonly wallet: string }): string
  /** Stops waiting. What the wallet answers later isn't shown any more, and may still happen. */
  onForget(): void
  /** What test ids begin with, such as `send`. */
  readonly testId: string
}

/** The wallet is asked: what to do there, and the ways out when it doesn't answer. */
export function AskingScreen({ wallet, text, onForget, testId }: AskingScreenProps) {
  const messages = useMessages(forms)
  const name = useFormWalletName(wallet)
  return (
    <WaitingScreen
      testId={`${testId}-asking`}
      picture={<WalletIcon name={wallet?.walletName ?? ''} src={wallet?.walletIcon} size="xl" />}
      state="pending"
      title={messages.confirmIn({ wallet: name })}
      text={text({ wallet: name })}
      actions={<WaysOut onForget={onForget} testId={testId} />}
    />
  )
}

function WaysOut({ onForget, testId }: Pick<AskingScreenProps, 'onForget' | 'testId'>) {
  const messages = useMessages(forms)
  const navigation = useService(Navigation)
  const [isStopping, setStopping] = useState(false)
  if (!isStopping) {
    return (
      <>
        <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
          {messages.goBack}
        </Button>
        <Button
          variant="ghost"
          fullWidth
          data-testid={`${testId}-no-answer`}
          onClick={() => setStopping(true)}
        >
          {messages.noAnswer}
        </Button>
      </>
    )
  }
  return (
    <>
      <Banner tone="warning" title={messages.noAnswerTitle} announce="status">
        {messages.noAnswerText}
      </Banner>
      <Button variant="danger" fullWidth data-testid={`${testId}-stop`} onClick={onForget}>
        {messages.stopWaiting}
      </Button>
      <Button variant="secondary" fullWidth onClick={() => setStopping(false)}>
        {messages.keepWaiting}
      </Button>
    </>
  )
}
