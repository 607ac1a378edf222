import { expect, test } from 'vitest'
import { createFrameStorage, openStorage } from '../../frameStorage.js'
import { accountNamed, createAccounts } from './createAccounts.js'
import { deriveSmartAccount } from './deriveSmartAccount.js'

const evm = `0x${'1'.repeat(40)}` as const
const owner = `0x${'2'.repeat(40)}` as const
const smart = deriveSmartAccount(owner).address
const { signal } = new AbortController()

function open(bundlers: Readonly<Record<string, readonly string[]>>) {
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const start = () =>
    createAccounts({
      wallets: { addresses: async () => ({ evm, solana: '' }), smartOwner: async () => owner },
      storage: createFrameStorage(memory, 'https://app.example.com'),
      bundlers,
    })
  return { accounts: start(), start }
}

const bundlers = { 'eip155:10': ['https://one.example.com'], 'eip155:8453': ['https://two.example.com'] }

test('the smart account comes first where there are bundlers, and is missing elsewhere', async () => {
  const { accounts } = open(bundlers)
  expect(accounts.networks).toEqual([10, 8453])
  expect(await accounts.list('eip155:10', signal)).toEqual([
    { address: smart, type: 'smartAccount' },
    { address: evm, type: 'eoa' },
  ])
  expect(await accounts.list('eip155:1', signal)).toEqual([{ address: evm, type: 'eoa' }])
  expect(await open({}).accounts.list('eip155:10', signal)).toEqual([{ address: evm, type: 'eoa' }])
})

test('the kind that a person chose is remembered', async () => {
  const { accounts, start } = open(bundlers)
  accounts.prefer('eoa')
  const again = start()
  expect(again.preferred()).toBe('eoa')
  expect((await again.list('eip155:10', signal)).map(({ type }) => type)).toEqual(['eoa', 'smartAccount'])
})

test('a request is for the account that it names, or else for the preferred one', async () => {
  const { accounts } = open(bundlers)
  const isSmart = async (from?: string) => (await accounts.smartFor('eip155:10', from, signal)) !== undefined
  expect([await isSmart(), await isSmart(smart.toLowerCase()), await isSmart(evm)]).toEqual([
    true,
    true,
    false,
  ])
  accounts.prefer('eoa')
  expect([await isSmart(), await isSmart(smart), await isSmart(evm)]).toEqual([false, true, false])
  await expect(accounts.smartFor('eip155:1', smart, signal)).rejects.toMatchObject({
    code: 'network_not_supported',
  })
})

test.each([
  ['personal_sign', ['0x1234', evm], evm],
  ['personal_sign', [evm, 'Hello'], evm],
  ['eth_signTypedData_v4', [evm, '{}'], evm],
  ['eth_sendTransaction', [{ from: evm }], evm],
  ['eth_sendTransaction', [{ to: evm }], undefined],
  ['wallet_sendCalls', [{ from: evm, calls: [] }], evm],
  ['wallet_sendCalls', ['no object'], undefined],
  ['wallet_getCapabilities', [evm], evm],
  ['personal_sign', 'no list', undefined],
])('of %s, %j names %s', (method, params, named) => {
  expect(accountNamed(method, params)).toBe(named)
})
