import { BaseError, type Clock } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import { createNonce } from '../../message/createNonce.js'
import { checksumAddress } from '../../message/eip55.js'
import type { MessageProfile } from '../../message/MessageProfile.js'
import { bip122Profile, eip155Profile, polkadotProfile, solanaProfile } from '../../message/profiles.js'
import type { SiwxMessage } from '../../message/SiwxMessage.js'
import type { SiwxOptions } from '../SiwxOptions.js'
import type { SiwxStorageService } from '../SiwxStorage.js'

export interface Asking {
  readonly options: SiwxOptions
  readonly storage: SiwxStorageService
  readonly clock: Clock
}

/** Everything of a sign-in message but the account. */
export type MessageTerms = Omit<SiwxMessage, 'accountAddress' | 'chainId'>

/** @throws BaseError `SIWX_NAMESPACE_UNSUPPORTED` when nobody gave the text form of the namespace. */
export function profileFor(namespace: string, options: SiwxOptions): MessageProfile {
  const known = [
    ...(options.profiles ?? []),
    eip155Profile,
    solanaProfile(),
    bip122Profile,
    polkadotProfile,
  ].find((profile) => profile.namespace === namespace)
  if (known) return known
  throw new BaseError('Signing in is not possible on this network.', {
    code: 'SIWX_NAMESPACE_UNSUPPORTED',
    metaMessages: [`Give the text form of "${namespace}" in the option \`profiles\` of siwx().`],
  })
}

/** The nonce from the server that verifies it, the rest from the options, the page and the clock. */
export async function createTerms({ options, storage, clock }: Asking): Promise<MessageTerms> {
  const { statement, expiration, notBefore, resources, requestId } = options
  const nonce = storage.nonce ? await storage.nonce() : createNonce()
  const { domain = globalThis.location?.host, uri = globalThis.location?.origin } = options
  if (!domain || !uri) {
    throw new BaseError('Signing in is not possible on this page.', {
      code: 'SIWX_PAGE_UNKNOWN',
      metaMessages: ['There is no page to take `domain` and `uri` from. Give them to siwx().'],
    })
  }
  const now = clock.now()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  return {
    domain,
    uri,
    version: '1',
    nonce,
    issuedAt: at(0),
    ...(statement === undefined ? {} : { statement }),
    ...(expiration === undefined ? {} : { expirationTime: at(expiration) }),
    ...(notBefore === undefined ? {} : { notBefore: at(notBefore) }),
    ...(requestId === undefined
      ? {}
      : { requestId: typeof requestId === 'string' ? requestId : requestId() }),
    ...(resources?.length ? { resources } : {}),
  }
}

/**
 * Adds the account, spelled as the text must spell it. An empty statement is left out where the grammar has none (Sign In
 * With Solana).
 */
export function messageFor(
  { statement, ...terms }: MessageTerms,
  chainId: string,
  address: string,
  { grammar }: MessageProfile,
): SiwxMessage {
  const isHex = namespaceOf(chainId) === 'eip155' && /^0x[0-9a-fA-F]{40}$/.test(address)
  const isSaid = statement !== undefined && (statement !== '' || !grammar.optionalLines)
  const account = { chainId, accountAddress: isHex ? checksumAddress(address) : address }
  return { ...terms, ...account, ...(isSaid ? { statement } : {}) }
}
