import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guard } from './storage.js'
import { createHttp } from './http.js'

/** Answers what it was sent, with the content type. */
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += piece))
  request.on('end', () => response.end(`${request.headers['content-type']}\n${body}`))
})
const schema = guard((value): value is string => typeof value === 'string')
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('sends and reads plain text where that is asked for, and JSON otherwise', async () => {
  const http = createHttp(new AbortController().signal)
  const request = { url, method: 'POST', body: '0200', schema, what: 'The service' } as const
  expect(await http.request({ ...request, format: 'text' })).toBe('text/plain;charset=UTF-8\n0200')
  await expect(http.request(request)).rejects.toMatchObject({ code: 'HTTP_NOT_JSON' })
})
