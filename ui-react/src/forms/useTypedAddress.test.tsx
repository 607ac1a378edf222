import { capability, PaymentRequest } from '@latchkey/kernel/contracts'
import { definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { fakeNamespace } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { until } from '../../test/page.js'
import { useTypedAddress } from './useTypedAddress.js'

afterEach(unmountAll)

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ofRootstock = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'

/** A chain whose network 30 has a spelling of its own, and whose short names come late. */
const chain = definePlugin({
  id: 'test.chain',
  kernel: '^1.0.0',
  setup(context) {
    const names = async (): Promise<Readonly<Record<string, NetworkId>>> => ({
      ...{ eth: 'eip155:1', base: 'eip155:8453', far: 'eip155:999' },
    })
    const requests = capability(PaymentRequest, {
      amounts: false,
      tokens: false,
      create: async () => undefined,
      links: {
        scheme: 'ethereum',
        shortNames: names,
        read: async () => ({ problem: 'invalid' as const, detail: '' }),
      },
    })
    const isAddress = (text: string, networkId?: NetworkId) =>
      text === address || (text === ofRootstock && networkId === 'eip155:30')
    const evm = { isAddress, capabilities: [requests] }
    context.add(Namespace, fakeNamespace('eip155', ['1', '30', '8453'], evm))
    context.add(Namespace, fakeNamespace('bare', ['1'], { isAddress: (text) => text === address }))
  },
})

function Probe({ typed, networkId }: { readonly typed: string; readonly networkId: NetworkId }) {
  return <p id="probe">{JSON.stringify(useTypedAddress(typed, networkId))}</p>
}

async function read(typed: string, networkId: NetworkId = 'eip155:1') {
  mountShell(testKernel([chain]), <Probe typed={typed} networkId={networkId} />)
  const answer = () => JSON.parse(document.querySelector('#probe')?.textContent || '{"isReading":true}')
  await until(() => answer().isReading === false)
  return answer()
}

it.each([
  ['as it is', address, 'eip155:1', address],
  ['behind the short name of its network', `eth:${address}`, 'eip155:1', address],
  ['as an account', `eip155:1:${address}`, 'eip155:1', address],
  [
    'with what can’t be seen in it',
    ` \u2066eth\u200b:${address.slice(0, 9)}\u200d${address.slice(9)}\u2069 `,
    'eip155:1',
    address,
  ],
  ['in the spelling of its own network', ofRootstock, 'eip155:30', ofRootstock],
  ['in the spelling of its own network, as an account', `eip155:30:${ofRootstock}`, 'eip155:30', ofRootstock],
] as const)('takes an address %s', async (_, typed, networkId, text) => {
  expect(await read(typed, networkId)).toEqual({ text, isAddress: true, isReading: false })
})

it.each([
  ['by its short name', `base:${address}`, 'Network eip155:8453'],
  ['by its id', `eip155:30:${ofRootstock}`, 'Network eip155:30'],
  ['that the app doesn’t have', `far:${address}`, 'far'],
])('names another network %s', async (_, typed, network) => {
  expect(await read(typed)).toEqual({
    ...{ text: typed, isAddress: false, isReading: false },
    elsewhere: `This is an address on ${network}.`,
  })
})

it.each([
  ['an unknown short name', `nowhere:${address}`],
  ['a name of every object', `constructor:${address}`],
  ['an account of another kind', `bare:1:${address}`],
  ['the spelling of another network', ofRootstock],
  ['a link', `ethereum:${address}`],
  ['two prefixes', `eth:eth:${address}`],
  ['words before it', `pay to ${address}`],
  ['nothing after it', 'eth:'],
])('takes no address with %s', async (_, typed) => {
  expect(await read(typed)).toEqual({ text: typed, isAddress: false, isReading: false })
})
