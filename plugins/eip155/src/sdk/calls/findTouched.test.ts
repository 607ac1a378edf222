import { coinPlaceholder } from '@latchkey/kernel/chain'
import { type Address, encodeAbiParameters, encodeEventTopics, erc20Abi, getAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { findTouched } from './findTouched.js'

const account = getAddress(`0x${'aa'.repeat(20)}`)
const friend = getAddress(`0x${'bb'.repeat(20)}`)
const celo: Address = '0x471EcE3750Da237f93B8E339c536989b8978a438'

const transfer = (address: Address, from: Address, to: Address, value: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

describe('a token that is the coin', () => {
  it('counts once where both tell of the same move', () => {
    const logs = [transfer(coinPlaceholder, account, friend, 5n), transfer(celo, account, friend, 5n)]
    expect(findTouched(account, [], logs, celo)).toMatchObject({ native: -5n, tokens: [] })
  })

  it('counts as the coin where the contract alone tells of it', () => {
    expect(findTouched(account, [], [transfer(celo, friend, account, 7n)], celo)).toMatchObject({
      native: 7n,
      tokens: [],
    })
  })

  it('is a token like any other on another network', () => {
    const { native, tokens } = findTouched(account, [], [transfer(celo, account, friend, 5n)])
    expect({ native, tokens }).toEqual({ native: 0n, tokens: [{ asset: celo, flow: -5n }] })
  })
})
