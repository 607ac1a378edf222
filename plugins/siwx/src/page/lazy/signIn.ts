import { accountId, SignIn, type SignInCapability, SignMessage } from '@latchkey/kernel/contracts'
import { connectionClientMissing } from '@latchkey/kernel/wallet'
import { BaseError } from '@latchkey/kernel/plugin'
import type { ActiveWallet, Bound, WalletsService } from '@latchkey/kernel/wallet'
import { createMessage, messageLines } from '../../message/createMessage.js'
import type { MessageProfile } from '../../message/MessageProfile.js'
import { parseMessage } from '../../message/parseMessage.js'
import type { SiwxMessage } from '../../message/SiwxMessage.js'
import type { SiwxSession } from '../SiwxStorage.js'
import { isWatched, type Target } from './Target.js'
import { type Asking, createTerms, messageFor, profileFor } from './buildMessage.js'
import { isSignedText } from './isSignedText.js'

export interface SignInTools extends Asking {
  readonly wallets: WalletsService
  readonly target: Target
}

/**
 * Builds the text, asks the wallet for one approval, and answers the sign-in, not yet stored.
 * @throws ConnectorError `USER_REJECTED` when the person declines, `CONNECTION_CLIENT_MISSING` when the wallet has left;
 *   BaseError `SIWX_ACCOUNT_WATCHED`, `SIWX_NAMESPACE_UNSUPPORTED`, `CAPABILITY_REFUSED`,
 *   `SIWX_TEXT_CHANGED`; SiwxError `SIWX_MESSAGE_INVALID` when an option cannot stand in a text.
 */
export async function signIn(tools: SignInTools): Promise<SiwxSession> {
  const { target, wallets, storage, options } = tools
  const { namespace, networkId, account } = target
  if (isWatched(target)) throw accountWatched()
  const profile = profileFor(namespace, options)
  const data = messageFor(await createTerms(tools), networkId, account.address, profile)
  const wallet = wallets.find(target.wallet)
  if (!wallet) throw connectionClientMissing()
  const id = accountId(networkId, profile.canonicalAddress(data.accountAddress))
  const ask = wallet.use(SignIn)
  if (ask && !storage.createMessage) {
    return { accountId: id, ...(await bySignIn(ask, data, profile)) }
  }
  const message = (await storage.createMessage?.(data)) ?? createMessage(data, profile)
  return { accountId: id, data, message, ...(await bySignMessage(wallet, message, account.address)) }
}

async function bySignMessage(wallet: ActiveWallet, message: string, address: string) {
  const signer = wallet.use(SignMessage)
  if (!signer) throw cannotSign(wallet)
  const { signature, type, signedMessage } = await signer.sign({ message })
  if (signedMessage && !isSignedText(signedMessage, message, address)) throw textChanged()
  return { signature, signatureType: type }
}

function cannotSign(wallet: ActiveWallet): BaseError {
  const reason = wallet.refusal(SignMessage)
  if (reason && reason.code !== 'CAPABILITY_MISSING') return reason
  return new BaseError('Signing in is not possible on this network.', {
    code: 'SIWX_NAMESPACE_UNSUPPORTED',
    metaMessages: [`The namespace of ${wallet.networkId} cannot sign messages.`],
  })
}

/** The wallet writes the text by itself; it must say what was asked and nothing else that binds. */
async function bySignIn(ask: Bound<SignInCapability>, data: SiwxMessage, profile: MessageProfile) {
  // Refuses what no text may say, before the wallet shows it.
  createMessage(data, profile)
  const { scheme, ...input } = messageLines(data, profile)
  const { message, signature, type } = await ask.signIn({ input })
  const parsed = parseMessage(message, profile)
  if (!parsed.ok) throw textChanged()
  const isSame = (key: keyof SiwxMessage) => JSON.stringify(parsed.message[key]) === JSON.stringify(data[key])
  if (!(Object.keys(data) as (keyof SiwxMessage)[]).every(isSame)) throw textChanged()
  return { data: parsed.message, message, signature, signatureType: type }
}

function accountWatched(): BaseError {
  return new BaseError('You’re only watching this account. To sign in with it, connect its wallet.', {
    code: 'SIWX_ACCOUNT_WATCHED',
  })
}

function textChanged(): BaseError {
  return new BaseError('The wallet signed another text than it was asked to. Try another wallet.', {
    code: 'SIWX_TEXT_CHANGED',
  })
}
