import { ListRow, Stack, useMessages, useService } from '@latchkey/ui-react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { SocialMark } from './SocialMark.js'
import { socialNames } from './socialNames.js'
import { shownSocials } from './socialLayout.js'
import { SocialsElsewhere } from './SocialsElsewhere.js'
import { useSocialLogin } from './useSocialLogin.js'

/** Every social login that the host lists. */
export default function ConnectSocialsView() {
  const messages = useMessages(emailAuthMessages)
  const auth = useService(EmailAuth)
  const logIn = useSocialLogin()
  return (
    <Stack gap="sm" testId="lk-all-socials">
      {shownSocials(auth.socials, window).map((provider) => (
        <ListRow
          key={provider}
          leading={
            <span className="lk-row-icon">
              <SocialMark provider={provider} />
            </span>
          }
          title={messages.continueWith({ name: socialNames[provider] })}
          chevron
          testId={`social-selector-${provider}`}
          onClick={() => logIn(provider)}
        />
      ))}
      <SocialsElsewhere />
    </Stack>
  )
}
