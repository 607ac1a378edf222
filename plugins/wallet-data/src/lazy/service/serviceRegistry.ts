import { BaseError, type Clock, isKernelError } from '@latchkey/kernel/plugin'
import { unsupportedChain } from '@latchkey/kernel/wallet'
import type { NameRegistryService, RegisterNameRequest } from '@latchkey/kernel/contracts'
import { coinTypeOf } from './contract.js'
import type { ServiceClient } from './createClient.js'
import { anything, reverseNames, suggestions } from './schema.js'
import { apiVersion } from './serviceNames.js'

const partPattern = /^[a-z0-9-]{3,64}$/
/** Suggestions (reference facts, section 2.5). */
const suggestionLimit = 5

export interface ServiceRegistryOptions {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly zone: string
  /** Of the service, which the message is for. */
  readonly origin: string
  /** Forgets what was known of an address that has just got a name. */
  onRegistered(address: string): void
}

export function createServiceRegistry(options: ServiceRegistryOptions): NameRegistryService {
  const { client, clock, zone, origin, onRegistered } = options

  async function sign({ account, networkId, name, ...request }: RegisterNameRequest) {
    const coinType = coinTypeOf(networkId)
    if (coinType === undefined) throw unsupportedChain(account.namespace)
    // The contract takes it within ten seconds of its own clock.
    // no money: seconds
    const message = JSON.stringify({ name, service: origin, timestamp: Math.floor(clock.now() / 1_000) })
    const { signature } = await request.sign(message)
    // no money: a coin type of at most 32 bits
    return { coin_type: Number(coinType), address: account.address, message, signature }
  }

  return {
    zone,
    async suggest(part, signal) {
      const text = part.toLowerCase()
      if (!partPattern.test(text)) return []
      const answer = await client.request({
        path: `/v1/profile/suggestions/${encodeURIComponent(text)}`,
        query: { zone },
        schema: suggestions,
        signal,
      })
      return answer.suggestions
        .filter(({ name }) => name.endsWith(`.${zone}`) && /^[a-z0-9.-]+$/.test(name))
        .slice(0, suggestionLimit)
        .map(({ name, registered }) => ({ name, isRegistered: registered }))
    },
    async owned(address, signal) {
      const names = await client.find({
        path: `/v1/profile/reverse/${encodeURIComponent(address)}`,
        query: { apiVersion },
        schema: reverseNames,
        signal,
      })
      return (names ?? []).map(({ name }) => name).filter((name) => name.endsWith(`.${zone}`))
    },
    async register(request) {
      const name = request.name.toLowerCase()
      const [part = ''] = name.split('.')
      if (!partPattern.test(part) || name !== `${part}.${zone}`) throw nameInvalid(zone)
      const body = await sign({ ...request, name })
      request.signal?.throwIfAborted()
      try {
        await client.request({
          path: '/v1/profile/account',
          method: 'POST',
          body,
          schema: anything,
          signal: request.signal,
        })
      } catch (error) {
        throw isTooLate(error) ? signedTooLate(error) : error
      }
      onRegistered(request.account.address)
    },
  }
}

function nameInvalid(zone: string): BaseError {
  return new BaseError('This name can’t be taken.', {
    code: 'REGISTRY_NAME_INVALID',
    metaMessages: [`Expected 3 to 64 of a–z, 0–9 and hyphen, then ".${zone}".`],
  })
}

function isTooLate(error: unknown): boolean {
  if (!isKernelError(error, 'WALLET_DATA_REFUSED')) return false
  return /timestamp|expired/i.test(error.metaMessages.join(' '))
}

function signedTooLate(cause: unknown): BaseError {
  return new BaseError(
    'The signature came too late. Try again and confirm in the wallet within ten seconds.',
    {
      code: 'REGISTRY_SIGNATURE_LATE',
      cause,
    },
  )
}
