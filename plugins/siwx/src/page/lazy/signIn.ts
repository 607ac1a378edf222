import {
  accountId,
  type Capability,
  connectionClientMissing,
  findCapability,
  type NamespaceContribution,
  BaseError,
  type SessionService,
  SignIn,
  type SignInRequest,
  SignMessage,
  type SignMessageRequest,
} from '@latchkey/kernel/plugin'
import { createMessage, messageLines } from '../../message/createMessage.js'
import type { MessageProfile } from '../../message/MessageProfile.js'
import { parseMessage } from '../../message/parseMessage.js'
import type { SiwxMessage } from '../../message/SiwxMessage.js'
import type { SiwxSession } from '../SiwxStorage.js'
import type { Target } from './Target.js'
import { type Asking, createTerms, messageFor, profileFor } from './buildMessage.js'

export interface SignInTools extends Asking {
  readonly session: SessionService
  readonly namespaces: readonly NamespaceContribution[]
  readonly target: Target
}

type Signer = Pick<SignMessageRequest, 'account' | 'networkId' | 'provider'>

/**
 * Builds the text, asks the wallet for one approval, and answers the sign-in, not yet stored.
 * @throws ConnectorError `USER_REJECTED` when the person declines, `CONNECTION_CLIENT_MISSING` when the wallet offers
 *   nothing to ask; BaseError `SIWX_NAMESPACE_UNSUPPORTED`,
 *   `SIWX_TEXT_CHANGED`; SiwxError `SIWX_MESSAGE_INVALID` when an option cannot stand in a text.
 */
export async function signIn(tools: SignInTools): Promise<SiwxSession> {
  const { target, session, storage, options, namespaces } = tools
  const { namespace, networkId, connectionId, account } = target
  const profile = profileFor(namespace, options)
  const capabilities = namespaces.find(({ id }) => id === namespace)?.capabilities ?? []
  const data = messageFor(await createTerms(tools), networkId, account.address, profile)
  const provider = session.connection(connectionId)?.provider(namespace)
  if (provider === undefined) throw connectionClientMissing()
  const signer = { account, networkId, provider }
  const id = accountId(networkId, profile.canonicalAddress(data.accountAddress))
  const ask = findCapability(capabilities, SignIn)
  if (ask && !storage.createMessage) {
    return { accountId: id, ...(await bySignIn(ask.signIn, signer, data, profile)) }
  }
  const message = (await storage.createMessage?.(data)) ?? createMessage(data, profile)
  return { accountId: id, data, message, ...(await bySignMessage(capabilities, signer, message)) }
}

async function bySignMessage(capabilities: readonly Capability[], signer: Signer, message: string) {
  const capability = findCapability(capabilities, SignMessage)
  if (!capability) {
    throw new BaseError('Signing in is not possible on this network.', {
      code: 'SIWX_NAMESPACE_UNSUPPORTED',
      metaMessages: [`The namespace of ${signer.networkId} cannot sign messages.`],
    })
  }
  const { signature, type, signedMessage } = await capability.sign({ ...signer, message })
  if (signedMessage && !isText(signedMessage, message)) throw textChanged()
  return { signature, signatureType: type }
}

/** Polkadot's wallets wrap a text in `<Bytes>`; a verifier knows both forms. */
function isText(signed: Uint8Array, message: string): boolean {
  const text = new TextDecoder().decode(signed)
  return text === message || text === `<Bytes>${message}</Bytes>`
}

/** The wallet writes the text by itself; it must say what was asked and nothing else that binds. */
async function bySignIn(
  ask: (request: SignInRequest) => Promise<{ message: string; signature: string; type: string }>,
  signer: Signer,
  data: SiwxMessage,
  profile: MessageProfile,
) {
  // Refuses what no text may say, before the wallet shows it.
  createMessage(data, profile)
  const { scheme, ...input } = messageLines(data, profile)
  const { message, signature, type } = await ask({ ...signer, input })
  const parsed = parseMessage(message, profile)
  if (!parsed.ok) throw textChanged()
  const isSame = (key: keyof SiwxMessage) => JSON.stringify(parsed.message[key]) === JSON.stringify(data[key])
  if (!(Object.keys(data) as (keyof SiwxMessage)[]).every(isSame)) throw textChanged()
  return { data: parsed.message, message, signature, signatureType: type }
}

function textChanged(): BaseError {
  return new BaseError('The wallet signed another text than it was asked to. Try another wallet.', {
    code: 'SIWX_TEXT_CHANGED',
  })
}
