import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { close, listen } from '../listen.js'
import { connectApi } from './connectApi.js'

test('fails at once where nobody listens', async () => {
  const server = createServer()
  const port = await listen(server)
  await close(server)
  await expect(connectApi(`ws://127.0.0.1:${port}`)).rejects.toThrow(/^Nobody answered at ws:/)
})
