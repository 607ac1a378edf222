import { signIn } from '../../../signIn'

/** A protected route: it answers only whoever has signed in. */
export async function GET(request: Request): Promise<Response> {
  const signedIn = await (await signIn()).session(request)
  if (!signedIn) {
    return Response.json({ error: 'Sign in first.' }, { status: 401 })
  }
  const { session, setCookie } = signedIn
  return Response.json(
    { secret: `Only you can read this, ${session.accountIds.join(' and ')}.` },
    // A session's token is replaced now and then. Whoever reads the session hands the new one on.
    setCookie ? { headers: { 'set-cookie': setCookie } } : {},
  )
}
