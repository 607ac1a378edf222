import { errorWords, isKernelError, type RouteParams } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  type RouteViewProps,
  useAttempt,
  useEmit,
  useMessages,
  useRemembered,
  useService,
  useSnapshot,
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
  const { isSocialWindowGone } = useSnapshot(auth.state)
  const isGone = status === 'pending' && !isIn && isSocialWindowGone === true
  const name = socialNames[provider]
  const again = () => {
    isAgain.current = true
    setIsIn(false)
    emit(SocialLoginStarted, { provider })
    auth.startSocial(!losesWindows(window))
    retry()
  }
  const text = {
    pending: isIn ? messages.socialFinishing : isGone ? messages.socialGone : messages.socialText,
    success: messages.socialFinishing,
    declined: messages.socialDeclined,
    error: error ? say(errorWords(error)) : undefined,
  }[status]
  // The person closed the window, or goes on in the one that they came from, so this isn't an error.
  const isCalm = isGone || hasCode(error, 'SOCIAL_WINDOW_CLOSED', 'SOCIAL_HANDED_OVER')
  // Another try would end the same where only the host can mend it, or it goes on elsewhere.
  const isFinal = hasCode(error, 'PROVIDER_UNAVAILABLE', 'NOT_AVAILABLE', 'SOCIAL_HANDED_OVER')
  const canRetry = isGone || status === 'declined' || (status === 'error' && !isFinal)
  return (
    <WaitingScreen
      testId="lk-connecting-social"
      picture={<SocialMark provider={provider} size="xl" />}
      state={status === 'declined' || isCalm ? 'idle' : status}
      title={messages.socialTitle({ name })}
      text={text}
      error={isCalm ? undefined : error}
      actions={
        <>
          {canRetry ? (
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

const hasCode = (error: unknown, ...codes: readonly string[]) =>
  codes.some((code) => isKernelError(error, code))

const isGivenUp = (error: unknown) => hasCode(error, 'SOCIAL_WINDOW_CLOSED', 'USER_REJECTED')
