import { checksumAddress } from 'viem'
import { expect, it } from 'vitest'
import { readAskedCalls } from './readAskedCalls.js'

const plain = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'
const asked = (to: string, chainId: number, from: string = plain) => [
  {
    ...{ version: '2.0.0', chainId: `0x${chainId.toString(16)}`, atomicRequired: false, from },
    calls: [{ to, value: '0x1' }],
  },
]

it.each([
  ['small letters', plain, 1],
  ['capital letters', `0x${plain.slice(2).toUpperCase()}`, 1],
  ['the checksum of EIP-55', checksumAddress(plain), 30],
  ['the checksum of the network’s own (EIP-1191)', checksumAddress(plain, 30), 30],
])('hands the wallet an address in %s as one that every wallet takes', (_, to, chainId) => {
  const { calls, from } = readAskedCalls(asked(to, chainId, to))
  expect([calls[0]?.to, from]).toEqual([checksumAddress(plain), checksumAddress(plain)])
})

it.each([
  ['a wrong checksum', checksumAddress(plain).replace('fB', 'Fb'), 30],
  ['the checksum of another network', checksumAddress(plain, 30), 31],
  ['no 0x', plain.slice(2), 1],
])('refuses an address with %s', (_, to, chainId) => {
  for (const given of [asked(to, chainId), asked(plain, chainId, to)]) {
    expect(() => readAskedCalls(given)).toThrow(expect.objectContaining({ code: -32_602 }))
  }
})
