// The real client library, and a relay that takes no message.
import { afterEach, expect, it } from 'vitest'
import { type Bench, startBench } from '../test/startBench.js'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

const refused = {
  code: 'RELAY_REFUSED',
  shortMessage:
    'WalletConnect does not let this app in. Connect another way, or tell the people who run this app.',
}

it('says of a connection that the relay refused it, and not that it is out of reach', async () => {
  bench = await startBench()
  const page = await bench.open()
  bench.relay.setFaults({ refuse: {} })
  await expect(page.connect()).rejects.toMatchObject(refused)
})

it('says of a request that the relay refused it, before the library gives it up', async () => {
  bench = await startBench()
  const page = await bench.open(undefined, ['eip155'])
  await page.connect(bench.wallet.pair)
  bench.relay.setFaults({ refuse: {} })
  await expect(page.sign('eip155', 'Hello')).rejects.toMatchObject(refused)
  // It's not sent later, either: the next one alone reaches the wallet.
  bench.relay.setFaults({})
  const { relay } = bench
  const before = relay.published().length
  await page.sign('eip155', 'Hello again')
  const requests = relay
    .published()
    .slice(before)
    .filter(({ tag }) => tag === 1108)
  expect(requests).toHaveLength(1)
}, 60_000)
