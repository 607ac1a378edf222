import { fakeClock } from '@latchkey/kernel/testing'
import { RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { recordingLog } from '../../test/support.js'
import type { Endpoint, RpcCall } from './endpoint.js'
import { createFailover } from './failover.js'

const call: RpcCall = { method: 'eth_chainId' }
const settle = () => new Promise((resolve) => setTimeout(resolve))

function setUp(names: readonly string[]) {
  const clock = fakeClock()
  const asked: string[] = []
  const pending: { resolve(result: unknown): void; reject(error: unknown): void }[] = []
  const endpoints = names.map(
    (origin): Endpoint => ({
      origin,
      request: () => {
        asked.push(origin)
        return new Promise((resolve, reject) => pending.push({ resolve, reject }))
      },
    }),
  )
  const send = createFailover(endpoints, { clock, log: recordingLog() })
  /** Asks, and lets the newest request be answered after so many milliseconds. */
  async function ask(time: number) {
    const answer = send(call)
    clock.advance(time)
    pending.at(-1)?.resolve('done')
    await answer
    await settle()
  }
  return { clock, asked, pending, send, ask }
}

const fault = (code: number) =>
  new RpcRequestError({ body: { ...call }, error: { code, message: 'x' }, url: 'https://x.example' })

it('keeps the order of the host while nothing speaks against it', async () => {
  const { asked, ask } = setUp(['one', 'two'])
  await ask(10)
  await ask(10)
  expect(asked).toEqual(['one', 'one'])
})

it('asks an endpoint that is clearly faster first, once its penalty is over', async () => {
  const { clock, asked, pending, send, ask } = setUp(['slow', 'fast'])
  await ask(1_400)
  const both = send(call)
  clock.advance(1_500)
  expect(asked.slice(1)).toEqual(['slow', 'fast'])
  pending.at(-1)?.resolve('done')
  await both
  clock.advance(30_000)
  pending[1]?.resolve('late')
  await settle()
  asked.length = 0
  await ask(10)
  expect(asked).toEqual(['fast'])
})

it.each([-1, -32603, -32005, 429])(
  'puts an endpoint that answers %i behind the others for 30 s',
  async (code) => {
    const { clock, asked, pending, send, ask } = setUp(['one', 'two'])
    const first = send(call)
    pending[0]?.reject(fault(code))
    await settle()
    pending[1]?.resolve('done')
    expect(await first).toBe('done')
    clock.advance(29_999)
    await ask(10)
    await ask(10)
    expect(asked).toEqual(['one', 'two', 'two', 'one'])
  },
)
