import { fakeStorage } from '@latchkey/kernel/testing'
import { createKernel } from '@latchkey/kernel'
import { Storage } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { createRecents, recentLimit } from './recentReceivers.js'

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function setUp(stored?: string) {
  const adapter = fakeStorage(stored === undefined ? {} : { 'latchkey:send.recents': stored })
  const kernel = createKernel([], { storage: adapter, logLevel: 'silent' })
  return { adapter, recents: createRecents(kernel.get(Storage)) }
}

it('keeps the newest ten per namespace, none twice', () => {
  const { recents } = setUp()
  for (let index = 0; index < 15; index += 1) recents.add('eip155', { address: `0x${index}` }, same)
  recents.add('eip155', { address: '0x9', name: 'nora.eth' }, same)
  recents.add('solana', { address: 'So1' }, same)
  const list = recents.list('eip155')
  expect(list).toHaveLength(recentLimit)
  expect(list.slice(0, 2)).toEqual([{ address: '0x9', name: 'nora.eth' }, { address: '0x14' }])
  expect(recents.list('solana')).toEqual([{ address: 'So1' }])
  expect(recents.list('bip122')).toEqual([])
})

it.each(['"text"', '{"eip155":[{"address":5}]}', '{"eip155":{"address":"a"}}', '[1]', '{'])(
  'drops what somebody else stored: %s',
  (stored) => {
    const { adapter, recents } = setUp(stored)
    expect(recents.list('eip155')).toEqual([])
    expect([...adapter.values.keys()]).toEqual([])
  },
)
