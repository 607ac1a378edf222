import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handOver } from './handOver.js'

type Reply = (response: ServerResponse) => void

let server: Server
let url: string
let replies: Reply[]
let sent: unknown[]
beforeEach(async () => {
  ;[replies, sent] = [[], []]
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const { method, params } = JSON.parse(Buffer.concat(parts).toString())
      sent.push([method, ...params])
      const reply = replies.shift() ?? taken
      reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const json =
  (body: object): Reply =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }))
const error = (code: number, message: string) => json({ error: { code, message } })
const taken = json({ result: 'signature' })
const cut: Reply = (response) => response.destroy()
const noJson: Reply = (response) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
const refused = error(-32002, 'Transaction simulation failed: Blockhash not found')

const hand = () => handOver('dHg=', { skipPreflight: true }, url)

test('is sent once, as it was signed, with what the app wants of it', async () => {
  await hand()
  expect(sent).toEqual([['sendTransaction', 'dHg=', { skipPreflight: true, encoding: 'base64' }]])
})

test.each([
  ['the connection was cut', cut],
  ['a proxy answered', noJson],
  ['the node failed inside', error(-32603, 'Internal error')],
  ['the node is behind', error(-32005, 'Node is behind by 42 slots')],
  ['the answer is no answer', json({ error: 'no' })],
])('one whose answer is lost, because %s, isn’t told as failed, and is sent once more', async (_, lost) => {
  for (const then of [taken, cut, refused, error(-32002, 'This transaction has already been processed')]) {
    sent = []
    replies = [lost, then]
    await hand()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  }
})

test('one that the node refuses is told as refused, with its code', async () => {
  replies = [refused]
  await expect(hand()).rejects.toMatchObject({ code: 'rpc_error', rpcCode: -32002 })
  expect(sent).toHaveLength(1)
})

test('one that the node has already is told as sent', async () => {
  replies = [error(-32002, 'Transaction simulation failed: This transaction has already been processed')]
  await hand()
  expect(sent).toHaveLength(1)
})
