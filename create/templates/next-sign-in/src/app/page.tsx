import { headers } from 'next/headers'
import { Secret } from '../Secret.tsx'
import { signIn } from '../server/signIn.ts'

/** Drawn on the server, by who is signed in. */
export default async function Page() {
  const request = new Request('http://localhost', { headers: await headers() })
  // A page cannot set cookies while it is drawn, so the session's token is not replaced here.
  const signedIn = await (await signIn()).session(request, { rotate: false })
  return (
    <main>
      <h1>__packageName__</h1>
      <p data-testid="welcome">
        {signedIn
          ? `The server knows you as ${signedIn.session.accountIds.join(' and ')}.`
          : 'The server does not know you yet.'}
      </p>
      <Secret />
    </main>
  )
}
