import {
  bip122,
  createHandlers,
  createSessions,
  createVerifier,
  eip155,
  type FetchHandler,
  memoryNonces,
  memorySessions,
  polkadot,
  solana,
} from '@latchkey/plugin-siwx/server'
import type { LocalStack } from './src/localStack.js'
import type { VerifiedSignIn } from './src/VerifiedSignIn.js'

/** A host's sign-in server over the local chains: its four routes, and one that tells who is signed in. */
export function createSignInServer(stack: LocalStack, port: number): FetchHandler {
  const hosts = ['127.0.0.1', 'localhost'].map((host) => `${host}:${port}`)
  const verified = new Map<string, VerifiedSignIn>()
  const rpc = Object.fromEntries(stack.evm.chains.map(({ chain, url }) => [chain.id, url]))
  const handlers = createHandlers({
    origins: hosts.map((host) => `http://${host}`),
    verifier: createVerifier({
      domain: hosts,
      verifiers: [eip155({ rpc }), solana(), bip122(), polkadot()],
      nonces: memoryNonces(),
    }),
    // Sessions end with this process, so the secret may.
    sessions: createSessions({ store: memorySessions(), secrets: [crypto.randomUUID()] }),
    onSignIn(signIns) {
      for (const { accountId, method, text } of signIns) verified.set(accountId, { accountId, method, text })
    },
  })

  async function whoami(request: Request): Promise<Response> {
    const signedIn = await handlers.session(request)
    if (!signedIn) return Response.json({ error: 'Sign in first.' }, { status: 401 })
    const { session, setCookie } = signedIn
    const signIns = session.accountIds.flatMap((accountId) => verified.get(accountId) ?? [])
    return Response.json(signIns, setCookie ? { headers: { 'set-cookie': setCookie } } : {})
  }

  return (request) => (request.url.endsWith('/whoami') ? whoami(request) : handlers.handle(request))
}
