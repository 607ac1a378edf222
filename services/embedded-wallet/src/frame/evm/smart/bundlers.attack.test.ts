import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ask } from './bundlers.js'

let stop = () => {}
afterEach(() => stop())

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const question = (url: string) => ask(url, 'eth_sendUserOperation', [], AbortSignal.timeout(60_000))

test('an answer without an end is left, long before the time is over', async () => {
  let sent = 0
  let isLeft = false
  const url = await serve((_request, response) => {
    response.on('close', () => {
      isLeft = true
    })
    const piece = ' '.repeat(64 * 1024)
    const more = () => {
      while (!isLeft && response.write(piece)) sent += piece.length
      sent += piece.length
    }
    response.on('drain', more)
    more()
  })
  await expect(question(url)).rejects.toThrow('longer than 262144 bytes')
  await expect.poll(() => isLeft).toBe(true)
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test.each([
  [
    'in pieces, one of which ends within a letter',
    [Buffer.from('{"result":"'), Buffer.from([0xe2]), Buffer.from([0x82, 0xac]), Buffer.from('"}')],
    '€',
  ],
  [
    'as long as may be',
    [Buffer.from(`{"result":"${'a'.repeat(256 * 1024 - 13)}"}`)],
    'a'.repeat(256 * 1024 - 13),
  ],
])('an answer %s is read', async (_, pieces, expected) => {
  const url = await serve(async (_request, response) => {
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    response.end()
  })
  expect(await question(url)).toBe(expected)
})

test.each(['', '<html>', '[]', 'null', '{"error":{"code":"x"}}'])('%j is no answer', async (text) => {
  const url = await serve((_request, response) => response.end(text))
  await expect(question(url)).rejects.toThrow()
})
