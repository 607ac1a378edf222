import { type ApiPromise, Keyring } from '@polkadot/api'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectApi } from '@latchkey/service-kit/polkadot'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'

describe('wallet data of a Polkadot chain', () => {
  let stack: PolkadotStack
  let service: WalletData
  let read: ReturnType<typeof createReader>
  let api: ApiPromise

  beforeAll(async () => {
    stack = await startPolkadot()
    api = await connectApi(stack.url)
    service = await startWalletData({ ...localMarket, nodes: [{ namespace: 'polkadot', url: stack.url }] })
    read = createReader(service.url)
  }, 180_000)

  afterAll(async () => {
    await service?.stop()
    await api?.disconnect()
    await stack?.stop()
  })

  const coin = 10n ** 12n

  /** Resolves with the hash when the chain has put the transfer into a block, whether or not it worked there. */
  async function send(from: string, to: string, amount: bigint): Promise<string> {
    const pair = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix }).createFromUri(from)
    const extrinsic = await api.tx['balances']!['transferKeepAlive']!(to, amount).signAsync(pair, {
      nonce: -1,
      era: 0,
    })
    const hash = (await extrinsic.send()).toHex()
    const newest = async () => {
      const { block } = await api.rpc.chain.getBlock()
      return block.extrinsics.map((one) => one.hash.toHex())
    }
    await expect.poll(newest, { timeout: 50_000 }).toContain(hash)
    return hash
  }

  it('tells balances and transfers as the node does, whatever form of an address is asked for', async () => {
    const [alice, bob] = [stack.accounts[0]!, stack.accounts[1]!]
    const hash = await send(alice.uri, bob.address, 5n * coin)
    await service.sync()
    for (const { address } of [alice, bob]) {
      const { balances } = await read.balance(address, { currency: 'usd', chainId: stack.chainId })
      expect(balances[0].symbol).toBe('ROC')
      expect(parseUnits(balances[0].quantity.numeric, 12)).toBe(await stack.balanceOf(address))
    }
    const generic = new Keyring({ type: 'sr25519', ss58Format: 0 }).createFromUri(bob.uri).address
    expect(generic).not.toBe(bob.address)
    const got = (await read.history(generic)).data[0]
    expect(got).toMatchObject({
      id: hash,
      metadata: {
        operationType: 'receive',
        status: 'confirmed',
        sentFrom: alice.address,
        sentTo: bob.address,
        chain: stack.chainId,
      },
      transfers: [
        {
          direction: 'in',
          fungible_info: { symbol: 'ROC' },
          quantity: { numeric: '5' },
          sender: alice.address,
          recipient: bob.address,
        },
      ],
    })
    expect(Date.parse(got.metadata.minedAt)).toBeGreaterThan(0)
    const sent = (await read.history(alice.address)).data[0]
    expect(sent).toMatchObject({ id: hash, metadata: { operationType: 'send' } })
  })
})
