import { Navigation } from '@latchkey/kernel/wallet'
import { Button, Form, useEmit, useMessages, useRemembered, useService } from '@latchkey/ui-react'
import { useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailCodeSent, EmailLoginSelected, EmailSubmitted } from '../events.js'
import { EmailVerifyDeviceRoute, EmailVerifyOtpRoute } from '../routes.js'
import { EmailInput } from './EmailInput.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { useFinishLogin } from './useFinishLogin.js'
import { useSubmit } from './useSubmit.js'

/** The email field of the Connect view. Nothing of the wallet is loaded before it is submitted. */
export default function EmailField() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin()
  const [email, setEmail] = useRemembered('email', '')
  const emit = useEmit()
  const isSelected = useRef(false)
  const { isBusy, error, submit, clearError } = useSubmit(async (signal) => {
    if (email.trim() === '') return
    emit(EmailSubmitted, undefined)
    const action = await auth.connectEmail(email)
    if (signal.aborted) return
    if (action === 'VERIFY_OTP') {
      emit(EmailCodeSent, undefined)
      navigation.push(EmailVerifyOtpRoute)
    } else if (action === 'VERIFY_DEVICE') navigation.push(EmailVerifyDeviceRoute)
    else await finish()
  })

  function select(): void {
    if (!isSelected.current) emit(EmailLoginSelected, undefined)
    isSelected.current = true
  }

  return (
    <Form testId="lk-email-form" gap="sm" onSubmit={submit}>
      <EmailInput
        label={messages.email}
        hideLabel
        placeholder={messages.emailPlaceholder}
        value={email}
        error={error}
        readOnly={isBusy}
        testId="lk-email"
        onFocus={select}
        onChange={(typed) => {
          setEmail(typed)
          clearError()
        }}
      />
      {email.trim().length > 3 ? (
        <Button type="submit" fullWidth loading={isBusy} data-testid="lk-email-submit">
          {messages.continue}
        </Button>
      ) : null}
    </Form>
  )
}
