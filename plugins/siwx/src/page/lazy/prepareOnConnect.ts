import {
  accountId,
  BaseError,
  type ConnectSignIn,
  type ConnectSignInAnswer,
  isKernelError,
  namespaceOf,
  type NetworkId,
  type NotificationsService,
  parseAccountId,
} from '@latchkey/kernel/plugin'
import { cacaoSchema, cacaoText, parseIssuer } from '../../message/cacao.js'
import { createMessage } from '../../message/createMessage.js'
import { parseMessage } from '../../message/parseMessage.js'
import type { Controller } from './createController.js'
import type { SiwxOptions } from '../SiwxOptions.js'
import type { SiwxSession } from '../SiwxStorage.js'
import { type Asking, createTerms, messageFor, type MessageTerms, profileFor } from './buildMessage.js'

export interface PrepareTools extends Asking {
  readonly notifications: NotificationsService
  readonly controller: Controller
}

const toastId = 'siwx.authenticating'

/** One approval that connects and signs in: only where every chain is eip155, as the wallets' method asks. */
export async function prepareOnConnect(
  tools: PrepareTools,
  { networkIds, signal }: { readonly networkIds: readonly NetworkId[]; readonly signal: AbortSignal },
): Promise<ConnectSignIn | undefined> {
  const { notifications, storage, options, controller } = tools
  const isOneStep = networkIds.length > 0 && networkIds.every((id) => namespaceOf(id) === 'eip155')
  if (!isOneStep || storage.createMessage || signal.aborted) return undefined
  const stop = () => notifications.dismissToast(toastId)
  notifications.toast('Authenticating...', { id: toastId, type: 'loading' })
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
      } catch (error) {
        if (signal.aborted) throw error
        const told = controller.report(error)
        throw isKernelError(error) ? error : told
      } finally {
        stop()
      }
    },
  }
}

function dataFor(id: string, terms: MessageTerms) {
  const parts = parseAccountId(id)
  if (!parts) throw answerInvalid(`"${id.slice(0, 100)}" is no account`)
  return messageFor(terms, parts.networkId, parts.address)
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
    return [{ accountId: id, data: dataFor(id, terms), message: textFor(id, terms, options), ...signature }]
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
  for (const name of ['domain', 'uri', 'nonce', 'expirationTime', 'notBefore', 'requestId'] as const) {
    if (read.message[name] !== terms[name]) throw answerInvalid(`it has another "${name}" than was asked`)
  }
  return {
    accountId: accountId(issuer.chainId as NetworkId, issuer.address),
    data: read.message,
    message,
    signature: cacao.s.s,
    signatureType: cacao.s.t,
    cacao,
  }
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
