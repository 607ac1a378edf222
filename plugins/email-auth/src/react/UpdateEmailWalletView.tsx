import { Navigation } from '@latchkey/kernel/plugin'
import {
  Button,
  Form,
  MailIcon,
  TextField,
  useErrorText,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { UpdateEmailPrimaryOtpRoute, UpdateEmailSecondaryOtpRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'

/** The new email address. A code goes to the known address first, where there is one. */
export default function UpdateEmailWalletView() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const { user } = useSnapshot(auth.state)
  const known = user?.email ?? ''
  const [email, setEmail] = useState(known)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  if (!user) return <NoLogin />
  const isOther = email.trim() !== '' && email.trim().toLowerCase() !== known.toLowerCase()

  async function save(): Promise<void> {
    if (busy || !isOther) return
    setBusy(true)
    setError(undefined)
    try {
      const action = await auth.updateEmail(email)
      navigation.push(
        action === 'VERIFY_PRIMARY_OTP' ? UpdateEmailPrimaryOtpRoute : UpdateEmailSecondaryOtpRoute,
      )
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form testId="lk-email-change" gap="md" onSubmit={() => void save()}>
      <TextField
        label={messages.newEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        leading={<MailIcon />}
        value={email}
        maxLength={254}
        error={error === undefined ? undefined : errorText(error)}
        data-testid="lk-email-new"
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      {known === '' ? null : <p className="lk-hint">{messages.newEmailText}</p>}
      <Button type="submit" fullWidth loading={busy} disabled={!isOther} data-testid="lk-email-save">
        {messages.save}
      </Button>
      <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
        {messages.cancel}
      </Button>
    </Form>
  )
}
