import { expect, test } from 'vitest'
import { freePort } from '../http/freePort.js'
import { connectApi } from './connectApi.js'

test('fails at once where nobody listens', async () => {
  await expect(connectApi(`ws://127.0.0.1:${await freePort()}`)).rejects.toThrow(/^Nobody answered at ws:/)
})
