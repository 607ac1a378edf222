import { BaseError, fetchWhole } from '@latchkey/kernel/plugin'
import { type CcipRequestParameters, type Hex, isHex } from 'viem'

/** Milliseconds for one gateway, and bytes of an answer. */
const timeout = 5_000
const sizeLimit = 100_000
const gatewayLimit = 3
/**
 * Requests for one name. EIP-3668 wants a limit of at least four rounds; a round of the universal resolver may ask several
 * questions at once.
 */
const requestLimit = 16

/**
 * Follows the off-chain look-ups (EIP-3668) of one name to the gateways that its resolver names: https only, no
 * credentials, no redirects, bounded in time, size and number. Make one for each name: a resolver that answers every round
 * with another one would go on for ever.
 */
export function createOffchainLookup(): (request: CcipRequestParameters) => Promise<Hex> {
  let asked = 0
  return async (request) => {
    asked += 1
    if (asked > requestLimit) throw endless()
    return followGateways(request)
  }
}

async function followGateways({ data, sender, urls }: CcipRequestParameters): Promise<Hex> {
  let failure: unknown
  for (const template of urls.slice(0, gatewayLimit)) {
    try {
      return await ask(template, { data, sender })
    } catch (error) {
      failure = error
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

async function ask(template: string, { data, sender }: { data: Hex; sender: Hex }): Promise<Hex> {
  const url = new URL(template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data))
  if (url.protocol !== 'https:') throw new Error('A gateway must be reached over https.')
  const post = !template.includes('{data}')
  const init: RequestInit = {
    method: post ? 'POST' : 'GET',
    ...(post
      ? { body: JSON.stringify({ data, sender }), headers: { 'Content-Type': 'application/json' } }
      : {}),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeout),
  }
  const response = await fetchWhole(url, init, sizeLimit)
  if (!response.ok) throw new Error(`A gateway answered with the HTTP status code ${response.status}.`)
  const text = await response.text()
  const answer: unknown = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : text
  if (!isHex(answer)) throw new Error('A gateway answered with something that is not hex.')
  return answer
}
