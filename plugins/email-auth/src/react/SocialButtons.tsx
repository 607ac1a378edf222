import { Navigation } from '@latchkey/kernel/wallet'
import { Button, KeyIcon, MoreIcon, Stack, useErrorText, useMessages, useService } from '@latchkey/ui-react'
import { type CSSProperties, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { ConnectSocialsRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { SocialMark } from './SocialMark.js'
import { socialNames } from './socialNames.js'
import { takesPasskeys } from './takesPasskeys.js'
import { layOutSocials, shownSocials } from './socialLayout.js'
import { useFinishLogin } from './useFinishLogin.js'
import { SocialsElsewhere } from './SocialsElsewhere.js'
import { useSocialLogin } from './useSocialLogin.js'

const row: CSSProperties = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  gap: '8px',
}

/** The social logins and passkeys of the Connect view. Nothing of the wallet is loaded before one is chosen. */
export default function SocialButtons() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const logIn = useSocialLogin()
  const { first, icons, more } = layOutSocials(shownSocials(auth.socials, window))
  return (
    <Stack gap="sm" testId="lk-socials">
      {first === undefined ? null : (
        <Button
          variant="secondary"
          fullWidth
          icon={<SocialMark provider={first} />}
          data-testid={`social-selector-${first}`}
          onClick={() => logIn(first)}
        >
          {messages.continueWith({ name: socialNames[first] })}
        </Button>
      )}
      {icons.length === 0 ? null : (
        <div style={row}>
          {icons.map((provider) => (
            <Button
              key={provider}
              variant="secondary"
              fullWidth
              aria-label={messages.continueWith({ name: socialNames[provider] })}
              data-testid={`social-selector-${provider}`}
              onClick={() => logIn(provider)}
            >
              <SocialMark provider={provider} />
            </Button>
          ))}
          {more ? (
            <Button
              variant="secondary"
              fullWidth
              aria-label={messages.moreSocials}
              data-testid="lk-socials-more"
              onClick={() => navigation.push(ConnectSocialsRoute)}
            >
              <MoreIcon />
            </Button>
          ) : null}
        </div>
      )}
      {auth.passkey && takesPasskeys(window) ? <PasskeyButton /> : null}
      <SocialsElsewhere />
    </Stack>
  )
}

function PasskeyButton() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const finish = useFinishLogin()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function logIn(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await auth.connectPasskey(new AbortController().signal)
      await finish()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        fullWidth
        icon={<KeyIcon />}
        loading={busy}
        data-testid="lk-passkey"
        onClick={() => void logIn()}
      >
        {messages.withPasskey}
      </Button>
      {error === undefined ? null : (
        <p className="lk-hint" role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  )
}
