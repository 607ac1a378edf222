import type { AccountIdentity } from '@latchkey/kernel/plugin'
import { hasUnusualLetters } from './checkName.js'

/** Characters. Chains have room for 32 bytes, and for as many again below a parent. */
const lengthLimit = 65
/** Letters without a shape, and what turns the writing direction, beside the category C that joins emoji. */
const hidden =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/u
/** What people would take for a name that leads to an account, or for a shortened address. */
const misleading = /^\S+\.\S+$|\.\.|\u2026|^0x/i

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
