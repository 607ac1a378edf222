import { createKernel, memoryStorage } from '@latchkey/kernel'
import { View } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { expect, it } from 'vitest'
import * as main from './index.js'
import * as delegations from './sdk/index.js'

it('exports these names and no others', () => {
  expect(Object.keys(main).sort()).toEqual([
    'SmartSessionCreatedRoute',
    'SmartSessionListRoute',
    'SmartSessions',
    'smartSessions',
  ])
  expect(Object.keys(delegations).sort()).toEqual([
    'UnknownPermissionError',
    'caveatsOf',
    'decodeContext',
    'delegationTypedData',
    'encodeContext',
    'endAllCall',
    'endCall',
    'hashDelegation',
    'latestTime',
    'permissionContracts',
    'readPermissionNonce',
    'readPermissionState',
    'readTerms',
    'redeemCalls',
  ])
})

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

it('is off unless it is listed', async () => {
  const options = { storage: memoryStorage(), logLevel: 'silent' } as const
  const evm = eip155({ networks: [network], injected: false })
  const without = createKernel([evm], options)
  expect(without.find(main.SmartSessions)).toBeUndefined()
  expect(without.list(View)).toEqual([])
  const listed = createKernel([evm, main.smartSessions()], options)
  expect(listed.find(main.SmartSessions)?.state).toEqual({ sessions: [], status: 'idle' })
  await Promise.all([without.dispose(), listed.dispose()])
})
