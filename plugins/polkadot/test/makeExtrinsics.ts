// Extrinsics of every kind on the local chain, for tests that read them back. Not published.
import type { PolkadotStack } from '@latchkey/devstack/polkadot'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { cryptoWaitReady } from '@polkadot/util-crypto'

const coin = 10n ** 12n

/** What Alice does and gets: more of both than a page of 50, one extrinsic with many transfers, and one that fails. */
export async function makeExtrinsics(stack: Pick<PolkadotStack, 'url' | 'accounts'>): Promise<void> {
  await cryptoWaitReady()
  const api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
  const keyring = new Keyring({ type: 'sr25519' })
  const [alice, bob] = stack.accounts.map(({ uri }) => keyring.createFromUri(uri))
  if (!alice || !bob) throw new Error('The stack has too few accounts.')
  const call = (section: string, method: string, ...parameters: unknown[]) => {
    const found = api.tx[section]?.[method]
    if (!found) throw new Error(`The runtime has no ${section}.${method}.`)
    return found(...parameters)
  }
  const pay = (to: string, amount: bigint) => call('balances', 'transferKeepAlive', to, amount)
  const sender = (pair: typeof alice) => {
    let nonce = 0
    return {
      // Not one after another: the node takes many of them into one block, as real ones do.
      async send(extrinsic: SubmittableExtrinsic<'promise'>) {
        await extrinsic.signAndSend(pair, { nonce })
        nonce += 1
      },
      async isDone() {
        const { nonce: reached } = (await api.query['system']!['account']!(pair.address)).toJSON() as {
          nonce: number
        }
        return reached === nonce
      },
    }
  }
  const [ofAlice, ofBob] = [sender(alice), sender(bob)]
  await ofAlice.send(pay(bob.address, 3n * coin))
  await ofBob.send(pay(alice.address, 123n))
  await ofAlice.send(pay(alice.address, coin / 2n))
  // Nobody but the chain itself may do that: it fails in its block.
  await ofAlice.send(call('balances', 'forceTransfer', bob.address, alice.address, coin))
  const many = Array.from({ length: 60 }, (_, index) => pay(bob.address, coin / 100n + BigInt(index)))
  await ofAlice.send(call('utility', 'batchAll', many))
  for (let count = 0; count < 52; count += 1)
    await ofAlice.send(call('system', 'remark', `0x${'00'.repeat(count)}`))
  await ofBob.send(pay(alice.address, 7n * coin))
  while (!(await ofAlice.isDone()) || !(await ofBob.isDone()))
    await new Promise((resolve) => setTimeout(resolve, 250))
  await api.disconnect()
}
