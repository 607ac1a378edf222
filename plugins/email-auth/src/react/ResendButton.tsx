import { Button, useCounted, useEmit, useErrorText, useMessages, useService } from '@latchkey/ui-react'
import { useState } from 'react'
import { type EmailAction, EmailAuth } from '../EmailAuthService.js'
import { EmailCodeSent } from '../events.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { useSecondsLeft } from './useSecondsLeft.js'

interface ResendButtonProps {
  readonly label: string
  onSent(action: EmailAction): void
}

/** Asks for another mail, once the pause after the last one is over. */
export function ResendButton({ label, onSent }: ResendButtonProps) {
  const messages = useMessages(emailAuthMessages)
  const counted = useCounted()
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const { seconds, refresh } = useSecondsLeft()
  const emit = useEmit()
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function resend(): Promise<void> {
    setBusy(true)
    try {
      const action = await auth.resend()
      setSaid(messages.sent)
      if (action === 'VERIFY_OTP') emit(EmailCodeSent, undefined)
      onSent(action)
    } catch (error) {
      setSaid(errorText(error))
    } finally {
      setBusy(false)
      refresh()
    }
  }

  return (
    <>
      <p className="lk-hint" role="status">
        {said}
      </p>
      <Button
        variant="secondary"
        fullWidth
        disabled={seconds > 0}
        loading={busy}
        data-testid="lk-email-resend"
        onClick={() => void resend()}
      >
        {seconds > 0 ? messages.resendIn({ seconds: counted(seconds).countText }) : label}
      </Button>
    </>
  )
}
