import type { AccountIdentity } from '@latchkey/kernel/contracts'
import { hasUnusualLetters } from './checkName.js'

/** Characters. Chains have room for 32 bytes. */
const lengthLimit = 32
/** Letters without a shape, thin spaces, and what turns the writing direction, beside the category C that joins emoji. */
const hidden =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200c\u200e\u200f\u202a-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/u
/** A word that people would take for a name that leads to an account, or for an address. The dots are all that look like one. */
const misleading = /[^\s.][.\u2024\u3002\uff0e\uff61][^\s.]{2}|\.\.|[\u2025\u2026]|(?<![\p{L}\p{N}])0x/iu

/** Whether a name that registrars vouch for may be shown. It is any text, so that it must not pass for another kind of name. */
export function checkVouchedName(text: string): Pick<AccountIdentity, 'displayName' | 'caution'> {
  const displayName = text.trim()
  const isFit =
    /[\p{L}\p{N}]/u.test(displayName) &&
    displayName.length <= lengthLimit &&
    !hidden.test(displayName) &&
    !misleading.test(displayName)
  if (!isFit) return {}
  return hasUnusualLetters(displayName) ? { displayName, caution: 'unusualLetters' } : { displayName }
}
