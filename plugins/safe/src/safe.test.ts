import { createKernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import { safe, safeId } from './index.js'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const others = () => [eip155({ networks: [network], discovery: false, injected: false })]

describe('conformance', () => {
  pluginSuite({ test, create: safe, others, manifest })
})

it('is not offered outside of Safe, and says why it can’t be connected there', async () => {
  const kernel = createKernel([...others(), safe()], { logLevel: 'silent', storage: fakeStorage() })
  await kernel.start()
  expect(
    kernel
      .list(Connector)
      .find(({ id }) => id === safeId)
      ?.readiness(),
  ).toBe('unsupported')
  await expect(kernel.get(Session).connect({ connectorId: safeId })).rejects.toMatchObject({
    code: 'SAFE_NOT_INSIDE',
    shortMessage: 'This page isn’t open inside Safe. Add it to your Safe as an app, and open it there.',
  })
  await kernel.dispose()
})

it.each([
  [['https://app.safe.global/']],
  [['http://safe.example.com']],
  [['*']],
  [['https://*.safe.global']],
  [['javascript:alert(1)']],
  [['null']],
  [[7]],
  ['https://app.safe.global'],
])('refuses %j as origins', (origins) => {
  expect(() => safe({ origins: origins as readonly string[] })).toThrow(
    expect.objectContaining({
      code: 'SAFE_OPTIONS_INVALID',
      shortMessage: 'safe() needs whole origins, such as "https://app.safe.global".',
    }),
  )
})

it('takes origins over https, and over http on this machine', () => {
  const origins = [
    'https://safe.example.com',
    'https://safe.example.com:8443',
    'http://localhost:3000',
    'http://127.0.0.1:1',
  ]
  expect(safe({ origins }).id).toBe(safeId)
})

it('loads nothing of its protocol before it is inside', async () => {
  const { modules, size } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
  expect(modules.filter((path) => /node_modules\/|src\/lazy\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(1_200)
})
