import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BitcoinStack, regtest, regtestChainId, startBitcoin } from '@latchkey/devstack/bitcoin'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'

describe('wallet data of a Bitcoin chain', () => {
  let stack: BitcoinStack
  let service: WalletData
  let read: ReturnType<typeof createReader>

  beforeAll(async () => {
    stack = await startBitcoin()
    service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'bip122', url: stack.url, networkId: regtestChainId }],
    })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await stack?.stop()
  })

  function wallet() {
    const key = secp256k1.utils.randomSecretKey()
    const script = p2wpkh(secp256k1.getPublicKey(key, true), regtest)
    return { key, script, address: script.address! }
  }

  async function send(from: ReturnType<typeof wallet>, to: string, amount: bigint, fee: bigint) {
    const coins: any[] = await (await fetch(`${stack.url}/address/${from.address}/utxo`)).json()
    const transaction = new Transaction()
    let total = 0n
    for (const { txid, vout, value } of coins) {
      total += BigInt(value)
      transaction.addInput({
        txid,
        index: vout,
        witnessUtxo: { script: from.script.script, amount: BigInt(value) },
      })
    }
    transaction.addOutputAddress(to, amount, regtest)
    transaction.addOutputAddress(from.address, total - amount - fee, regtest)
    transaction.sign(from.key)
    transaction.finalize()
    const answer = await fetch(`${stack.url}/tx`, { method: 'POST', body: hex.encode(transaction.extract()) })
    return answer.text()
  }

  const heldOf = async (address: string) => {
    const { balances } = await read.balance(address, { currency: 'usd' })
    return parseUnits(balances[0].quantity.numeric, 8)
  }

  it('tells what an address can spend as the node does, and payments from both sides without the change', async () => {
    const [from, to] = [wallet(), wallet()]
    const funded = await stack.faucet(from.address, 1_000_000n)
    await service.sync()
    expect(await heldOf(from.address)).toBe(await stack.balanceOf(from.address))
    const paid = await send(from, to.address, 300_000n, 2_000n)
    await stack.mine()
    await service.sync()
    expect(await heldOf(from.address)).toBe(698_000n)
    expect(await heldOf(from.address)).toBe(await stack.balanceOf(from.address))
    expect(await heldOf(to.address)).toBe(await stack.balanceOf(to.address))
    const sent = (await read.history(from.address)).data
    expect(sent.map((one: any) => one.id)).toEqual([paid, funded])
    expect(sent[0]).toMatchObject({
      metadata: {
        operationType: 'send',
        status: 'confirmed',
        sentFrom: from.address,
        sentTo: to.address,
        chain: stack.chainId,
        fee: '0.00002',
      },
      transfers: [
        {
          direction: 'out',
          fungible_info: { symbol: 'BTC' },
          quantity: { numeric: '0.003' },
          sender: from.address,
          recipient: to.address,
        },
      ],
    })
    expect((await read.history(to.address.toUpperCase())).data[0]).toMatchObject({
      id: paid,
      metadata: { operationType: 'receive' },
      transfers: [{ direction: 'in', quantity: { numeric: '0.003' } }],
    })
  })

  it('reads blocks of many transactions', async () => {
    const receivers = Array.from({ length: 30 }, wallet)
    const senders = await Promise.all(
      receivers.map(async () => {
        const one = wallet()
        await stack.faucet(one.address, 100_000n)
        return one
      }),
    )
    for (const [index, one] of senders.entries()) await send(one, receivers[index]!.address, 50_000n, 1_000n)
    await stack.mine()
    await service.sync()
    for (const { address } of receivers) {
      const { data } = await read.history(address)
      expect(data.map((one: any) => one.transfers[0].quantity.numeric)).toEqual(['0.0005'])
    }
  })
})
