import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { deployAmm, type EvmStack, startCoinLogs, startEvm } from '@latchkey/devstack/evm'
import { startPolkadot } from '@latchkey/devstack/polkadot'
import { startSolana } from '@latchkey/devstack/solana'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import { base58 } from '@scure/base'
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { createWalletClient, erc20Abi, type Hex, http, padHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bill,
  bitcoinPayments,
  createPaymentVerifier,
  type EsploraReader,
  evmPayments,
  memoryPayments,
  type PolkadotApi,
  polkadotPayments,
  solanaPayments,
} from './index.js'
import { httpRpc as httpRpcOf } from './node/httpRpc.js'

let count = 0
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

function bill(given: Partial<Bill> & Pick<Bill, 'asset' | 'receiver'>): Bill {
  count += 1
  const day = 86_400_000
  return {
    id: `order-${count}`,
    amount: '1.5',
    decimals: 6,
    symbol: 'TEST',
    createdAt: Date.now() - day,
    ...given,
  }
}

describe('on a node of an EVM network', () => {
  let stack: EvmStack
  let verifier: ReturnType<typeof createPaymentVerifier>
  let networkId: string
  let receiver: string
  let usd: string

  beforeAll(async () => {
    stack = await startEvm()
    stops.push(() => stack.stop())
    networkId = `eip155:${stack.chainId}`
    const chains = [evmPayments({ networkId, url: stack.url, confirmations: 1, traces: true })]
    verifier = createPaymentVerifier({ chains, store: memoryPayments() })
    receiver = stack.accounts[5]!.address
    usd = `${networkId}/erc20:${stack.tokens.usd.address}`
  }, 60_000)

  const wallet = (index: number) =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })
  const confirmed = async (hash: Hex) => {
    await stack.client.waitForTransactionReceipt({ hash })
    return hash
  }
  const payToken = async (from: number, units: bigint, to = receiver) =>
    confirmed(
      await wallet(from).writeContract({
        address: stack.tokens.usd.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to as Hex, units],
      }),
    )
  const payCoin = async (from: number, value: bigint) =>
    confirmed(await wallet(from).sendTransaction({ to: receiver as Hex, value }))

  it('finds the coin and a token, and refuses what is not asked for', async () => {
    const asToken = () => bill({ asset: usd, receiver })
    const asCoin = () => bill({ asset: networkId, receiver, decimals: 18 })
    const token = await payToken(0, 1_500_000n)
    expect(await verifier.verify(asCoin(), token)).toMatchObject({ code: 'ASSET_WRONG' })
    expect(await verifier.verify(asToken(), token)).toMatchObject({ ok: true, isFirst: true })
    const coin = await payCoin(0, 1_500_000_000_000_000_000n)
    expect(await verifier.verify(asToken(), coin)).toMatchObject({ code: 'ASSET_WRONG' })
    expect(await verifier.verify(asCoin(), coin)).toMatchObject({ ok: true, isFirst: true })
    expect(await verifier.verify(asToken(), await payToken(0, 1_499_999n))).toMatchObject({
      code: 'AMOUNT_TOO_LOW',
    })
    const elsewhere = await payToken(0, 1_500_000n, stack.accounts[6]!.address)
    expect(await verifier.verify(asToken(), elsewhere)).toMatchObject({ code: 'RECEIVER_WRONG' })
    const payer = stack.accounts[2]!.address
    expect(await verifier.verify({ ...asToken(), payer }, await payToken(0, 1_500_000n))).toMatchObject({
      code: 'PAYER_WRONG',
    })
    expect(await verifier.verify(asToken(), `0x${'1'.repeat(64)}`)).toMatchObject({
      code: 'TRANSACTION_UNKNOWN',
    })
  })

  it('finds what a contract pays by the logs of a network that logs its coin, once, without traces', async () => {
    const contract: Hex = '0x00000000000000000000000000000000000fa550'
    await stack.client.setCode({ address: contract, bytecode: '0x6000600060006000346000355af100' })
    const node = await startCoinLogs({ url: stack.url, simulations: 'logged' })
    stops.push(() => node.stop())
    const chains = [evmPayments({ networkId, url: node.url, confirmations: 1 })]
    const own = createPaymentVerifier({ chains, store: memoryPayments() })
    const asked = () => bill({ asset: networkId, receiver, decimals: 18 })
    const data = padHex(receiver as Hex)
    const value = 1_500_000_000_000_000_000n
    const passed = await confirmed(await wallet(0).sendTransaction({ to: contract, value, data }))
    expect(await own.verify(asked(), passed)).toMatchObject({ ok: true, isFirst: true })
    expect(await own.verify(asked(), await payCoin(0, value))).toMatchObject({ ok: true, isFirst: true })
    expect(await own.verify(asked(), await payCoin(0, value / 2n))).toMatchObject({ code: 'AMOUNT_TOO_LOW' })
  })

  it('follows blocks that are taken back: a lost payment pays nothing, and the next one is found', async () => {
    const order = bill({ asset: usd, receiver })
    const snapshot = await stack.snapshot()
    const lost = await payToken(0, 1_500_000n)
    expect(await verifier.verify(order, lost)).toMatchObject({ ok: true, isFirst: true })
    await stack.revert(snapshot)
    await stack.mine(2)
    expect(await verifier.verify(order, lost)).toMatchObject({ code: 'TRANSACTION_UNKNOWN', retry: true })
    const again = await payToken(1, 1_500_000n)
    expect(await verifier.verify(order, again)).toMatchObject({ ok: true, isFirst: false })
    expect(await verifier.verify(bill({ asset: usd, receiver }), again)).toMatchObject({
      code: 'PAYMENT_USED',
    })
  })

  it('of a token that keeps a part, counts what arrived and not what was sent', async () => {
    const { tokens } = await deployAmm(stack)
    const token = tokens.taxed
    const send = async (units: bigint) =>
      confirmed(
        await wallet(0).writeContract({
          address: token.address,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [receiver as Hex, units],
        }),
      )
    const asset = `${networkId}/erc20:${token.address}`
    const order = bill({ asset, receiver, decimals: 18, amount: '0.99' })
    expect(await verifier.verify(order, await send(99n * 10n ** 16n))).toMatchObject({
      code: 'AMOUNT_TOO_LOW',
    })
    expect(await verifier.verify(order, await send(10n ** 18n))).toMatchObject({ ok: true })
  }, 60_000)

  it('a payment that waits in the mempool, and is replaced by its sender, pays nothing', async () => {
    const { client } = stack
    const mining = (isOn: boolean) => client.request({ method: 'evm_setAutomine', params: [isOn] } as never)
    const order = bill({ asset: networkId, receiver, decimals: 18, amount: '1.25' })
    const nonce = await client.getTransactionCount({ address: stack.accounts[3]!.address })
    const pay = (to: string, maxFeePerGas: bigint) =>
      wallet(3).sendTransaction({
        ...{ to: to as Hex, value: 125n * 10n ** 16n, nonce, gas: 21_000n, maxFeePerGas },
        maxPriorityFeePerGas: maxFeePerGas,
      })
    await mining(false)
    const waiting = await pay(receiver, 20n * 10n ** 9n)
    expect(await verifier.verify(order, waiting)).toMatchObject({ code: 'TRANSACTION_UNKNOWN', retry: true })
    const instead = await pay(stack.accounts[6]!.address, 40n * 10n ** 9n)
    await mining(true)
    await stack.mine(1)
    expect(await verifier.verify(order, waiting)).toMatchObject({ code: 'TRANSACTION_UNKNOWN' })
    expect(await verifier.verify(order, instead)).toMatchObject({ code: 'RECEIVER_WRONG' })
  })

  it('settles generated sums to the last unit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.boolean(), async (units, isCoin) => {
        const amount = `${units / 1_000_000n}.${(units % 1_000_000n).toString().padStart(6, '0')}`
        const order = bill({ asset: isCoin ? networkId : usd, receiver, amount })
        const hash = isCoin ? await payCoin(0, units) : await payToken(0, units)
        expect(await verifier.verify(order, hash)).toMatchObject({
          ok: true,
          units: `${units}`,
          isFirst: true,
        })
      }),
      { numRuns: 10 },
    )
  }, 60_000)

  it('refuses to read a node of another network', async () => {
    const other = createPaymentVerifier({
      chains: [evmPayments({ networkId: 'eip155:1', url: stack.url })],
      store: memoryPayments(),
    })
    const order = bill({ asset: 'eip155:1', receiver })
    expect(await other.verify(order, `0x${'1'.repeat(64)}`)).toMatchObject({ code: 'NODE_UNREACHABLE' })
  })
})

it('finds SOL and a token on a Solana node', async () => {
  const stack = await startSolana()
  stops.push(() => stack.stop())
  const verifier = createPaymentVerifier({
    chains: [solanaPayments({ networkId: stack.chainId, url: stack.url })],
    store: memoryPayments(),
  })
  const connection = new Connection(stack.url, 'confirmed')
  const [payer, shop] = stack.accounts.map(({ secretKey }) => Keypair.fromSecretKey(base58.decode(secretKey)))
  if (!payer || !shop) throw new Error('The chain has no accounts.')
  const receiver = shop.publicKey.toBase58()
  const send = async (transaction: Transaction) => connection.sendTransaction(transaction, [payer])
  const lamports = 1_500_000_000
  const coin = await send(
    new Transaction().add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: shop.publicKey, lamports }),
    ),
  )
  const asCoin = bill({ asset: stack.chainId, receiver, decimals: 9, payer: payer.publicKey.toBase58() })
  expect(await verifier.verify(asCoin, coin)).toMatchObject({
    ok: true,
    isFirst: true,
    units: '1500000000',
  })
  const mint = Object.values(stack.mints)[0]!
  const key = new PublicKey(mint.address)
  const program = (await connection.getAccountInfo(key))?.owner
  const place = (owner: PublicKey) => getAssociatedTokenAddressSync(key, owner, false, program)
  const units = 1_500_000n
  const made = await import('@solana/spl-token')
  const token = await send(
    new Transaction()
      .add(
        made.createAssociatedTokenAccountIdempotentInstruction(
          payer.publicKey,
          place(shop.publicKey),
          shop.publicKey,
          key,
          program,
        ),
      )
      .add(
        createTransferCheckedInstruction(
          place(payer.publicKey),
          key,
          place(shop.publicKey),
          payer.publicKey,
          units,
          mint.decimals,
          [],
          program,
        ),
      ),
  )
  const asset = `${stack.chainId}/token:${mint.address}`
  const asToken = bill({
    asset,
    receiver,
    decimals: mint.decimals,
    amount: `${1.5 * 10 ** (6 - mint.decimals)}`,
  })
  expect(await verifier.verify(asToken, token)).toMatchObject({ ok: true, isFirst: true, units: `${units}` })
  expect(await verifier.verify({ ...asCoin, id: 'other' }, token)).toMatchObject({ code: 'ASSET_WRONG' })
}, 60_000)

it.each(['legacy', 0, 1] as const)(
  'finds what a Solana transaction of version %s pays',
  async (version) => {
    const stack = await startSolana()
    stops.push(() => stack.stop())
    const { chainId: networkId, url } = stack
    const [payer, shop] = stack.accounts
    const reference = Keypair.generate().publicKey.toBase58()
    const pay = SystemProgram.transfer({
      fromPubkey: new PublicKey(payer!.address),
      toPubkey: new PublicKey(shop!.address),
      lamports: 1_500_000_000,
    })
    pay.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false })
    const transaction = await stack.transact({ from: payer!, version, instructions: [pay] })
    const asked = { asset: networkId, receiver: shop!.address, decimals: 9, payer: payer!.address, reference }
    const chain = solanaPayments({ networkId, url })
    expect(await chain.findByReference(reference)).toEqual([transaction])
    const verify = (on: typeof chain) =>
      createPaymentVerifier({ chains: [on], store: memoryPayments() }).verify(bill(asked), transaction)
    expect(await verify(chain)).toMatchObject({ ok: true, isFirst: true, units: '1500000000' })

    // A node of a time to come, and the codes of the libraries that a host may ask it with.
    const refusal = `Transaction version (${2}) is not supported by the requesting client.`
    for (const fault of [new Error(refusal), Object.assign(new Error('no'), { code: -32_015 })]) {
      const rpc = httpRpcOf(url)
      const later = solanaPayments({
        networkId,
        url: async (method, parameters) => {
          if (method === 'getTransaction') throw fault
          return rpc(method, parameters)
        },
      })
      expect(await later.findByReference(reference)).toEqual([transaction])
      expect(await verify(later)).toMatchObject({ code: 'TRANSACTION_UNREADABLE', retry: false })
    }
  },
  60_000,
)

it('finds bitcoin on a Bitcoin node, once it has the blocks that were asked for', async () => {
  const stack = await startBitcoin()
  stops.push(() => stack.stop())
  // The node has regtest's rules and a first block of its own.
  const first = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
  const read: EsploraReader = async (path) => {
    if (path === 'block-height/0') return { status: 200, text: first }
    const response = await fetch(`${stack.url}/${path}`)
    return { status: response.status, text: await response.text() }
  }
  const verifier = createPaymentVerifier({
    chains: [bitcoinPayments({ networkId: stack.chainId, url: read, confirmations: 2 })],
    store: memoryPayments(),
  })
  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const transaction = await stack.faucet(receiver, 1_500_000n)
  const order = bill({ asset: stack.chainId, receiver })
  expect(await verifier.verify(order, transaction)).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
  await stack.mine(1)
  expect(await verifier.verify({ ...order, amount: '1.500001' }, transaction)).toMatchObject({
    code: 'AMOUNT_TOO_LOW',
  })
  expect(await verifier.verify(order, transaction)).toMatchObject({ ok: true, isFirst: true })
}, 60_000)

it('finds the coin on a Polkadot node', async () => {
  const stack = await startPolkadot()
  stops.push(() => stack.stop())
  const api = await ApiPromise.create({
    provider: new WsProvider(stack.url) as never,
    noInitWarn: true,
  })
  stops.push(() => api.disconnect())
  const [alice, bob] = stack.accounts
  const pair = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix }).createFromUri(alice!.uri)
  const transfer = api.tx['balances']?.['transferKeepAlive']?.(bob!.address, 1_500_000n)
  const signed = await transfer!.signAsync(pair, { nonce: -1, era: 0 })
  const transaction = signed.hash.toHex()
  await api.rpc.author.submitExtrinsic(signed)
  const verifier = createPaymentVerifier({
    chains: [
      polkadotPayments({ networkId: stack.chainId, api: api as unknown as PolkadotApi, blocks: 'best' }),
    ],
    store: memoryPayments(),
  })
  const order = bill({ asset: stack.chainId, receiver: bob!.address, payer: alice!.address, createdAt: 0 })
  await expect
    .poll(() => verifier.verify({ ...order, payer: bob!.address }, transaction), { timeout: 20_000 })
    .toMatchObject({ code: 'PAYER_WRONG' })
  expect(await verifier.verify({ ...order, amount: '1.499999' }, transaction)).toMatchObject({
    code: 'AMOUNT_TOO_HIGH',
  })
  expect(await verifier.verify({ ...order, receiver: alice!.address }, transaction)).toMatchObject({
    code: 'RECEIVER_WRONG',
  })
  expect(await verifier.verify(order, transaction)).toMatchObject({ ok: true, isFirst: true })

  // A batch still succeeds when one of its calls fails. That call, and all after it, move nothing.
  const tooMuch = api.tx['balances']?.['transferKeepAlive']?.(bob!.address, 10n ** 30n)
  const again = api.tx['balances']?.['transferKeepAlive']?.(bob!.address, 1_500_000n)
  const batch = await api.tx['utility']!['batch']!([tooMuch, again]).signAsync(pair, { nonce: -1, era: 0 })
  await api.rpc.author.submitExtrinsic(batch)
  const other = { ...order, id: 'batched' }
  await expect
    .poll(() => verifier.verify(other, batch.hash.toHex()), { timeout: 20_000 })
    .toMatchObject({ code: 'RECEIVER_WRONG' })
}, 60_000)
