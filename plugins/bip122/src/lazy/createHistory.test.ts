// Real payments on a real chain, read through a real Esplora interface.
import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { findCapability, History, type HistoryPage, type HistoryRequest } from '@latchkey/kernel/contracts'
import { Namespace } from '@latchkey/kernel/plugin'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFakeSource } from '../../test/fakeSource.js'
import { type Bip122Options, bip122, bitcoinRegtest, type UtxoSourceService } from '../index.js'
import type { AddressTransaction } from '../utxoSource.js'

const networkId = bitcoinRegtest.id
let stack: BitcoinStack
const kernels: Kernel[] = []
beforeAll(async () => {
  stack = await startBitcoin()
}, 120_000)
afterAll(() => stack?.stop())
afterEach(() => Promise.all(kernels.splice(0).map((kernel) => kernel.dispose())))

let seeds = 0
/** A key of its own for every test, so that no test sees another one's coins. */
function createWallet() {
  seeds += 1
  const seed = Buffer.from(`latchkey bitcoin history ${process.pid} ${seeds}`).toString('hex')
  return createBitcoinTestWallet({ esploraUrl: stack.url, seed, permitted: true })
}

function read(request: Partial<HistoryRequest>, options: Bip122Options = {}): Promise<HistoryPage> {
  const kernel = createKernel(
    [bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: stack.url }, ...options })],
    { storage: memoryStorage(), onPluginError: 'throw', logLevel: 'silent' },
  )
  kernels.push(kernel)
  const history = findCapability(kernel.list(Namespace)[0]?.capabilities ?? [], History)
  if (!history) throw new Error('no history')
  return history.read({ networkId, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ...request })
}

async function pay(
  wallet: ReturnType<typeof createWallet>,
  recipients: readonly { address: string; amount: number }[],
): Promise<string> {
  const answer = (await wallet.satsConnect.request('sendTransfer', { recipients })) as {
    result?: { txid: string }
  }
  if (!answer.result) throw new Error(JSON.stringify(answer))
  return answer.result.txid
}
const paymentOf = (wallet: ReturnType<typeof createWallet>) => wallet.accounts[0]?.payment ?? ''

describe('on a real chain', () => {
  it('tells what came, from whom, and what is still waiting for a block', async () => {
    const [payer, payee] = [createWallet(), createWallet()]
    await stack.faucet(paymentOf(payer), 100_000n)
    const id = await pay(payer, [{ address: paymentOf(payee), amount: 40_000 }])
    const amount = { value: 40_000n, decimals: 8, symbol: 'BTC' }
    const ends = { from: paymentOf(payer), to: paymentOf(payee) }
    const waiting = {
      id,
      networkId,
      operation: 'receive',
      status: 'pending',
      ...ends,
      transfers: [{ direction: 'in', amount, name: 'Bitcoin', ...ends }],
    }
    expect(await read({ address: paymentOf(payee) })).toEqual({ transactions: [waiting] })
    await stack.mine()
    const [mined] = (await read({ address: paymentOf(payee) })).transactions
    expect(mined).toEqual({ ...waiting, status: 'confirmed', minedAt: expect.any(Number) })
    expect(mined?.minedAt).toBeGreaterThan(1.5e12)
  })

  it('tells what was sent without the change, to each receiver, with the fee', async () => {
    const [payer, one, other] = [createWallet(), createWallet(), createWallet()]
    await stack.faucet(paymentOf(payer), 100_000n)
    const before = await stack.balanceOf(paymentOf(payer))
    await pay(payer, [
      { address: paymentOf(one), amount: 30_000 },
      { address: paymentOf(other), amount: 20_000 },
    ])
    await stack.mine()
    const [sent] = (await read({ address: paymentOf(payer) })).transactions
    expect(sent).toMatchObject({ operation: 'send', status: 'confirmed', from: paymentOf(payer) })
    expect(sent?.transfers).toMatchObject([
      { direction: 'out', amount: { value: 30_000n }, to: paymentOf(one) },
      { direction: 'out', amount: { value: 20_000n }, to: paymentOf(other) },
    ])
    const left = await stack.balanceOf(paymentOf(payer))
    expect(sent?.fee?.value).toBe(before - left - 50_000n)
  })

  it('tells a payment to oneself as such', async () => {
    const wallet = createWallet()
    await stack.faucet(paymentOf(wallet), 100_000n)
    await pay(wallet, [{ address: paymentOf(wallet), amount: 10_000 }])
    const [sent] = (await read({ address: paymentOf(wallet) })).transactions
    expect(sent).toMatchObject({ operation: 'send', status: 'pending' })
    expect(sent?.transfers).toMatchObject([{ direction: 'self' }])
  })

  it('gives older ones page by page, to the first', async () => {
    const wallet = createWallet()
    const ids: string[] = []
    for (let count = 0; count < 28; count += 1) ids.unshift(await stack.faucet(paymentOf(wallet), 10_000n))
    const first = await read({ address: paymentOf(wallet) })
    expect(first.transactions).toHaveLength(25)
    const second = await read({ address: paymentOf(wallet), cursor: first.next ?? '' })
    expect(second.next).toBeUndefined()
    expect([...first.transactions, ...second.transactions].map(({ id }) => id)).toEqual(ids)
    expect(first.searched).toBeUndefined()
  }, 60_000)

  it('is empty for an address nobody paid, and refuses what is none', async () => {
    expect(await read({ address: paymentOf(createWallet()) })).toEqual({ transactions: [] })
    await expect(read({ address: 'nonsense' })).rejects.toMatchObject({ code: 'ADDRESS_INVALID' })
    await expect(read({ cursor: '../..' })).rejects.toMatchObject({ code: 'HISTORY_CURSOR_INVALID' })
    const dead = { esploraUrls: { [networkId]: 'http://127.0.0.1:1' } }
    await expect(read({}, dead)).rejects.toMatchObject({ code: 'NETWORK_UNREACHABLE' })
  }, 30_000)
})

describe('from a source of the host', () => {
  const me = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const other = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
  const sourceOf = (transaction: Partial<AddressTransaction>): UtxoSourceService => ({
    ...createFakeSource(),
    history: async () => ({
      transactions: [
        {
          transactionId: 'ab'.repeat(32),
          confirmed: true,
          fee: 10n,
          inputs: [],
          outputs: [],
          ...transaction,
        },
      ],
    }),
  })
  const recordOf = async (transaction: Partial<AddressTransaction>) =>
    (await read({ address: me }, { source: sourceOf(transaction) })).transactions[0]

  it('is told as a net amount when others paid too, and without the fee that is shared', async () => {
    const record = await recordOf({
      inputs: [
        { address: me, value: 100n },
        { address: other, value: 500n },
      ],
      outputs: [
        { address: other, value: 560n },
        { address: me, value: 30n },
      ],
    })
    expect(record?.transfers).toMatchObject([{ direction: 'out', amount: { value: 70n } }])
    expect(record).not.toHaveProperty('fee')
  })

  it('is told as one sum when the receivers are many, and as received when a block paid it', async () => {
    const outputs = Array.from({ length: 30 }, (_, index) => ({ address: `${other}${index}`, value: 2n }))
    const many = await recordOf({ inputs: [{ address: me, value: 70n }], outputs })
    expect(many?.transfers).toMatchObject([{ direction: 'out', amount: { value: 60n } }])
    const reward = await recordOf({ outputs: [{ address: me, value: 5n }, { value: 0n }] })
    expect(reward).toMatchObject({
      operation: 'receive',
      transfers: [{ direction: 'in', amount: { value: 5n } }],
    })
    expect(reward).not.toHaveProperty('from')
  })

  it('says so when the source tells no history', async () => {
    const reading = read({ address: me }, { source: createFakeSource() })
    await expect(reading).rejects.toMatchObject({ code: 'HISTORY_NOT_OFFERED' })
  })
})
