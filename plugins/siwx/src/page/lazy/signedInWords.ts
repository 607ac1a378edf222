import { truncateAddress } from '@latchkey/kernel/contracts'
import { plainText, type Words } from '@latchkey/kernel/plugin'
import { untilText } from '../untilText.js'
import type { Target } from './Target.js'

const section = 'siwx'

/**
 * Says who is signed in, on which network, and until when.
 *
 * @param expirationTime RFC 3339, where the session ends by itself.
 */
export function signedInWords(
  { account, networkId }: Target,
  networkName: string | undefined,
  expirationTime: string | undefined,
): Words {
  const address = truncateAddress(account.address)
  const network = plainText(networkName, 40) || networkId
  const parameters = { address, network }
  const text = `Signed in as ${address} on ${network}`
  const until = expirationTime === undefined ? Number.NaN : Date.parse(expirationTime)
  if (Number.isNaN(until)) return { section, key: 'signedIn', parameters, text: `${text}.` }
  return {
    section,
    key: 'signedIn',
    parameters: { ...parameters, until },
    text: `${text} until ${untilText(until)}.`,
  }
}
