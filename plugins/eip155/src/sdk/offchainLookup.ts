import { BaseError } from '@latchkey/kernel/plugin'
import { fetchWhole } from '@latchkey/kernel/chain'
import { type CcipRequestParameters, type Hex, isHex } from 'viem'

/** Milliseconds for one gateway, and for all that one name has asked. */
const timeout = 5_000
const nameTimeout = 15_000
/** Bytes of an answer. */
const sizeLimit = 100_000
const gatewayLimit = 3
/**
 * Requests for one name. EIP-3668 wants a limit of at least four rounds; a round of the universal resolver may ask several
 * questions at once.
 */
const requestLimit = 16

/**
 * Follows the off-chain look-ups (EIP-3668) of one name to the gateways that its resolver names and the host allows: https
 * only, no credentials, no redirects, bounded in time, size and number. Make one for each name: a resolver that answers
 * every round with another one would go on for ever.
 *
 * @param signal Of the one who asks for the name: no gateway is asked once it has ended.
 */
export function createOffchainLookup(
  isAllowed: (gateway: URL) => boolean,
  signal?: AbortSignal,
): (request: CcipRequestParameters) => Promise<Hex> {
  let asked = 0
  let whole: AbortSignal | undefined
  return async (request) => {
    asked += 1
    if (asked > requestLimit) throw endless()
    whole ??= AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(nameTimeout)])
    return followGateways(request, isAllowed, whole)
  }
}

/** Addresses and names of the person's own network, which a resolver could have the page ask. */
export function isPublicHost({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  return (
    /\.(?!\d+$)[^.]+$/.test(name) &&
    !/\.(?:localhost|localdomain|local|internal|intranet|private|corp|lan|home|arpa|test)$/.test(name)
  )
}

class RefusedByGateway extends Error {}

async function followGateways(
  { data, sender, urls }: CcipRequestParameters,
  isAllowed: (gateway: URL) => boolean,
  signal: AbortSignal,
): Promise<Hex> {
  let failure: unknown
  for (const template of urls.slice(0, gatewayLimit)) {
    if (signal.aborted) {
      failure ??= signal.reason
      break
    }
    try {
      const url = new URL(template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data))
      if (url.protocol !== 'https:') throw new Error('A gateway must be reached over https.')
      if (!isAllowed(new URL(url))) throw new Error(`This app doesn’t ask ${url.host}.`)
      return await ask(url, template.includes('{data}') ? undefined : { data, sender }, signal)
    } catch (error) {
      failure = error
      // The gateway has understood the question: another one has no better answer (EIP-3668).
      if (error instanceof RefusedByGateway) break
    }
  }
  throw new BaseError('The server that this name points to didn’t answer.', {
    code: 'NAME_GATEWAY_FAILED',
    cause: failure,
    metaMessages: ['Expected an answer over https, in hex, as EIP-3668 says.', 'Try again later.'],
  })
}

function endless(): BaseError {
  return new BaseError('The look-up of this name doesn’t come to an end.', {
    code: 'NAME_LOOKUP_ENDLESS',
    metaMessages: [`Expected ${requestLimit} look-ups at most outside the chain (EIP-3668).`],
  })
}

/** With a body, where the address doesn't carry the data itself (EIP-3668). */
async function ask(
  url: URL,
  body: { readonly data: Hex; readonly sender: Hex } | undefined,
  signal: AbortSignal,
): Promise<Hex> {
  const init: RequestInit = {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  }
  const response = await fetchWhole(url, init, sizeLimit)
  const { status } = response
  if (!response.ok) {
    const Failure = status >= 400 && status < 500 ? RefusedByGateway : Error
    throw new Failure(`A gateway answered with the HTTP status code ${status}.`)
  }
  const text = await response.text()
  const answer: unknown = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : text
  if (!isHex(answer)) throw new Error('A gateway answered with something that is not hex.')
  return answer
}
