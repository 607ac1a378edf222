import { invalidAnswer, encodeBase58 } from '@latchkey/kernel/chain'
import type { SignedMessage, SignMessageRequest } from '@latchkey/kernel/contracts'
import { addressBytes } from '../address.js'
import { readOffchainMessage } from './offchainMessage.js'
import { accessWallet, bytesOf, type WalletAccess } from './walletAccess.js'
import { verifySignature } from './verifySignature.js'

const feature = 'solana:signMessage'
const offchain = 'solana:signOffchainMessage'

/**
 * Asks for a signature and verifies it over what the wallet says it signed. Where the account signs off-chain messages alone, as
 * hardware accounts do, a text is signed in one.
 */
export async function signMessage({
  account,
  provider,
  message,
}: SignMessageRequest): Promise<SignedMessage> {
  const wallet = accessWallet(provider, account)
  const text = textOf(message)
  if (!wallet.has(feature) && text !== undefined && signsVersion1(wallet)) return signOffchain(wallet, text)
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

/** Asks for a signature of a text in the off-chain message of version 1, which must be that message and no other. */
async function signOffchain(wallet: WalletAccess, text: string): Promise<SignedMessage> {
  const { signOffchainMessage: sign } = wallet.feature(offchain, 'signMessages')
  const publicKey = addressBytes(wallet.account.address) ?? new Uint8Array()
  const [answer = {}] = await wallet.ask(offchain, 1, () =>
    sign({
      messageVersion: 1,
      account: wallet.account,
      message: text,
      requiredSigners: [Uint8Array.from(publicKey)],
    }),
  )
  const signature = bytesOf(wallet.name, offchain, 'signature', answer)
  const signedMessage = bytesOf(wallet.name, offchain, 'signedOffchainMessage', answer)
  const said = readOffchainMessage(signedMessage, publicKey)
  const asked = new TextEncoder().encode(text)
  if (said?.length !== asked.length || !said.every((byte, at) => byte === asked[at])) {
    throw invalidAnswer(wallet.name, offchain, 'an off-chain message of another text or account')
  }
  if (!verifySignature(wallet.account.address, signedMessage, signature)) {
    throw invalidAnswer(wallet.name, offchain, 'a signature that does not fit the account')
  }
  return { signature: encodeBase58(signature), type: 'ed25519', signedMessage }
}

function signsVersion1(wallet: WalletAccess): boolean {
  if (!wallet.has(offchain)) return false
  const { supportedMessageVersions } = wallet.feature(offchain, 'signMessages')
  return Array.isArray(supportedMessageVersions) && supportedMessageVersions.includes(1)
}

/** An off-chain message holds a text: bytes that are none can't be signed in one. */
function textOf(message: string | Uint8Array): string | undefined {
  if (typeof message === 'string') return message || undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message) || undefined
  } catch {
    return undefined
  }
}
