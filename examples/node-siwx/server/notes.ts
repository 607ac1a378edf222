import type { FetchHandler, SiwxHandlers } from '@latchkey/plugin-siwx/server'
import type { Database } from './database.js'
import type { Environment } from './environment.js'

const longestNote = 200

/** The protected part: notes that only the accounts that wrote them can read. */
export function createNotes(signIn: SiwxHandlers, database: Database, { origin }: Environment): FetchHandler {
  async function read(accountIds: readonly string[]): Promise<Response> {
    const rows = await database.execute(
      `SELECT text FROM notes WHERE account_id IN (${accountIds.map((_, index) => `$${index + 1}`)})`,
      accountIds,
    )
    return Response.json({ notes: rows.map(({ text }) => text) })
  }

  async function write(accountIds: readonly string[], request: Request): Promise<Response> {
    // Other pages of this site send the session's cookie too. Only ours may write.
    if (request.headers.get('origin') !== origin) return refuse(403, 'Not from this page.')
    const text = await request.text()
    if (text.length > longestNote) return refuse(413, `A note has at most ${longestNote} characters.`)
    const [latest = ''] = accountIds
    await database.execute('INSERT INTO notes (account_id, text) VALUES ($1, $2)', [latest, text])
    return read(accountIds)
  }

  return async (request) => {
    const signedIn = await signIn.session(request)
    if (!signedIn) return refuse(401, 'Sign in first.')
    // A browser may have signed in with several accounts. The latest comes first.
    const { accountIds } = signedIn.session
    const response = request.method === 'POST' ? await write(accountIds, request) : await read(accountIds)
    // A session's token is replaced now and then. A route that reads the session passes the new one on.
    if (signedIn.setCookie) response.headers.append('set-cookie', signedIn.setCookie)
    return response
  }
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}
