import { Navigation } from '@latchkey/kernel/wallet'
import { Button, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { UpdateEmailSecondaryOtpRoute, UpdateEmailWalletRoute } from '../routes.js'
import { CodeForm } from './CodeForm.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'

/** The code that went to the known address. The one for the new address follows. */
export default function UpdateEmailPrimaryOtpView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const { user, nextEmail } = useSnapshot(auth.state)
  // A sign-out elsewhere takes it away while this view still ends.
  const email = useRef(nextEmail === undefined ? undefined : user?.email)
  if (email.current === undefined) return <NoLogin />
  return (
    <CodeForm
      testId="lk-email-primary-otp"
      email={email.current}
      check={async (otp) => {
        await auth.updateEmailPrimaryOtp(otp)
        navigation.replace(UpdateEmailSecondaryOtpRoute)
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
