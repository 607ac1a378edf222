import { expect, it, vi } from 'vitest'
import { findExplorerUrl } from './findExplorerUrl.js'

const target = { networkId: 'eip155:1', address: '0xabc' } as const
const join = (chain: () => unknown) => {
  const warn = vi.fn()
  return { tools: { wallets: { chain: chain as never }, log: { warn } }, warn }
}

it('links to the transaction, and to the account while its id is unknown', () => {
  const { tools } = join(() => ({
    addressUrl: (network: string, address: string) => `${network}/address/${address}`,
    transactionUrl: (network: string, id: string) => `${network}/tx/${id}`,
  }))
  expect(findExplorerUrl(tools, target, '0x1')).toBe('eip155:1/tx/0x1')
  expect(findExplorerUrl(tools, target, undefined)).toBe('eip155:1/address/0xabc')
})

it('has no link without an explorer, or when the explorer throws, which is logged', () => {
  expect(findExplorerUrl(join(() => undefined).tools, target, '0x1')).toBeUndefined()
  const broken = join(() => {
    throw new Error('broken')
  })
  expect(findExplorerUrl(broken.tools, target, '0x1')).toBeUndefined()
  expect(broken.warn).toHaveBeenCalledOnce()
})
