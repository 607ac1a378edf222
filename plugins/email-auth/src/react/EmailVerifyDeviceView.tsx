import { errorWords } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  MailIcon,
  safeText,
  useAttempt,
  useEmit,
  useMessages,
  useService,
  useSnapshot,
  useWords,
  WaitingScreen,
} from '@latchkey/ui-react'
import { useRef } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { DeviceRegistered, EmailCodeSent } from '../events.js'
import { EmailVerifyOtpRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'
import { ResendButton } from './ResendButton.js'

/** Waits until the link in the mail was opened, and goes on to the code. */
export default function EmailVerifyDeviceView() {
  const { pendingEmail } = useSnapshot(useService(EmailAuth).state)
  const email = useRef(pendingEmail)
  return email.current === undefined ? <NoLogin /> : <Waiting email={email.current} />
}

function Waiting({ email }: { readonly email: string }) {
  const messages = useMessages(emailAuthMessages)
  const say = useWords()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const { error, retry } = useAttempt(
    (signal) => auth.connectDevice(signal),
    () => {
      emit(DeviceRegistered, undefined)
      emit(EmailCodeSent, undefined)
      navigation.replace(EmailVerifyOtpRoute)
    },
  )
  return (
    <WaitingScreen
      testId="lk-email-device"
      picture={<MailIcon />}
      state={error ? 'error' : 'pending'}
      title={messages.titleDevice}
      text={error ? say(errorWords(error)) : messages.deviceText({ email: safeText(email, 60) })}
      error={error}
      actions={
        <>
          <ResendButton
            label={messages.resendEmail}
            onSent={(action) => {
              if (action === 'VERIFY_OTP') navigation.replace(EmailVerifyOtpRoute)
              else retry()
            }}
          />
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {messages.cancel}
          </Button>
        </>
      }
    />
  )
}
