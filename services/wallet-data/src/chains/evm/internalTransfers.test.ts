import { expect, it, vi } from 'vitest'
import { createInternalTransfers } from './internalTransfers.js'

const [alice, bob, carol] = ['0xA1', '0xb0', '0xc0'].map((start) => `${start}${'0'.repeat(38)}`)
const call = (type: string, from: string, to: string, value: string, more: object = {}) => ({
  type,
  from,
  to,
  value,
  ...more,
})

const readFrom = (request: () => Promise<unknown>) => {
  const spy = vi.fn(request)
  return { spy, read: createInternalTransfers({ request: spy } as never) }
}

it('finds what moves within, in order, and leaves out what failed or moves nothing', async () => {
  const answer = call('CALL', alice!, bob!, '0x9', {
    calls: [
      call('DELEGATECALL', bob!, carol!, '0x9', { calls: [call('CALL', bob!, alice!, '0x1')] }),
      call('STATICCALL', bob!, carol!, '0x0'),
      call('CALL', bob!, carol!, '0x2', {
        error: 'execution reverted',
        calls: [call('CALL', carol!, bob!, '0x3')],
      }),
      call('CREATE2', bob!, carol!, '0x4', { calls: [call('SELFDESTRUCT', carol!, alice!, '0x4')] }),
    ],
  })
  const { read } = readFrom(async () => answer)
  const coin = { asset: '', tokenId: '' }
  expect(await read('0x1')).toEqual([
    { ...coin, sender: bob, receiver: alice!.toLowerCase(), amount: 1n },
    { ...coin, sender: bob, receiver: carol, amount: 4n },
    { ...coin, sender: carol, receiver: alice!.toLowerCase(), amount: 4n },
  ])
})

it('asks a node that does not trace once, and does without', async () => {
  const { read, spy } = readFrom(() =>
    Promise.reject(Object.assign(new Error('Method not found'), { code: -32601 })),
  )
  expect([await read('0x1'), await read('0x2')]).toEqual([[], []])
  expect(spy).toHaveBeenCalledTimes(1)
})

it('takes a node that fails for no answer: the block is read again', async () => {
  const { read } = readFrom(() => Promise.reject(new Error('The node is busy.')))
  await expect(read('0x1')).rejects.toThrow('busy')
  await expect(readFrom(async () => ({ type: 5 })).read('0x1')).rejects.toThrow()
})
