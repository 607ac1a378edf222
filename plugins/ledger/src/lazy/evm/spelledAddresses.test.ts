// Addresses as apps of every network spell them.
import type { NetworkId } from '@latchkey/kernel/plugin'
import { type AccessList, checksumAddress, hashTypedData, parseTransaction, serializeTransaction } from 'viem'
import { expect, it } from 'vitest'
import { prepareTransaction, readTransaction } from './prepareTransaction.js'
import { hashesOf, readTypedData } from './typedData.js'

const plain = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'
const rootstock = checksumAddress(plain, 30)
const upper = `0x${plain.slice(2).toUpperCase()}`
const wrong = checksumAddress(plain).replace('fB', 'Fb')
const given = { from: plain, value: '0x1', gas: '0x5208', nonce: '0x0', gasPrice: '0x1' }
const nobody = async () => Promise.reject(new Error('No node is needed'))

it.each([
  ['small letters', plain, 1],
  ['capital letters', upper, 1],
  ['the checksum of EIP-55', checksumAddress(plain), 1],
  ['the checksum of EIP-55 on Rootstock', checksumAddress(plain), 30],
  ['the checksum of Rootstock on Rootstock', rootstock, 30],
])('sends to an address in %s', async (_, to, chainId) => {
  const networkId: NetworkId = `eip155:${chainId}`
  const accessList = [{ address: to, storageKeys: [] }]
  const asked = readTransaction({ ...given, to, accessList }, networkId)
  const prepared = await prepareTransaction(nobody, asked, { networkId, coin: undefined })
  const signed = parseTransaction(serializeTransaction(prepared)) as { to?: string; accessList?: AccessList }
  expect(signed.to?.toLowerCase()).toBe(plain)
  expect(signed.accessList?.[0]?.address.toLowerCase()).toBe(plain)
})

it.each([
  ['is wrong', wrong, 1],
  ['is wrong on Rootstock, too', wrong, 30],
  ['is that of Rootstock elsewhere', rootstock, 1],
  ['is that of Rootstock on its test network', rootstock, 31],
])('refuses an address whose checksum %s, before anybody is asked', (_, to, chainId) => {
  expect(() => readTransaction({ ...given, to }, `eip155:${chainId}`)).toThrow(
    expect.objectContaining({ code: 'INVALID_DATA' }),
  )
})

const spelled = (address: string, chainId: number): any => ({
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Order: [
      { name: 'payee', type: 'address' },
      { name: 'others', type: 'Party[]' },
    ],
    Party: [{ name: 'who', type: 'address[]' }],
  },
  primaryType: 'Order' as const,
  domain: { chainId, verifyingContract: address },
  message: { payee: address, others: [{ who: [address] }] },
})

it.each([
  ['capital letters alone', upper, 1],
  ['the checksum of its network', rootstock, 30],
])('hashes structured data with %s as it does in small letters', (_, address, chainId) => {
  expect(hashesOf(readTypedData(spelled(address, chainId))).whole).toBe(
    hashTypedData(spelled(plain, chainId)),
  )
})

it.each([wrong, rootstock])('hashes no structured data with the checksum of %s', (address) => {
  expect(() => hashesOf(readTypedData(spelled(address, 1)))).toThrow(/Address/)
})
