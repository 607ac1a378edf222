import { Navigation } from '@latchkey/kernel/wallet'
import { Button, Form, useMessages, useService, useSnapshot } from '@latchkey/ui-react'
import { useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { UpdateEmailPrimaryOtpRoute, UpdateEmailSecondaryOtpRoute } from '../routes.js'
import { EmailInput } from './EmailInput.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'
import { useSubmit } from './useSubmit.js'

/** The new email address. A code goes to the known address first, where there is one. */
export default function UpdateEmailWalletView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const { user } = useSnapshot(auth.state)
  const known = user?.email ?? ''
  const [email, setEmail] = useState(known)
  const isOther = email.trim() !== '' && email.trim().toLowerCase() !== known.toLowerCase()
  const { isBusy, error, submit, clearError } = useSubmit(async (signal) => {
    if (!isOther) return
    const action = await auth.updateEmail(email)
    if (signal.aborted) return
    navigation.push(
      action === 'VERIFY_PRIMARY_OTP' ? UpdateEmailPrimaryOtpRoute : UpdateEmailSecondaryOtpRoute,
    )
  })
  if (!user) return <NoLogin />

  return (
    <Form testId="lk-email-change" gap="md" onSubmit={submit}>
      <EmailInput
        label={messages.newEmail}
        value={email}
        error={error}
        readOnly={isBusy}
        testId="lk-email-new"
        onChange={(typed) => {
          setEmail(typed)
          clearError()
        }}
      />
      {known === '' ? null : <p className="lk-hint">{messages.newEmailText}</p>}
      <Button type="submit" fullWidth loading={isBusy} disabled={!isOther} data-testid="lk-email-save">
        {messages.save}
      </Button>
      <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
        {messages.cancel}
      </Button>
    </Form>
  )
}
