import { errorWords, isKernelError, Navigation, type RouteParams } from '@latchkey/kernel/plugin'
import {
  Button,
  type RouteViewProps,
  useAttempt,
  useEmit,
  useMessages,
  useRemembered,
  useService,
  useWords,
  WaitingScreen,
} from '@latchkey/ui-react'
import { useRef, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { SocialLoginStarted } from '../SocialLoginStarted.js'
import type { ConnectingSocialRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { SocialMark } from './SocialMark.js'
import { socialNames } from './socialNames.js'
import { losesWindows } from './losesWindows.js'
import { useFinishLogin } from './useFinishLogin.js'
import { useToldLogin } from './useToldLogin.js'

/** Waits for the window of a social login, and connects the wallet of who logged in. */
export default function ConnectingSocialView({
  params,
}: RouteViewProps<RouteParams<typeof ConnectingSocialRoute>>) {
  const { provider } = params
  const messages = useMessages(emailAuthMessages)
  const say = useWords()
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const finish = useFinishLogin()
  const emit = useEmit()
  const tell = useToldLogin(provider)
  const [isIn, setIsIn] = useState(false)
  // The wallet's frame covers this view while the frame is created. The login continues until the person comes back.
  const [running, setRunning] = useRemembered<Promise<void> | undefined>('running', undefined)
  const isAgain = useRef(false)
  const { status, error, retry } = useAttempt(
    (signal) => {
      if (running && !isAgain.current) return running
      isAgain.current = false
      const own = tell({
        login: () => auth.connectSocial(provider, signal),
        finish() {
          setIsIn(true)
          return finish()
        },
        isGivenUp,
      })
      setRunning(own)
      return own
    },
    () => undefined,
  )
  const name = socialNames[provider]
  const again = () => {
    isAgain.current = true
    setIsIn(false)
    emit(SocialLoginStarted, { provider })
    auth.startSocial(!losesWindows(window))
    retry()
  }
  const text = {
    pending: isIn ? messages.socialFinishing : messages.socialText,
    success: messages.socialFinishing,
    declined: messages.socialDeclined,
    error: error ? say(errorWords(error)) : undefined,
  }[status]
  // The person closed the window, so this isn't an error.
  const isClosed = isKernelError(error, 'SOCIAL_WINDOW_CLOSED')
  const isOver = status === 'error' || status === 'declined'
  return (
    <WaitingScreen
      testId="lk-connecting-social"
      picture={<SocialMark provider={provider} size="xl" />}
      state={status === 'declined' || isClosed ? 'idle' : status}
      title={messages.socialTitle({ name })}
      text={text}
      error={isClosed ? undefined : error}
      actions={
        <>
          {isOver ? (
            <Button fullWidth data-testid="lk-social-retry" onClick={again}>
              {messages.tryAgain}
            </Button>
          ) : null}
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {messages.cancel}
          </Button>
        </>
      }
    />
  )
}

const isGivenUp = (error: unknown) =>
  isKernelError(error, 'SOCIAL_WINDOW_CLOSED') || isKernelError(error, 'USER_REJECTED')
