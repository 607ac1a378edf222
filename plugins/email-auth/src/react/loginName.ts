import { safeText } from '@latchkey/ui-react'
import type { LoggedIn } from '../EmailAuthService.js'

/** What an account is called: longer names are cut, and Discord's names lose the number that all of them have now. */
export function loginName({ userName, email, loggedInBy }: LoggedIn): string {
  const isEmail = loggedInBy === undefined || loggedInBy === 'email'
  const name = (isEmail ? email : userName) ?? email ?? userName ?? ''
  return safeText(loggedInBy === 'discord' ? name.replace(/#0$/, '') : name, 30)
}
