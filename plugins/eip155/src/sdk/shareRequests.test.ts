import { expect, it } from 'vitest'
import type { RpcCall } from './endpoint.js'
import { shareRequests } from './shareRequests.js'

const balanceOf = (index: number): RpcCall => ({ method: 'eth_getBalance', params: [index] })

function setUp() {
  const sent: RpcCall[] = []
  const ends: (() => void)[] = []
  const share = shareRequests((call) => {
    sent.push(call)
    return new Promise((resolve) => ends.push(() => resolve(call)))
  })
  return { share, sent, ends }
}

it('remembers 8192 questions at once, and asks every further one by itself', () => {
  const { share, sent } = setUp()
  for (let index = 0; index < 8_192; index += 1) void share(balanceOf(index))
  void share(balanceOf(0))
  void share(balanceOf(8_191))
  expect(sent).toHaveLength(8_192)
  void share(balanceOf(8_192))
  void share(balanceOf(8_192))
  expect(sent).toHaveLength(8_194)
})

it('has room again when an answer came', async () => {
  const { share, sent, ends } = setUp()
  const first = share(balanceOf(0))
  for (let index = 1; index < 8_192; index += 1) void share(balanceOf(index))
  ends[0]?.()
  await first
  void share(balanceOf(8_192))
  void share(balanceOf(8_192))
  expect(sent).toHaveLength(8_193)
})
