import { describe, expect, it } from 'vitest'
import accounts from '../vectors/eip55/accounts_ethers.json' with { type: 'json' }
import checksums from '../vectors/eip55/checksum_spec.json' with { type: 'json' }
import getAddress from '../vectors/eip55/get_address_viem.json' with { type: 'json' }
import equal from '../vectors/eip55/is_address_equal_viem.json' with { type: 'json' }
import strict from '../vectors/eip55/is_address_viem.json' with { type: 'json' }
import { checksumAddress } from 'viem'
import { isAddress, isSameAddress, toChecksumAddress } from './address.js'

describe('the checksum of EIP-1191', () => {
  const addresses = accounts.cases.map(({ address }) => address as `0x${string}`)
  const differing = (chainId: number) =>
    addresses.map((address) => checksumAddress(address, chainId)).filter((address) => !isAddress(address))

  it.each([30, 31])('is taken for the network %i that has it, and for no other', (chainId) => {
    const own = differing(chainId)
    expect(own.length).toBeGreaterThan(0)
    for (const address of own) {
      expect(isAddress(address, `eip155:${chainId}`)).toBe(true)
      for (const other of [1, 61 - chainId, 137]) expect(isAddress(address, `eip155:${other}`)).toBe(false)
      // A mistake in one letter is still one.
      const wrong = address.replace(/[a-f]/, (letter) => letter.toUpperCase())
      expect(isAddress(wrong, `eip155:${chainId}`)).toBe(false)
      expect(toChecksumAddress(address)).toBe(checksumAddress(address))
    }
  })

  it('leaves that of EIP-55 valid there', () => {
    for (const address of addresses) expect(isAddress(address, 'eip155:30')).toBe(true)
  })
})

describe('public vectors', () => {
  it.each(accounts.cases.map(({ address }) => address))('finds the EIP-55 form %s', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address)
    expect(toChecksumAddress(address.slice(2).toUpperCase())).toBe(address)
    expect(isAddress(address)).toBe(true)
  })

  it.each(checksums.cases)('judges $address as $valid', ({ address, valid }) => {
    expect(toChecksumAddress(address) === address).toBe(valid)
    // Text of one case carries no checksum, so only mixed case can be wrong.
    const plain = address.slice(2) === address.slice(2).toUpperCase()
    expect(isAddress(address)).toBe(valid || plain)
  })

  it.each(strict.cases)('refuses $args.0', ({ args, expect: valid }) => {
    expect(isAddress(args[0] as string)).toBe(valid)
  })

  it.each(getAddress.cases as any[])('writes $args.0 as $expect', ({ args, expect: address, throws }) => {
    const written = toChecksumAddress(args[0])
    if (throws) return expect(written === args[0] && isAddress(args[0])).toBe(false)
    // The second argument asks for the form of EIP-1191, which we never make.
    expect(written === address).toBe(args.length === 1)
  })

  it.each(equal.cases)('compares $args', ({ args: [left, right], expect: same, throws }) => {
    expect(isSameAddress(left as string, right as string)).toBe(throws ? false : same)
  })
})

describe('isAddress', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  it.each([
    [checksummed, true],
    [checksummed.slice(2), true],
    [checksummed.toLowerCase(), true],
    [`0x${checksummed.slice(2).toUpperCase()}`, true],
    [checksummed.replace('aA', 'Aa'), false],
    [checksummed.slice(2).replace('aA', 'Aa'), false],
    [checksummed.toLowerCase().replace('0x', '0X'), false],
    [` ${checksummed}`, false],
    [`${checksummed}\n`, false],
    [checksummed.slice(0, -1), false],
    [`${checksummed}0`, false],
    ['vitalik.eth', false],
    ['', false],
  ])('%j: %s', (value, expected) => expect(isAddress(value)).toBe(expected))

  it('takes what is no text for no address', () => {
    expect(isAddress(null as never)).toBe(false)
    expect(toChecksumAddress({ length: 42 })).toBeUndefined()
  })
})

describe('isSameAddress', () => {
  it('ignores case and prefix', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(isSameAddress(address, address.toLowerCase().slice(2))).toBe(true)
    expect(isSameAddress(address, address.replace('5a', '6a'))).toBe(false)
  })

  it('never takes two texts that are no addresses for the same account', () => {
    expect(isSameAddress('alice.eth', 'alice.eth')).toBe(false)
  })
})
