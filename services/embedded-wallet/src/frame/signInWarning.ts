import { say, type Sentence } from '../words/say.js'

/** EIP-4361 and Sign In With Solana: their first two lines differ only in the kind of account. */
const firstLines =
  /^(?:[a-z][\d+.a-z-]*:\/\/)?(\S+) wants you to sign in with your (?:Ethereum|Solana) account:\r?\n(\S*)/iu

/**
 * The warning about a text that signs the person in elsewhere than at the app that asks. With the signature, that app
 * could sign in there in their name.
 */
export function signInWarning(
  text: string,
  { appOrigin, address }: { readonly appOrigin: string; readonly address: string },
): Sentence | undefined {
  const [, domain, account = ''] = firstLines.exec(text) ?? []
  if (domain === undefined) return undefined
  const own = new URL(appOrigin)
  if (domain.toLowerCase() !== own.host) {
    return say`This signs you in at another site than the one that asks, ${own.host}. Decline, unless you know why.`
  }
  if (!isSame(account, address))
    return say`This names another account than yours. Decline, unless you know why.`
  return undefined
}

/** Case matters on Solana only. */
const isSame = (left: string, right: string) =>
  right.startsWith('0x') ? left.toLowerCase() === right.toLowerCase() : left === right
