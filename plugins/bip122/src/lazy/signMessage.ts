import { ConnectorError } from '@latchkey/kernel/plugin'
import type { SignedMessage } from '@latchkey/kernel/contracts'
import { invalidAnswer, describeAnswer, featureMissing } from '@latchkey/kernel/chain'
import { parseAddress } from '../address.js'
import { chainOf, familyOf } from '../networks.js'
import type { MessageProtocol } from '../provider.js'
import type { SignBitcoinMessageRequest } from '../signMessageRequest.js'
import { accountMismatch } from './addressErrors.js'
import { fromBase64 } from './bytes.js'
import { walletOf } from './walletOf.js'

/** A witness of many keys is long, a message signature of a page is not. Characters of base64. */
const signatureLimit = 20_000

/**
 * Asks the wallet by the protocol that is meant, and says which one the answer is of.
 * @throws BaseError `ACCOUNT_NETWORK_MISMATCH` when the address has the form of another network.
 * @throws ConnectorError `USER_REJECTED`, `MESSAGE_PROTOCOL_UNSUPPORTED`, `WALLET_ANSWER_INVALID`
 */
export async function signMessage(request: SignBitcoinMessageRequest): Promise<SignedMessage> {
  const { account, networkId, provider, message } = request
  const wallet = walletOf(provider)
  if (!wallet.signMessage) throw featureMissing(wallet.name, 'signMessages')
  const { kind, families } = parseAddress(account.address) ?? {}
  const chain = chainOf(networkId)
  if (!chain || !families?.includes(familyOf({ chain }))) throw accountMismatch()
  const protocol: MessageProtocol = request.protocol ?? (kind === 'p2pkh' ? 'ecdsa' : 'bip322')
  if (kind === 'p2tr' && protocol === 'ecdsa') throw taprootNeedsBip322()
  const answer = await wallet.signMessage({ networkId, address: account.address, message, protocol })
  const type = typeof answer === 'string' ? typeOf(answer) : undefined
  if (type === undefined || (kind === 'p2tr' && type === 'ecdsa')) {
    throw invalidAnswer(wallet.name, 'signMessage', describeAnswer(answer))
  }
  return { signature: answer as string, type }
}

/** What kind of signature a base64 text is, by its form; `undefined` when it is none. */
export function typeOf(signature: string): 'ecdsa' | 'bip322-simple' | 'bip322-full' | undefined {
  if (signature.length > signatureLimit) return undefined
  // BIP-322 version 2 puts the variant before the base64.
  const [, variant, text = ''] = /^(smp|ful)?(.*)$/s.exec(signature) ?? []
  const bytes = fromBase64(text)
  if (!bytes || bytes.length === 0) return undefined
  if (variant === 'ful') return 'bip322-full'
  const header = bytes[0] as number
  // BIP-137: one byte of 27 to 42, then 64. A witness stack of that length would begin with its own small count.
  if (!variant && bytes.length === 65 && header >= 27 && header <= 42) return 'ecdsa'
  return isWitness(bytes) ? 'bip322-simple' : undefined
}

/** A count, then that many pieces, each after its length, and nothing more. */
function isWitness(bytes: Uint8Array): boolean {
  let offset = 1
  const count = bytes[0] as number
  if (count === 0 || count > 252) return false
  for (let piece = 0; piece < count; piece += 1) {
    let length = bytes[offset]
    if (length === undefined || length > 253) return false
    offset += 1
    if (length === 253) {
      length = (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8)
      offset += 2
    }
    offset += length
  }
  return offset === bytes.length
}

function taprootNeedsBip322(): ConnectorError {
  return new ConnectorError('This address signs messages by BIP-322 only. Ask for "bip322".', {
    code: 'MESSAGE_PROTOCOL_UNSUPPORTED',
  })
}
