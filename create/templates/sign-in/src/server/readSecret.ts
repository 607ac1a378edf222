import type { SiwxHandlers } from '@latchkey/plugin-siwx/server'

/** A protected route: it answers only people who have signed in. */
export async function readSecret(signIn: SiwxHandlers, request: Request): Promise<Response> {
  const signedIn = await signIn.session(request)
  if (!signedIn) return Response.json({ error: 'Sign in first.' }, { status: 401 })
  const { session, setCookie } = signedIn
  return Response.json(
    { secret: `Only you can read this, ${session.accountIds.join(' and ')}.` },
    // A session's token is replaced now and then. A route that reads the session passes the new one on.
    setCookie ? { headers: { 'set-cookie': setCookie } } : {},
  )
}
