import { kernelErrorFrom, Navigation } from '@latchkey/kernel/wallet'
import { Button, useEmit, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailCodeFailed, EmailCodePassed } from '../events.js'
import { CodeForm } from './CodeForm.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'
import { ResendButton } from './ResendButton.js'
import { useFinishLogin } from './useFinishLogin.js'

/** The code of the mail: it is checked as soon as its last digit is there. */
export default function EmailVerifyOtpView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin()
  const emit = useEmit()
  const { pendingEmail } = useSnapshot(auth.state)
  // Logging in takes it away from the state while this view still ends.
  const email = useRef(pendingEmail)
  if (email.current === undefined) return <NoLogin />
  return (
    <CodeForm
      testId="lk-email-otp"
      email={email.current}
      check={async (otp) => {
        try {
          await auth.connectOtp(otp)
        } catch (error) {
          emit(EmailCodeFailed, { message: kernelErrorFrom(error).shortMessage })
          throw error
        }
        emit(EmailCodePassed, undefined)
        await finish()
      }}
      actions={(clear) => (
        <>
          <ResendButton
            label={messages.resend}
            onSent={(action) => {
              clear()
              if (action !== 'VERIFY_OTP') navigation.back()
            }}
          />
          <Button variant="ghost" fullWidth onClick={() => navigation.back()}>
            {messages.back}
          </Button>
        </>
      )}
    />
  )
}
