import { Navigation } from '@latchkey/kernel/plugin'
import {
  Button,
  OtpField,
  safeText,
  Stack,
  useErrorText,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useRef, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailVerifyOtpRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'
import { ResendButton } from './ResendButton.js'
import { useFinishLogin } from './useFinishLogin.js'

/** The code of the mail: it is checked as soon as its last digit is there. */
export default function EmailVerifyOtpView() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin(EmailVerifyOtpRoute)
  const { pendingEmail } = useSnapshot(auth.state)
  // Logging in takes it away from the state while this view still ends.
  const email = useRef(pendingEmail)
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  if (email.current === undefined) return <NoLogin />

  async function check(otp: string): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await auth.connectOtp(otp)
      await finish()
    } catch (cause) {
      setCode('')
      setError(cause)
      requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md" testId="lk-email-otp">
      <p className="lk-hint">{messages.codeSent({ email: safeText(email.current, 60) })}</p>
      <OtpField
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        onComplete={(digits) => void check(digits)}
        error={error === undefined ? undefined : errorText(error)}
        disabled={busy}
        autoFocus
        elementRef={input}
        testId="lk-email-code"
      />
      <p className="lk-hint" role="status">
        {busy ? messages.checking : messages.expires}
      </p>
      <ResendButton
        label={messages.resend}
        onSent={(action) => {
          setCode('')
          if (action !== 'VERIFY_OTP') navigation.back()
        }}
      />
      <Button variant="ghost" fullWidth onClick={() => navigation.back()}>
        {messages.back}
      </Button>
    </Stack>
  )
}
