// What no account of a Polkadot chain can hold, said by a node whose own metadata declares wider numbers.
import type { ApiPromise } from '@polkadot/api'
import { expect, it } from 'vitest'
import { faultOf } from '../../../test/context.js'
import { polkadotAssetHub } from '../../networks.js'
import { readAccount } from './readAccount.js'

const most = 2n ** 128n - 1n
const hex = (value: bigint) => `0x${value.toString(16)}`

function read(data: Readonly<Record<string, unknown>>) {
  const account = async () => ({ toJSON: () => ({ data }) })
  const api = { query: { system: { account } } } as unknown as ApiPromise
  return readAccount(api, polkadotAssetHub, 'address')
}

it('reads what fits 128 bits', async () => {
  expect(await read({ free: hex(most), reserved: 5, frozen: hex(most) })).toEqual({
    free: most,
    reserved: 5n,
    frozen: most,
  })
})

it.each(['free', 'reserved', 'frozen', 'miscFrozen', 'feeFrozen'])(
  'refuses more than that as %s',
  async (member) => {
    const reading = read({ free: 1, reserved: 0, [member]: hex(most + 1n) })
    expect(await faultOf(reading)).toMatch(/^POLKADOT_CHAIN_UNSUPPORTED/)
  },
)
