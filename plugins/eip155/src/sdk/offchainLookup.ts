import { type CcipRequestParameters, type Hex, isHex } from 'viem'

/** Milliseconds for one gateway, and bytes of an answer. */
const timeout = 5_000
const sizeLimit = 100_000
const gatewayLimit = 3

/**
 * Follows an off-chain look-up (EIP-3668) to the gateways that a resolver names: https only, no credentials, no
 * redirects, bounded in time and size.
 */
export async function offchainLookup({ data, sender, urls }: CcipRequestParameters): Promise<Hex> {
  let failure: unknown
  for (const template of urls.slice(0, gatewayLimit)) {
    try {
      return await ask(template, { data, sender })
    } catch (error) {
      failure = error
    }
  }
  throw new Error('No gateway of the name answered.', { cause: failure })
}

async function ask(template: string, { data, sender }: { data: Hex; sender: Hex }): Promise<Hex> {
  const url = new URL(template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data))
  if (url.protocol !== 'https:') throw new Error('A gateway must be reached over https.')
  const post = !template.includes('{data}')
  const response = await fetch(url, {
    method: post ? 'POST' : 'GET',
    ...(post
      ? { body: JSON.stringify({ data, sender }), headers: { 'Content-Type': 'application/json' } }
      : {}),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`A gateway answered with the HTTP status code ${response.status}.`)
  const text = await response.text()
  if (text.length > sizeLimit) throw new Error('A gateway answered with too much.')
  const answer: unknown = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : text
  if (!isHex(answer)) throw new Error('A gateway answered with something that is not hex.')
  return answer
}
