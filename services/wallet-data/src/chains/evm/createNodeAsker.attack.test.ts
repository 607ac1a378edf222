import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { close, listen } from '@latchkey/service-kit'
import { afterEach, expect, test } from 'vitest'
import { createNodeAsker, NodeError, type NodeAsker } from './createNodeAsker.js'

interface Question {
  readonly id: number
  readonly params: readonly unknown[]
}

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(
  answer: (questions: readonly Question[], response: ServerResponse) => void,
  patience?: number,
): Promise<NodeAsker> {
  const server = createServer(async (request, response) => answer(JSON.parse(await text(request)), response))
  const port = await listen(server)
  const asker = createNodeAsker(`http://127.0.0.1:${port}`, patience)
  stops.push(
    () => close(server),
    () => asker.stop(),
  )
  return asker
}

test('gives each its own answer, in whatever order the node tells them, and many travel together', async () => {
  const sizes: number[] = []
  const asker = await start((questions, response) => {
    sizes.push(questions.length)
    const answers = questions.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[0] }))
    response.end(JSON.stringify(answers.toReversed()))
  })
  const asked = Array.from({ length: 250 }, (_, index) => index)
  expect(await Promise.all(asked.map((one) => asker.ask('echo', [one])))).toEqual(asked)
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(250)
  expect(Math.max(...sizes)).toBe(100)
})

test('fails only what the node refuses, or says nothing about', async () => {
  const asker = await start((questions, response) => {
    const [refused, , fine] = questions
    const error = { code: 3, message: 'execution reverted' }
    response.end(
      JSON.stringify([
        { id: refused?.id, error },
        { id: fine?.id, result: '0x1' },
      ]),
    )
  })
  const [refused, silent, fine] = await Promise.allSettled(['a', 'b', 'c'].map((one) => asker.ask(one, [])))
  expect(refused).toMatchObject({ reason: { code: 3, message: 'execution reverted' } })
  expect(refused?.status === 'rejected' && refused.reason).toBeInstanceOf(NodeError)
  expect(silent).toMatchObject({ reason: { message: 'The node did not answer a question.' } })
  expect(fine).toEqual({ status: 'fulfilled', value: '0x1' })
})

test.each([
  ['no JSON', 'rubbish'],
  ['no list', '{"id":0,"result":"0x1"}'],
  ['a list of rubbish', '[1, null]'],
  ['an answer without an end', 'x'.repeat(11_000_000)],
])('fails all for %s', async (_what, answer) => {
  const asker = await start((_questions, response) => response.end(answer))
  await expect(asker.ask('eth_getBalance', [])).rejects.toThrow(/./)
})

test('asks once more when a connection breaks, then fails', async () => {
  let tries = 0
  const asker = await start((_questions, response) => {
    tries += 1
    response.destroy()
  })
  await expect(asker.ask('eth_getBalance', [])).rejects.toThrow(/./)
  expect(tries).toBe(2)
})

test('waits no longer for a node that sends a byte now and then', async () => {
  const sending = new Set<NodeJS.Timeout>()
  stops.push(() => {
    for (const timer of sending) clearInterval(timer)
  })
  const asker = await start((_questions, response) => {
    response.write('[')
    sending.add(setInterval(() => response.write(' '), 20))
  }, 500)
  await expect(asker.ask('eth_getBalance', [])).rejects.toThrow('The node did not answer for 500 ms.')
})
