import { useLocale, useMessages, useService } from '@latchkey/ui-react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { shownSocials } from './socialLayout.js'
import { socialNames } from './socialNames.js'

/** Says where the social logins work that refuse to be shown inside this app. */
export function SocialsElsewhere() {
  const messages = useMessages(emailAuthMessages)
  const locale = useLocale()
  const { socials } = useService(EmailAuth)
  const shown = shownSocials(socials, window)
  const names = socials.filter((name) => !shown.includes(name)).map((name) => socialNames[name])
  if (names.length === 0) return null
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
  return <p className="lk-hint">{messages.socialsElsewhere({ names: list })}</p>
}
