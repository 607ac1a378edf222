import { errorWords, isKernelError } from '@latchkey/kernel/plugin'
import { Navigation, Notifications } from '@latchkey/kernel/wallet'
import {
  Banner,
  EditIcon,
  KeyIcon,
  ListRow,
  Stack,
  useEmit,
  useErrorText,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useEffect, useRef, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { EmailEditOpened } from '../events.js'
import { type SocialProvider, socialProviders } from '../protocol/providers.js'
import { UpdateEmailWalletRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { LoginIcon } from './LoginIcon.js'
import { loginName } from './loginName.js'
import { NoLogin } from './NoLogin.js'
import { RecoveryRows } from './RecoveryRows.js'
import { StuckRows } from './StuckRows.js'
import { UpgradeRow } from './UpgradeRow.js'

/** Who is logged in, and the way to the wallet's key, which the frame alone shows. */
export default function EmailAccountView() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const { user } = useSnapshot(auth.state)
  const emit = useEmit()
  const [error, setError] = useState<unknown>()
  const notifications = useService(Notifications)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  if (!user) return <NoLogin />
  const inWallet = async (run: () => Promise<void>) => {
    setError(undefined)
    try {
      await run()
    } catch (cause) {
      // Who closes the frame knows that they did.
      if (isKernelError(cause, 'USER_REJECTED') || isKernelError(cause, 'SOMETHING_WENT_WRONG')) return
      // The wallet's own view took this one's place meanwhile, and another one is here now.
      if (isHere.current) setError(cause)
      else if (isKernelError(cause)) notifications.showSnackbar(errorWords(cause), { variant: 'error' })
    }
  }
  const isSocial = socialProviders.includes(user.loggedInBy as SocialProvider)
  return (
    <Stack gap="sm" testId="lk-email-account">
      {error === undefined ? null : <Banner tone="danger">{errorText(error)}</Banner>}
      <ListRow
        leading={<LoginIcon way={user.loggedInBy} />}
        title={loginName(user)}
        subtitle={messages.loggedInAs}
        testId="lk-email-logged-in"
      />
      {isSocial ? null : (
        <ListRow
          leading={<EditIcon />}
          title={user.email === undefined ? messages.addEmail : messages.changeEmail}
          chevron
          testId="lk-email-change-row"
          onClick={() => {
            emit(EmailEditOpened, undefined)
            navigation.push(UpdateEmailWalletRoute)
          }}
        />
      )}
      <StuckRows inWallet={inWallet} />
      <RecoveryRows inWallet={inWallet} />
      <UpgradeRow inWallet={inWallet} />
      <ListRow
        leading={<KeyIcon />}
        title={messages.exportKey}
        description={messages.exportText}
        chevron
        testId="lk-email-export"
        onClick={() => void inWallet(() => auth.exportKey())}
      />
    </Stack>
  )
}
