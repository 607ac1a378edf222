import { encodeHex } from '@latchkey/kernel/chain'
import type { SignedMessage, SignMessageRequest } from '@latchkey/kernel/contracts'
import { readSignature } from './answers.js'
import { askWallet } from './askWallet.js'
import { walletOf } from './walletOf.js'

/**
 * EIP-191 by `personal_sign`, with the message as hex of its bytes: text that looks like hex must not be taken for hex.
 * @throws ConnectorError `USER_REJECTED`, `WALLET_ANSWER_INVALID`
 */
export async function signMessage({
  account,
  provider,
  message,
}: SignMessageRequest): Promise<SignedMessage> {
  const method = 'personal_sign'
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const answer = await askWallet(walletOf(provider), method, [`0x${encodeHex(bytes)}`, account.address])
  return { signature: readSignature('The wallet', method, answer), type: 'eip191' }
}
