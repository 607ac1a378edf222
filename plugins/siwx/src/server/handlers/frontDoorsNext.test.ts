// Rows of docs/sign-in-requests.md behind a built Next app. Its runtime "edge" is left to workerd: Next 16.4 doesn't build a route
// for it with webpack.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontDoorAccount, frontDoorRows } from '../../testing/frontDoorRows.js'
import { type NextServer, startNext } from '../../testing/startNext.js'

describe('sign-in behind Next', () => {
  let server: NextServer | undefined
  beforeAll(async () => {
    server = await startNext()
  }, 600_000)
  afterAll(() => server?.stop())

  const port = () => server?.port ?? 0
  async function newToken(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port()}/token?account=${frontDoorAccount}`)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  it.each(Object.entries(frontDoorRows))('%s', (_name, row) =>
    row({ name: 'Next', port, newToken, hasRouter: true }),
  )
})
