// Extrinsics of every kind on the local chain, for tests that read them back. Not published.
import type { PolkadotStack } from '@latchkey/devstack/polkadot'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { cryptoWaitReady } from '@polkadot/util-crypto'

const coin = 10n ** 12n
/** A block runs each extrinsic through the real runtime, which takes its time on a busy machine. */
const blockMilliseconds = 300_000

/** What Alice does and gets: more of both than a page of 50, one extrinsic with many transfers, and one that fails. */
export async function makeExtrinsics(stack: Pick<PolkadotStack, 'url' | 'accounts'>): Promise<void> {
  await cryptoWaitReady()
  const provider = new WsProvider(stack.url, 2_500, {}, blockMilliseconds)
  const api = await ApiPromise.create({ provider: provider as never, noInitWarn: true })
  const keyring = new Keyring({ type: 'sr25519' })
  const [alice, bob, charlie] = stack.accounts.map(({ uri }) => keyring.createFromUri(uri))
  if (!alice || !bob || !charlie) throw new Error('The stack has too few accounts.')
  const call = (section: string, method: string, ...parameters: unknown[]) => {
    const found = api.tx[section]?.[method]
    if (!found) throw new Error(`The runtime has no ${section}.${method}.`)
    return found(...parameters)
  }
  const pay = (to: string, amount: bigint) => call('balances', 'transferKeepAlive', to, amount)
  const signer = (pair: typeof alice) => {
    let nonce = 0
    // Without an end: one that counts from a block may be refused when the head moves on meanwhile.
    return (extrinsic: SubmittableExtrinsic<'promise'>) =>
      extrinsic.signAsync(pair, { nonce: nonce++, era: 0 })
  }
  const [asAlice, asBob] = [signer(alice), signer(bob)]
  /** One block with all of them, as real nodes take many into one. */
  async function makeBlock(...signed: readonly SubmittableExtrinsic<'promise'>[]): Promise<void> {
    await provider.send('dev_newBlock', [{ transactions: signed.map((one) => one.toHex()) }])
    const { block } = await api.rpc.chain.getBlock()
    const taken = new Set(block.extrinsics.map(({ hash }) => hash.toHex()))
    const missing = signed.filter(({ hash }) => !taken.has(hash.toHex()))
    if (missing.length > 0) throw new Error(`${missing.length} extrinsics were not taken into a block.`)
  }

  await makeBlock(await asAlice(pay(bob.address, 3n * coin)), await asBob(pay(alice.address, 123n)))
  // Nobody but the chain itself may force a transfer: it fails in its block.
  const forced = call('balances', 'forceTransfer', bob.address, alice.address, coin)
  await makeBlock(await asAlice(pay(alice.address, coin / 2n)), await asAlice(forced))
  const many = Array.from({ length: 60 }, (_, index) =>
    pay((index === 0 ? charlie : bob).address, coin / 100n + BigInt(index)),
  )
  await makeBlock(await asAlice(call('utility', 'batchAll', many)))
  for (let made = 0; made < 52; made += 13) {
    const remarks: SubmittableExtrinsic<'promise'>[] = []
    for (let count = made; count < made + 13; count += 1)
      remarks.push(await asAlice(call('system', 'remark', `0x${'00'.repeat(count)}`)))
    await makeBlock(...remarks)
  }
  await makeBlock(await asBob(pay(alice.address, 7n * coin)))
  await api.disconnect()
}
