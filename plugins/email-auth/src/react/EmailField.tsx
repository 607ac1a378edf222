import { ConnectRoute, Navigation } from '@latchkey/kernel/plugin'
import {
  Button,
  Form,
  MailIcon,
  TextField,
  useEmit,
  useErrorText,
  useMessages,
  useRemembered,
  useService,
} from '@latchkey/ui-react'
import { useRef, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailCodeSent, EmailLoginSelected, EmailSubmitted } from '../events.js'
import { EmailVerifyDeviceRoute, EmailVerifyOtpRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { useFinishLogin } from './useFinishLogin.js'

/** The email field of the Connect view. Nothing of the wallet is loaded before it is submitted. */
export default function EmailField() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin(ConnectRoute as never)
  const [email, setEmail] = useRemembered('email', '')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const emit = useEmit()
  const isSelected = useRef(false)

  function select(): void {
    if (!isSelected.current) emit(EmailLoginSelected, undefined)
    isSelected.current = true
  }

  async function submit(): Promise<void> {
    if (busy || email.trim() === '') return
    setBusy(true)
    setError(undefined)
    emit(EmailSubmitted, undefined)
    try {
      const action = await auth.connectEmail(email)
      if (action === 'VERIFY_OTP') {
        emit(EmailCodeSent, undefined)
        navigation.push(EmailVerifyOtpRoute)
      } else if (action === 'VERIFY_DEVICE') navigation.push(EmailVerifyDeviceRoute)
      else await finish()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form testId="lk-email-form" gap="sm" onSubmit={() => void submit()}>
      <TextField
        label={messages.email}
        hideLabel
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder={messages.emailPlaceholder}
        leading={<MailIcon />}
        value={email}
        maxLength={254}
        error={error === undefined ? undefined : errorText(error)}
        data-testid="lk-email"
        onFocus={select}
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      {email.trim().length > 3 ? (
        <Button type="submit" fullWidth loading={busy} data-testid="lk-email-submit">
          {messages.continue}
        </Button>
      ) : null}
    </Form>
  )
}
