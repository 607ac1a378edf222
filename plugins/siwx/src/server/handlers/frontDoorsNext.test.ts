// Rows of docs/sign-in-requests.md behind a built Next app, on both of its runtimes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontDoorAccount, frontDoorRows } from '../../testing/frontDoorRows.js'
import { type NextServer, startNext } from '../../testing/startNext.js'

describe.each(['nodejs', 'edge'] as const)('sign-in behind Next on its runtime "%s"', (runtime) => {
  let server: NextServer | undefined
  beforeAll(async () => {
    server = await startNext(runtime)
  })
  afterAll(() => server?.stop())

  const port = () => server?.port ?? 0
  async function newToken(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port()}/token?account=${frontDoorAccount}`)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  it.each(Object.entries(frontDoorRows))('%s', (_name, row) =>
    row({ name: `Next on ${runtime}`, port, newToken, hasRouter: true }),
  )
})
