import { KeyIcon, MailIcon, UserIcon } from '@latchkey/ui-react'
import type { LoginWay } from '../protocol/loginWays.js'
import { SocialMark } from './SocialMark.js'

/** A picture of what a person is logged in by. */
export function LoginIcon({ way = 'email' }: { readonly way?: LoginWay | undefined }) {
  if (way === 'email') return <MailIcon />
  if (way === 'passkey') return <KeyIcon />
  return way === 'token' ? <UserIcon /> : <SocialMark provider={way} />
}
