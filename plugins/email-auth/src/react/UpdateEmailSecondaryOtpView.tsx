import { Navigation } from '@latchkey/kernel/wallet'
import { Button, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailAccountRoute, UpdateEmailWalletRoute } from '../routes.js'
import { CodeForm } from './CodeForm.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'

/** The code that went to the new address, which is the one to log in with afterwards. */
export default function UpdateEmailSecondaryOtpView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const { nextEmail } = useSnapshot(auth.state)
  // The change itself takes it away while this view still ends.
  const email = useRef(nextEmail)
  if (email.current === undefined) return <NoLogin />
  return (
    <CodeForm
      testId="lk-email-secondary-otp"
      email={email.current}
      check={async (otp) => {
        await auth.updateEmailSecondaryOtp(otp)
        if (!navigation.backTo(EmailAccountRoute)) navigation.reset(EmailAccountRoute)
      }}
      actions={() => (
        <Button
          variant="ghost"
          fullWidth
          data-testid="lk-email-start-over"
          onClick={() => navigation.backTo(UpdateEmailWalletRoute)}
        >
          {messages.startOver}
        </Button>
      )}
    />
  )
}
