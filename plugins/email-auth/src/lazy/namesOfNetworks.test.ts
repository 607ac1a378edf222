import type { Network } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { requests } from '../protocol/requests.js'
import { namesOfNetworks } from './namesOfNetworks.js'

const network = (id: string, name: string, symbol: string) =>
  ({ id, name, nativeCurrency: { name: symbol, symbol, decimals: 18 } }) as Network

it('tells what the host calls its networks, of those that the frame can be asked about', () => {
  expect(
    namesOfNetworks([
      network('eip155:31337', 'Local One', 'ETH'),
      network('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', 'BTC'),
    ]),
  ).toEqual([{ networkId: 'eip155:31337', name: 'Local One', symbol: 'ETH' }])
})

it('fits what the protocol takes, whatever the host wrote', () => {
  const networks = namesOfNetworks([
    network('eip155:1', 'a\nb'.repeat(200), `\u0000${'S'.repeat(300)}`),
    ...Array.from({ length: 1200 }, (_, index) => network(`eip155:${index + 2}`, 'Local', 'ETH')),
  ])
  expect(requests.syncDappData.payload.safeParse({ projectId: 'x', networks }).success).toBe(true)
})
