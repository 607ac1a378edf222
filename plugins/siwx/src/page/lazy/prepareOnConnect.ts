import {
  accountId,
  type ConnectSignIn,
  type ConnectSignInAnswer,
  namespaceOf,
  parseAccountId,
} from '@latchkey/kernel/contracts'
import { BaseError, isKernelError, type NetworkId, type PluginContext } from '@latchkey/kernel/plugin'
import type { NotificationsService } from '@latchkey/kernel/wallet'
import { cacaoSchema, cacaoText, parseIssuer } from '../../message/cacao.js'
import { createMessage } from '../../message/createMessage.js'
import { parseMessage } from '../../message/parseMessage.js'
import type { SiwxController } from './createSiwxController.js'
import type { SiwxMessage } from '../../message/SiwxMessage.js'
import type { SiwxOptions } from '../SiwxOptions.js'
import { SiwxFailed, SiwxSucceeded } from '../SiwxService.js'
import type { SiwxSession } from '../SiwxStorage.js'
import { type Asking, createTerms, messageFor, type MessageTerms, profileFor } from './buildMessage.js'

export interface PrepareTools extends Asking {
  readonly notifications: NotificationsService
  readonly controller: SiwxController
  readonly emit: PluginContext['emit']
}

const toastId = 'siwx.authenticating'

/** One approval that connects and signs in: only where every chain is eip155, as the wallets' method asks. */
export async function prepareOnConnect(
  tools: PrepareTools,
  { networkIds, signal }: { readonly networkIds: readonly NetworkId[]; readonly signal: AbortSignal },
): Promise<ConnectSignIn | undefined> {
  const { notifications, storage, options, controller, emit } = tools
  const isAsked = (id: NetworkId) => namespaceOf(id) === 'eip155' && storage.covers?.(id) !== false
  const isOneStep = networkIds.length > 0 && networkIds.every(isAsked)
  if (!isOneStep || storage.createMessage || signal.aborted) return undefined
  const stop = () => notifications.dismissToast(toastId)
  const message = { section: 'siwx', key: 'authenticating', text: 'Authenticating...' }
  notifications.toast(message, { id: toastId, type: 'loading' })
  signal.addEventListener('abort', stop, { once: true })
  let terms: MessageTerms
  try {
    terms = await createTerms(tools)
  } catch (error) {
    stop()
    throw error
  }
  return {
    request: { ...terms, chainIds: networkIds },
    message: (id) => textFor(id, terms, options),
    abandon: stop,
    async complete(answer) {
      try {
        const sessions = readAnswer(answer, terms, networkIds, options)
        signal.throwIfAborted()
        await storage.add(sessions)
        for (const session of sessions) emit(SiwxSucceeded, factsOfSession(session))
      } catch (error) {
        if (signal.aborted) throw error
        const told = controller.report(error)
        const [networkId] = networkIds
        if (networkId) emit(SiwxFailed, { networkId, isSmartAccount: false, code: told.code })
        throw isKernelError(error) ? error : told
      } finally {
        stop()
      }
    },
  }
}

/** Nobody is connected yet: only the signature tells whether a contract will be. */
function factsOfSession({ accountId, signatureType = '' }: SiwxSession) {
  const networkId = parseAccountId(accountId)?.networkId as NetworkId
  return { networkId, isSmartAccount: ['eip1271', 'eip6492', 'eip8010'].includes(signatureType) }
}

function dataFor(id: string, terms: MessageTerms) {
  const parts = parseAccountId(id)
  if (!parts) throw answerInvalid(`"${id.slice(0, 100)}" is no account`)
  return messageFor(terms, parts.networkId, parts.address, profileFor(parts.namespace, {}))
}

function textFor(id: string, terms: MessageTerms, options: SiwxOptions): string {
  return createMessage(dataFor(id, terms), profileFor(namespaceOf(id), options))
}

function readAnswer(
  answer: ConnectSignInAnswer,
  terms: MessageTerms,
  networkIds: readonly NetworkId[],
  options: SiwxOptions,
): readonly SiwxSession[] {
  if ('signed' in answer) {
    const { accountId: id, ...signature } = answer.signed
    checkChain(parseAccountId(id)?.networkId, networkIds)
    const data = dataFor(id, terms)
    const own = accountId(data.chainId as NetworkId, data.accountAddress)
    return [{ accountId: own, data, message: textFor(id, terms, options), ...signature }]
  }
  if (answer.cacaos.length === 0) throw answerInvalid('it has no sign-in')
  return answer.cacaos.map((value) => readCacao(value, terms, networkIds))
}

/** A CACAO says what was asked: the same site, nonce and times, for a chain that was asked for. */
function readCacao(value: unknown, terms: MessageTerms, networkIds: readonly NetworkId[]): SiwxSession {
  const parsed = cacaoSchema.safeParse(value)
  if (!parsed.success) throw answerInvalid('it is no CACAO of CAIP-74')
  const cacao = parsed.data
  const issuer = parseIssuer(cacao.p.iss)
  checkChain(issuer?.chainId, networkIds)
  const profile = profileFor('eip155', {})
  const message = cacaoText(cacao.p, profile)
  const read = message === undefined ? undefined : parseMessage(message, profile)
  if (!issuer || message === undefined || !read?.ok) throw answerInvalid('its text is no sign-in message')
  const changed = findChange(read.message, terms)
  if (changed) throw answerInvalid(`it has another "${changed}" than was asked`)
  return {
    accountId: accountId(issuer.chainId as NetworkId, issuer.address),
    data: read.message,
    message,
    signature: cacao.s.s,
    signatureType: cacao.s.t,
    cacao,
  }
}

const exact = ['domain', 'uri', 'nonce', 'expirationTime', 'notBefore', 'requestId'] as const

/** What a text says otherwise than it was asked to. Wallets may add a ReCap, as a resource and in the statement. */
function findChange(message: SiwxMessage, terms: MessageTerms): string | undefined {
  const changed = exact.find((name) => message[name] !== terms[name])
  if (changed) return changed
  if (!(message.statement ?? '').startsWith(terms.statement ?? '')) return 'statement'
  const asked = terms.resources ?? []
  const isSaid = asked.every((resource, index) => message.resources?.[index] === resource)
  return isSaid ? undefined : 'resources'
}

function checkChain(networkId: string | undefined, networkIds: readonly NetworkId[]): void {
  if (!networkIds.includes(networkId as NetworkId)) {
    throw answerInvalid(`it is for ${networkId ?? 'no chain'}, which was not asked`)
  }
}

function answerInvalid(fault: string): BaseError {
  return new BaseError('The wallet answered the sign-in with something else. Try again.', {
    code: 'SIWX_ANSWER_INVALID',
    metaMessages: [`The answer is refused: ${fault}.`],
  })
}
