import { headers } from 'next/headers'
import { signIn } from '../signIn'
import { ReadSecret } from './ReadSecret'

/** Drawn on the server, by who is signed in. */
export default async function Page() {
  const request = new Request('http://localhost', { headers: await headers() })
  // A page cannot set cookies while it is drawn, so the session's token is not replaced here.
  const signedIn = await (await signIn()).session(request, { rotate: false })
  if (!signedIn) {
    return (
      <main>
        <h1>Members only</h1>
        <p data-testid="welcome">Connect a wallet and sign in to read on.</p>
      </main>
    )
  }
  return (
    <main>
      <h1>Welcome</h1>
      <p data-testid="welcome">The server knows you as {signedIn.session.accountIds.join(' and ')}.</p>
      <ReadSecret />
    </main>
  )
}
