import type { ConnectSignInRequest } from '@latchkey/kernel/contracts'
import type { OptionalNamespace } from '../namespaces.js'
import { ensureBuffer } from './ensureBuffer.js'
import type { WalletConnectClient } from './openClient.js'
import type { Settled } from './createPairings.js'

/** A proposal that was sent: the uri to show, and what comes of it. */
export interface Proposed {
  readonly uri: string | undefined
  readonly settled: Promise<Settled>
}

type Proposal = Readonly<Record<string, OptionalNamespace>>

export async function propose(client: WalletConnectClient, proposal: Proposal): Promise<Proposed> {
  const { uri, approval } = await client.connect({
    optionalNamespaces: Object.fromEntries(
      Object.entries(proposal).map(([name, { chains, methods, events }]) => [
        name,
        { chains, methods, events },
      ]),
    ),
  })
  return { uri, settled: approval().then((session) => ({ session, cacaos: [] })) }
}

/**
 * Proposes a session and a sign-in at once (`wc_sessionAuthenticate`), beside a plain proposal for wallets that do not
 * know it. Every chain must be EVM.
 */
export async function proposeSignIn(
  client: WalletConnectClient,
  proposal: Proposal,
  signIn: ConnectSignInRequest,
): Promise<Proposed> {
  const { chainIds, domain, uri, nonce, statement, expirationTime, notBefore, resources } = signIn
  await ensureBuffer()
  const { uri: pairingUri, response } = await client.authenticate({
    chains: [...chainIds],
    domain,
    uri,
    nonce,
    methods: [...new Set(Object.values(proposal).flatMap(({ methods }) => methods))],
    ...(statement === undefined ? {} : { statement }),
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
    ...(resources === undefined ? {} : { resources: [...resources] }),
  })
  return { uri: pairingUri, settled: response().then(readAnswer, refuse) }
}

function readAnswer(answer: {
  readonly session?: Settled['session']
  readonly auths?: readonly unknown[]
}): Settled {
  if (!answer.session) throw new Error('The wallet signed in and granted no session.')
  return { session: answer.session, cacaos: answer.auths ?? [] }
}

/** The library hands on the words of a refusal alone. */
function refuse(error: unknown): never {
  const isRefusal = typeof error === 'string' && /reject|declin|denied|cancel/i.test(error)
  throw isRefusal ? { code: 5000, message: error } : error
}
