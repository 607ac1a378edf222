import { invalidAnswer, encodeBase58 } from '@latchkey/kernel/chain'
import type { SignedMessage, SignMessageRequest } from '@latchkey/kernel/plugin'
import { accessWallet, bytesOf } from './walletAccess.js'
import { verifySignature } from './verifySignature.js'

const feature = 'solana:signMessage'

/** Asks for a signature and verifies it over what the wallet says it signed. */
export async function signMessage({
  account,
  provider,
  message,
}: SignMessageRequest): Promise<SignedMessage> {
  const wallet = accessWallet(provider, account)
  const { signMessage: sign } = wallet.feature(feature, 'signMessages')
  const asked = typeof message === 'string' ? new TextEncoder().encode(message) : Uint8Array.from(message)
  const [answer = {}] = await wallet.ask(feature, 1, () =>
    sign({ account: wallet.account, message: Uint8Array.from(asked) }),
  )
  const signature = bytesOf(wallet.name, feature, 'signature', answer)
  const signed = bytesOf(wallet.name, feature, 'signedMessage', answer)
  if (!verifySignature(account.address, signed, signature)) {
    throw invalidAnswer(wallet.name, feature, 'a signature that does not fit the account')
  }
  const same = signed.length === asked.length && signed.every((byte, index) => byte === asked[index])
  return {
    signature: encodeBase58(signature),
    type: 'ed25519',
    ...(same ? {} : { signedMessage: signed }),
  }
}
