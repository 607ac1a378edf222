import { memoryStorage } from '@latchkey/kernel'
import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { CallsPartlySentError } from '@latchkey/kernel/transaction'
import { Networks } from '@latchkey/kernel/wallet'
import { Storage, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  alice,
  bill,
  bob,
  carol,
  coin,
  ether,
  payBench,
  type PayBenchOptions,
  receivesLess,
  usdToken,
} from '../../test/payBench.js'
import type { Bill, DepositAsset, ExchangeContribution, PaymentWay } from '../index.js'
import { paymentDangers } from '../index.js'
import { createPayments } from './payments.js'

const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 1 })
const hash = (count: number) => `0x${String(count).padStart(64, '0')}`

async function start(options: PayBenchOptions = {}) {
  const bench = payBench(options)
  await bench.connect()
  const { state } = bench.payer
  const controller = await bench.payer.load()
  const way = (kind: PaymentWay['kind']) => state.ways.list.find((one) => one.kind === kind) as PaymentWay
  async function review(asked: Bill, kind: PaymentWay['kind'] = 'asset') {
    const outcome = bench.payer.pay(asked)
    outcome.catch(() => {})
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    expect(await controller.choose(way(kind))).toBe(true)
    return outcome
  }
  return { ...bench, state, controller, way, review }
}

describe('a bill', () => {
  it('is paid to the last unit, to the receiver, and is paid only when the chain says so', async () => {
    const { review, controller, chain, state, told } = await start()
    const asked = bill()
    const outcome = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    expect(state.preview).toMatchObject({
      receiver: bob,
      pays: { value: 12_500_000n, decimals: 6 },
      steps: 1,
    })
    const confirmed = controller.confirm(state.preview)
    await until(() => expect(state.phase).toBe('asking'))
    expect(chain.submits[0]).toMatchObject({ to: bob, amount: 12_500_000n, token: { address: usdToken } })
    chain.answer('approve')
    await confirmed
    expect(state.phase).toBe('pending')
    expect(told()).toEqual(['PAY_MODAL_OPEN', 'PAY_INITIATED'])
    chain.decide('confirmed')
    expect(await outcome).toEqual({
      billId: asked.id,
      networkId: 'eip155:1',
      status: 'paid',
      transaction: hash(1),
      payer: alice,
    })
    expect(state.phase).toBe('paid')
    expect(told()).toEqual(['PAY_MODAL_OPEN', 'PAY_INITIATED', 'PAY_SUCCESS'])
  })

  it('of a token that people read multiplied asks for what they read, before any wallet is there too', async () => {
    const bench = payBench({ multiplier: { numerator: 4n, denominator: 1n } })
    const shown = { value: 50_000_000n, moved: 12_500_000n, decimals: 6 }
    bench.payer.pay(bill()).catch(() => {})
    await until(() => expect(bench.payer.state.amount).toMatchObject(shown))
    const { review, state, controller } = await start({ multiplier: { numerator: 4n, denominator: 1n } })
    void review(bill())
    await until(() => expect(state.phase).toBe('ready'))
    expect(state.amount).toMatchObject(shown)
    controller.back()
    expect(state.amount).toMatchObject(shown)
  })

  it.each([
    ['enough', 12_500_000n, true],
    ['too little, though it reads like enough', 12_499_999n, false],
  ])('is held against what the chain moves: %s', async (_, moved, isEnough) => {
    const amount = { value: moved * 4n, moved, decimals: 6, symbol: 'USD' }
    const held = [{ networkId: 'eip155:1' as const, address: usdToken, name: 'Dollar', amount }]
    const { payer, state } = await start({ holdings: held })
    payer.pay(bill()).catch(() => {})
    await until(() => expect(state.ways.status).toBe('ready'))
    expect(state.ways.list[0]?.isEnough).toBe(isEnough)
  })

  it('is one payment, asked for a hundred times at once, again while it is under way, and after it', async () => {
    const { payer, controller, chain, state, way } = await start()
    const asked = bill()
    const outcomes = Array.from({ length: 100 }, () => payer.pay({ ...asked }))
    await until(() => expect(state.ways.status).toBe('ready'))
    await controller.choose(way('asset'))
    const presses = Array.from({ length: 100 }, () => controller.confirm())
    await until(() => expect(state.phase).toBe('asking'))
    outcomes.push(payer.pay({ ...asked }))
    chain.answer('approve')
    await Promise.all(presses)
    outcomes.push(payer.pay({ ...asked }))
    chain.decide('confirmed')
    const all = await Promise.all(outcomes)
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await payer.pay(asked)).toEqual(all[0])
    expect(chain.submits).toHaveLength(1)
  })

  it('is refused when its id was begun with another sum, receiver or asset', async () => {
    const { payer, state } = await start()
    const asked = bill()
    void payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    for (const change of [{ amount: '12.51' }, { receiver: carol }, { asset: 'eip155:1' }]) {
      await expect(payer.pay({ ...asked, ...change })).rejects.toMatchObject({ code: 'PAY_BILL_CHANGED' })
    }
  })

  it.each([
    [{ amount: '1.0000001' }, 'PAY_BILL_INVALID'],
    [{ amount: '1e6' }, 'PAY_BILL_INVALID'],
    [{ id: '../x' }, 'PAY_BILL_INVALID'],
    [{ asset: 'eip155:77' }, 'NETWORK_NOT_FOUND'],
    [{ receiver: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'PAY_RECEIVER_INVALID'],
    [{ createdAt: -5 }, 'PAY_BILL_INVALID'],
    [{ memo: 'Order 5' }, 'PAY_BILL_INVALID'],
    [{ reference: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny' }, 'PAY_BILL_INVALID'],
    [{ expiresAt: 5 }, 'PAY_BILL_ENDED'],
  ] as const)('%o is refused, and nothing is asked', async (change, code) => {
    const { payer, chain, navigation } = await start({ clock: fakeClock(1_000) })
    await expect(payer.pay(bill(change))).rejects.toMatchObject({ code })
    expect(chain.prepared).toEqual([])
    expect(navigation.state.open).toBe(false)
  })

  it('whose decimals are others than those of the token is refused', async () => {
    const { payer, state } = await start()
    void payer.pay(bill({ decimals: 2 }))
    await until(() => expect(state.ways.status).toBe('error'))
    expect(state.ways.error?.code).toBe('PAY_DECIMALS_OTHER')
  })

  it('in a token that keeps a part of each transfer is refused, because less would arrive', async () => {
    const { payer, state, controller, way, chain } = await start()
    void payer.pay(bill())
    await until(() => expect(state.ways.status).toBe('ready'))
    chain.kept = 1n
    expect(await controller.choose(way('asset'))).toBe(false)
    expect(state.error?.code).toBe('PAY_AMOUNT_OTHER')
    chain.kept = 0n
    expect(await controller.choose(way('asset'))).toBe(true)
  })

  it('is refused where the chain says by a notice alone that the token takes a fee', async () => {
    const { payer, state, controller, way, chain } = await start()
    void payer.pay(bill())
    await until(() => expect(state.ways.status).toBe('ready'))
    chain.notices = [{ code: 'TOKEN_TRANSFER_FEE', message: 'USD takes a fee.', severity: 'warning' }]
    expect(await controller.choose(way('asset'))).toBe(false)
    expect(state.error?.code).toBe('PAY_AMOUNT_OTHER')
  })

  it('in the coin is paid to a contract that passes it on: the server counts what was sent to it', async () => {
    const { payer, state, controller, way, chain } = await start()
    void payer.pay(bill({ asset: 'eip155:1', decimals: 18, amount: '0.5' }))
    await until(() => expect(state.ways.status).toBe('ready'))
    chain.notices = [receivesLess]
    expect(await controller.choose(way('asset'))).toBe(true)
  })

  it('to whom it is lost asks no wallet before the person has accepted that, however it is confirmed', async () => {
    const { review, controller, chain, state } = await start()
    chain.notices = [{ code: 'RECEIVER_UNOWNED', message: 'Lost.', severity: 'warning', isLoss: true }]
    void review(bill())
    await until(() => expect(state.phase).toBe('ready'))
    const dangers = paymentDangers(state.preview!)
    const smaller = dangers.map((danger) => ({ ...danger, size: 1n }))
    for (const accepted of [undefined, smaller]) {
      const refused = controller.confirm(state.preview, accepted)
      await expect(refused).rejects.toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
      expect([chain.submits.length, state.phase]).toEqual([0, 'ready'])
    }
    void controller.confirm(state.preview, dangers)
    await until(() => expect(state.phase).toBe('asking'))
  })

  it('says what the network will likely take, the set-up in it and who pays, as the chain told it', async () => {
    const { payer, state, controller, way, chain } = await start()
    void payer.pay(bill())
    await until(() => expect(state.ways.status).toBe('ready'))
    const forecast = { likelyFee: coin(7n), setUpFee: coin(3n), feePayer: 'executor' } as const
    chain.forecast = forecast
    expect(await controller.choose(way('asset'))).toBe(true)
    expect(state.preview).toMatchObject(forecast)
  })

  it('that names a reference is paid by a transfer that names it', async () => {
    const { review, chain } = await start({ namespace: 'solana' })
    const reference = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'
    const asked = bill({ reference, asset: `solana:1/token:${usdToken}` })
    review(asked).catch(() => {})
    await until(() => expect(chain.prepared).toMatchObject([{ references: [reference] }]))
  })

  it('for another account than the one that is connected is not prepared', async () => {
    const { payer, state, controller, way, chain } = await start()
    void payer.pay(bill({ payer: carol }))
    await until(() => expect(state.ways.status).toBe('ready'))
    expect(await controller.choose(way('asset'))).toBe(false)
    expect(state.error?.code).toBe('PAY_PAYER_OTHER')
    expect(chain.prepared).toEqual([])
  })

  it('that is left is cancelled, and can be paid later', async () => {
    const { payer, state, navigation, review, chain, controller } = await start()
    const asked = bill()
    const left = payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    // No shell is attached: its event is what closing it tells.
    void navigation
    const other = bill()
    const next = payer.pay(other)
    expect(await left).toMatchObject({ billId: asked.id, status: 'cancelled' })
    void next
    const outcome = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    void controller.confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed')
    expect(await outcome).toMatchObject({ status: 'paid' })
  })

  it('declined in the wallet can be confirmed again, and is paid once', async () => {
    const { review, controller, chain, state } = await start()
    const outcome = review(bill())
    await until(() => expect(state.phase).toBe('ready'))
    const first = controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer({ reject: new UserRejectedError() })
    await first
    expect(state).toMatchObject({ phase: 'ready', notice: 'declined' })
    void controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed')
    expect(await outcome).toMatchObject({ status: 'paid', transaction: hash(2) })
  })

  it('that the chain refuses failed, and may be paid again', async () => {
    const { review, controller, chain, state, told } = await start()
    const asked = bill()
    const outcome = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    void controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('failed', 'The contract refused.')
    expect(await outcome).toMatchObject({ status: 'failed' })
    expect(told().at(-1)).toBe('PAY_ERROR')
    const again = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    void controller.confirm()
    await until(() => expect(chain.submits).toHaveLength(2))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed')
    expect(await again).toMatchObject({ status: 'paid' })
  })

  it('whose payment was perhaps sped up is not payable again', async () => {
    const { review, payer, controller, chain, state, told } = await start()
    const asked = bill()
    const outcome = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    void controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed', 'It may be the same payment with a higher fee.', 'unknown')
    expect(await outcome).toMatchObject({ status: 'reported' })
    expect(told()).not.toContain('PAY_ERROR')
    expect(await payer.pay(asked)).toMatchObject({ status: 'reported' })
    expect(chain.submits).toHaveLength(1)
  })

  it('of which a wallet sent something else is not called paid', async () => {
    const { review, controller, chain, state } = await start()
    const outcome = review(bill())
    await until(() => expect(state.phase).toBe('ready'))
    void controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed', 'Nobody can say.', 'unknown')
    expect(await outcome).toMatchObject({ status: 'reported', transaction: hash(1) })
  })

  it('whose fee rose while it was on screen is shown again before the wallet opens', async () => {
    const { review, controller, chain, state, clock } = await start()
    void review(bill())
    await until(() => expect(state.phase).toBe('ready'))
    const shown = state.preview
    clock.advance(61_000)
    chain.fee *= 2n
    await controller.confirm(shown)
    expect(state).toMatchObject({ phase: 'ready', notice: 'changed' })
    expect(chain.submits).toHaveLength(0)
    void controller.confirm(state.preview)
    await until(() => expect(chain.submits).toHaveLength(1))
  })
})

describe('a page that is left', () => {
  const storageOf = () => memoryStorage()

  /** A page that is closed while the wallet is asked. @param at The time, in milliseconds since the epoch. */
  async function leaveWhileAsked(at: number) {
    const storage = storageOf()
    const one = await start({ storage, clock: fakeClock(at) })
    const asked = bill()
    void one.review(asked)
    await until(() => expect(one.state.phase).toBe('ready'))
    void one.controller.confirm()
    await until(() => expect(one.state.phase).toBe('asking'))
    await one.kernel.dispose()
    return { storage, asked }
  }

  it('before the wallet is asked leaves nothing behind', async () => {
    const storage = storageOf()
    const one = await start({ storage })
    const asked = bill()
    void one.review(asked)
    await until(() => expect(one.state.phase).toBe('ready'))
    await one.kernel.dispose()
    const two = await start({ storage })
    void two.review(asked)
    await until(() => expect(two.state.phase).toBe('ready'))
    expect(two.chain.submits).toHaveLength(0)
  })

  it.each(['found', 'unknown', 'absent'] as const)(
    'while the wallet is asked never asks again, and looks at the chain first: %s',
    async (answer) => {
      const { storage, asked } = await leaveWhileAsked(1_000_000)
      const two = payBench({ storage, clock: fakeClock(1_000_000 + 700_000) })
      if (answer === 'found') two.world.history = [recordOf(hash(9))]
      two.world.gaps = answer === 'unknown'
      await two.connect()
      const outcome = two.payer.pay(asked)
      if (answer === 'found') {
        await until(() => expect(two.chain.followed).toMatchObject([{ id: hash(9), from: alice }]))
        two.chain.decide('confirmed')
        expect(await outcome).toMatchObject({ status: 'paid', transaction: hash(9) })
      } else if (answer === 'unknown') {
        expect(await outcome).toMatchObject({ status: 'undecided' })
        await expect((await two.payer.load()).confirm()).rejects.toMatchObject({ code: 'PAY_NOT_PREPARED' })
        expect(await two.payer.pay(asked)).toMatchObject({ status: 'undecided' })
      } else {
        // The history is whole, ten minutes have passed, and it isn't there.
        await until(() => expect(two.payer.state.phase).toBe('choosing'))
      }
      expect(two.chain.submits).toHaveLength(0)
    },
  )

  it.each([
    [
      'in a block whose time is long before the question',
      [{ ...recordOf(hash(9)), minedAt: 1_000_000 - 3_600_000 }],
    ],
    ['as something that the node doesn’t give', [{ ...recordOf(hash(9)), transfers: [], isUnread: true }]],
    ['as a transaction of others', [{ ...recordOf(hash(9)), isMadeByOther: true }]],
    ['as one that pays more than can be told apart', [shared(hash(9))]],
  ] as const)('while the wallet is asked stays asked for where the chain has it %s', async (_, history) => {
    const { storage, asked } = await leaveWhileAsked(1_000_000)
    const two = payBench({ storage, clock: fakeClock(1_000_000 + 700_000) })
    two.world.history = [...history]
    await two.connect()
    expect(await two.payer.pay(asked)).toMatchObject({ status: 'undecided' })
    expect([two.chain.followed, two.chain.submits]).toEqual([[], []])
  })

  it('while the wallet is asked may be asked for again where the chain has other payments of that day', async () => {
    const { storage, asked } = await leaveWhileAsked(200_000_000)
    const two = payBench({ storage, clock: fakeClock(200_000_000 + 700_000) })
    const [transfer] = recordOf(hash(9)).transfers
    const amount = { ...transfer.amount, value: 1n }
    two.world.history = [
      { ...recordOf(hash(9)), transfers: [{ ...transfer, amount }] },
      { ...recordOf(hash(8)), transfers: [{ ...transfer, direction: 'in', from: bob, to: alice }] },
      { ...recordOf(hash(7)), status: 'failed' },
      { ...recordOf(hash(6)), minedAt: 200_000_000 - 90_000_000 },
      { ...recordOf(hash(5)), transfers: [], isUnread: true, minedAt: 200_000_000 - 90_000_000 },
    ]
    await two.connect()
    const controller = await two.payer.load()
    two.payer.pay(asked).catch(() => {})
    await until(() => expect(two.payer.state.phase).toBe('choosing'))
    // Nothing that was found proves that the wallet sent nothing.
    await until(() => expect(two.payer.state.ways.status).toBe('ready'))
    const [way] = two.payer.state.ways.list
    if (way) await controller.choose(way)
    expect(two.payer.state.preview?.notices).toMatchObject([{ code: 'PAY_MAY_REPEAT' }])
  })

  it.each(['explorer', 'service'] as const)(
    'stays asked for after 11 minutes when %s doesn’t list it, which may wait for its block, and follows nothing unproven',
    async (source) => {
      const { storage, asked } = await leaveWhileAsked(1_000_000)
      const two = payBench({ storage, clock: fakeClock(1_000_000 + 660_000) })
      two.world.source = source
      const { transfers, ...record } = recordOf(hash(9))
      two.world.history = [
        { ...record, transfers, isUnproven: true },
        { ...record, id: hash(8), transfers: transfers.map((one) => ({ ...one, isUnproven: true })) },
      ]
      await two.connect()
      expect(await two.payer.pay(asked)).toMatchObject({ status: 'undecided' })
      expect([two.chain.followed, two.chain.submits]).toEqual([[], []])
    },
  )

  it('after the wallet has sent it is followed by the next page, which tells how it ended', async () => {
    const storage = storageOf()
    const one = await start({ storage })
    const asked = bill()
    void one.review(asked)
    await until(() => expect(one.state.phase).toBe('ready'))
    void one.controller.confirm()
    await until(() => expect(one.state.phase).toBe('asking'))
    one.chain.answer('approve')
    await until(() => expect(one.state.phase).toBe('pending'))
    await one.kernel.dispose()
    const two = payBench({ storage })
    await two.connect()
    await until(() => expect(two.chain.followed).toHaveLength(1))
    const outcome = two.payer.pay(asked)
    two.chain.decide('confirmed')
    expect(await outcome).toMatchObject({ status: 'paid', transaction: hash(1), payer: alice })
    expect(two.told()).toContain('PAY_SUCCESS')
    const three = await start({ storage })
    expect(await three.payer.pay(asked)).toMatchObject({ status: 'paid', transaction: hash(1) })
    expect([two.chain.submits, three.chain.submits]).toEqual([[], []])
  })

  it('and whose wallet gave no answer is undecided, and is not asked for again', async () => {
    const { review, controller, chain, state, payer, world } = await start()
    world.gaps = true
    const asked = bill()
    const outcome = review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    const confirmed = controller.confirm()
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer({ reject: new Error('The connection broke.') })
    await confirmed
    expect(await outcome).toMatchObject({ status: 'undecided' })
    expect(await payer.pay(asked)).toMatchObject({ status: 'undecided' })
    expect(chain.submits).toHaveLength(1)
  })
})

describe('a wallet that nobody waits for any more', () => {
  it.each([
    ['fails', { reject: new Error('The connection broke.') }],
    ['declines', { reject: new UserRejectedError() }],
    ['sends', 'approve'],
  ] as const)('and that then %s takes no view away', async (_, answer) => {
    const { review, controller, chain, state, navigation, world } = await start()
    navigation.attach(() => true)
    world.gaps = true
    void review(bill())
    await until(() => expect(navigation.state.entries.at(-1)?.name).toBe('PayReview'))
    const confirmed = controller.confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    controller.forgetRequest()
    expect(state.phase).toBe('undecided')
    chain.answer(answer)
    await confirmed
    expect(navigation.state.entries.at(-1)?.name).toBe('PayLoading')
  })

  it('and that may still send is waited for, where a browser without locks lets the chain be asked meanwhile', async () => {
    const clock = fakeClock(1_000_000)
    const { review, controller, chain, state } = await start({ clock })
    const asked = bill()
    void review(asked)
    await until(() => expect(state.phase).toBe('ready'))
    const confirmed = controller.confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    controller.forgetRequest()
    clock.advance(700_000)
    await controller.lookUp()
    expect(state.phase).toBe('undecided')
    chain.answer('approve')
    await confirmed
    expect(state.phase).toBe('pending')
  })
})

it('is paid once in two tabs that confirm at one time', async () => {
  const storage = memoryStorage()
  const tabs = [await start({ storage }), await start({ storage })]
  const asked = bill()
  for (const tab of tabs) {
    void tab.review(asked)
    await until(() => expect(tab.state.phase).toBe('ready'))
  }
  const confirmed = tabs.map(({ controller }) => controller.confirm())
  await until(() => expect(tabs.flatMap(({ chain }) => chain.submits)).toHaveLength(1))
  const asking = tabs.find(({ chain }) => chain.submits.length === 1)
  asking?.chain.answer('approve')
  await Promise.all(confirmed)
  expect(tabs.flatMap(({ chain }) => chain.submits)).toHaveLength(1)
})

describe('with a token that the bill does not ask for', () => {
  const inDollars = () => bill()

  it('is swapped and paid in one go, to the last unit', async () => {
    const { review, controller, state, world, way } = await start()
    const asked = inDollars()
    const outcome = review(asked, 'swap')
    await until(() => expect(state.phase).toBe('ready'))
    expect(way('swap').address).toBeUndefined()
    expect(state.preview).toMatchObject({
      pays: { value: 12_500_000n },
      sells: coin(10n ** 15n),
      isAtomic: true,
    })
    expect(world.calls[0]).toEqual(['approve', 'swap', { pay: bob, amount: 12_500_000n, token: usdToken }])
    const confirmed = controller.confirm()
    await confirmed
    world.decide({ status: 'confirmed', transactions: ['0xfeed'] })
    expect(await outcome).toMatchObject({ status: 'paid', transaction: '0xfeed' })
  })

  it.each([
    ['as one: unclear, because it may be what was done', true, 'reported', 'reported'],
    ['one after the other: failed, because it’s the last', false, 'failed', 'choosing'],
  ] as const)('and of whose calls only a part was done, %s', async (_, atomic, status, phase) => {
    const { review, controller, payer, state, world, chain } = await start({ atomic })
    const asked = inDollars()
    const outcome = review(asked, 'swap')
    await until(() => expect(state.phase).toBe('ready'))
    await controller.confirm()
    world.decide({ status: 'failed', isPartial: true, transactions: ['0xfeed'] })
    expect(await outcome).toMatchObject({ status })
    payer.pay(asked).catch(() => {})
    await until(() => expect(state.phase).toBe(phase))
    expect(chain.submits).toEqual([])
  })

  it('is not offered when the swap gives less than the bill, or sells more than is held', async () => {
    const { payer, controller, state, way, world } = await start()
    void payer.pay(inDollars())
    await until(() => expect(state.ways.status).toBe('ready'))
    world.minimum = 12_499_999n
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_SWAP_MISSING')
    world.minimum = undefined
    world.sold = 3n * ether
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_SWAP_MISSING')
  })

  it.each([
    ['sells more than it says', (sold: bigint) => [{ address: alice, amount: coin(-sold - 1n) }], 0n],
    [
      'takes from what is held of the bill’s token',
      () => [{ address: alice, amount: { value: -1n, decimals: 6, symbol: 'USD' }, asset: usdToken }],
      0n,
    ],
    [
      'takes another token',
      () => [{ address: alice, amount: { value: -1n, decimals: 0, symbol: 'ODD' }, asset: carol }],
      0n,
    ],
    ['leaves an allowance', (sold: bigint) => [{ address: alice, amount: coin(-sold) }], 1n],
  ] as const)('is refused when it %s', async (_, changes, allowed) => {
    const { payer, controller, state, way, world } = await start()
    void payer.pay(inDollars())
    await until(() => expect(state.ways.status).toBe('ready'))
    world.changes = changes(world.sold)
    world.allowed = allowed
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_SWAP_REFUSED')
  })

  it('is refused when less of the bill’s token would arrive than is paid', async () => {
    const { payer, controller, state, way, world } = await start()
    void payer.pay(inDollars())
    await until(() => expect(state.ways.status).toBe('ready'))
    world.notices = [receivesLess]
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_AMOUNT_OTHER')
    world.notices = []
    const arriving = { value: 12_499_999n, decimals: 6, symbol: 'USD' }
    world.changes = [
      { address: alice, amount: coin(-world.sold) },
      { address: bob, amount: arriving, asset: usdToken },
    ]
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_AMOUNT_OTHER')
  })

  it('whose price moved while it was on screen is shown again before the wallet opens', async () => {
    const { review, controller, state, world, clock } = await start()
    const submit = vi.fn(async () => '0xca11')
    world.submit = submit
    void review(inDollars(), 'swap')
    await until(() => expect(state.phase).toBe('ready'))
    const shown = state.preview
    clock.advance(21_000)
    world.sold = (world.sold * 1002n) / 1000n
    await controller.confirm(shown)
    expect(state.notice).toBe('changed')
    expect(submit).not.toHaveBeenCalled()
  })

  it('swapped and declined before the payment is not paid, and can be paid', async () => {
    const { review, controller, state, world } = await start({ atomic: false })
    world.submit = async () => {
      throw new CallsPartlySentError({
        transactions: ['0x1', '0x2'],
        steps: 3,
        cause: new UserRejectedError(),
      })
    }
    void review(inDollars(), 'swap')
    await until(() => expect(state.phase).toBe('ready'))
    expect(state.preview).toMatchObject({ steps: 3, isAtomic: false })
    await controller.confirm()
    expect(state).toMatchObject({ phase: 'ready', notice: 'declined' })
  })
})

describe('with a token that is swapped before the payment', () => {
  const bought = (units: bigint) => ({
    address: alice,
    amount: { value: units, decimals: 6, symbol: 'USD' },
    asset: usdToken,
  })
  async function swapping(asked: Bill = bill({ amount: '4.5' })) {
    const bench = await start({ isSwapFirst: true })
    bench.navigation.attach(() => true)
    bench.world.changes = [{ address: alice, amount: coin(-bench.world.sold) }, bought(4_550_000n)]
    const outcome = bench.review(asked, 'swap')
    await until(() => expect(bench.state.phase).toBe('ready'))
    return { ...bench, asked, outcome }
  }

  it('is swapped once however often it is confirmed, and paid exactly once by a second request', async () => {
    const { controller, state, world, chain, outcome } = await swapping()
    expect(world.calls).toEqual([['approve', 'swap']])
    expect(state.preview).toMatchObject({ isSwapFirst: true, isAtomic: false, steps: 2 })
    const submit = vi.fn(async () => '0xca11')
    world.submit = submit
    await Promise.all(Array.from({ length: 100 }, () => controller.confirm(state.preview)))
    expect([submit.mock.calls.length, state.phase]).toEqual([1, 'swapping'])
    world.decide({ status: 'confirmed', transactions: ['0xca11'] })
    await until(() => expect(state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    expect(state.preview).toMatchObject({ isSwapFirst: false, pays: { value: 4_500_000n } })
    const confirmed = controller.confirm(state.preview)
    await until(() => expect(state.phase).toBe('asking'))
    chain.answer('approve')
    await confirmed
    chain.decide('confirmed')
    expect(await outcome).toMatchObject({ status: 'paid' })
  })

  it('is refused when the swap brings a unit less than the bill asks for', async () => {
    const { payer, controller, state, way, world } = await start({ isSwapFirst: true })
    void payer.pay(bill({ amount: '4.5' }))
    await until(() => expect(state.ways.status).toBe('ready'))
    world.changes = [{ address: alice, amount: coin(-world.sold) }, bought(4_499_999n)]
    expect(await controller.choose(way('swap'))).toBe(false)
    expect(state.error?.code).toBe('PAY_SWAP_REFUSED')
  })

  it('whose swap the chain refuses is unpaid, says so, and can be paid by any way', async () => {
    const { controller, state, world } = await swapping()
    await controller.confirm(state.preview)
    world.decide({ status: 'failed', transactions: [] })
    await until(() => expect(state).toMatchObject({ phase: 'choosing', error: { code: 'PAY_SWAP_FAILED' } }))
    await until(() => expect(state.ways.status).toBe('ready'))
  })

  it('left while the chain has the swap is cancelled, and no wallet is asked to pay', async () => {
    const { controller, state, world, chain, navigation, outcome } = await swapping()
    await controller.confirm(state.preview)
    await navigation.close()
    world.decide({ status: 'confirmed', transactions: ['0xca11'] })
    expect(await outcome).toMatchObject({ status: 'cancelled' })
    expect(state.phase).toBe('idle')
    expect(chain.submits).toEqual([])
  })

  it('takes no other bill meanwhile, and goes back to the choice when the wallet is no longer waited for', async () => {
    const { controller, state, world, payer } = await swapping()
    let answer = (_: string) => {}
    world.submit = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    void controller.confirm(state.preview)
    await until(() => expect(state.phase).toBe('asking'))
    await expect(payer.pay(bill())).rejects.toMatchObject({ code: 'PAY_BUSY' })
    controller.forgetRequest()
    expect(state.phase).toBe('choosing')
    answer('0xca11')
    world.decide({ status: 'confirmed', transactions: ['0xca11'] })
    await until(() => expect(state.ways.status).toBe('ready'))
    expect(state.phase).toBe('choosing')
  })
})

describe('by an exchange', () => {
  it('is linked once, followed, and reported when the exchange says so, never called paid', async () => {
    const { payer, controller, state, world, clock, told } = await start()
    const asked = bill({ asset: 'eip155:1', decimals: 18, amount: '0.5' })
    const outcome = payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    const exchange = {
      ...{ id: 'test.exchange', name: 'Example Exchange', supports: () => true },
      link: async () => {
        world.links += 1
        return { url: 'https://exchange.example/pay/7', session: 'session-7' }
      },
      status: async () => world.exchange,
    }
    await controller.payByExchange(exchange)
    await expect(controller.payByExchange(exchange)).rejects.toMatchObject({ code: 'PAY_NOT_PREPARED' })
    expect(state).toMatchObject({ phase: 'pending', exchange: { url: 'https://exchange.example/pay/7' } })
    world.exchange = { status: 'success', transaction: hash(5) }
    await until(() => {
      clock.advance(4_000)
      expect(state.phase).toBe('reported')
    })
    expect(await outcome).toMatchObject({
      status: 'reported',
      transaction: hash(5),
      exchange: 'test.exchange',
    })
    expect(world.links).toBe(1)
    // What the shop holds is nobody's business here.
    expect(world.reads).not.toContain(bob)
    expect(told()).not.toContain('PAY_SUCCESS')
  })

  it('pays the asset that is shown where it can, and another one of the bill where it can’t', async () => {
    const { payer, controller, state, world } = await start()
    const alternative = { asset: 'eip155:2', amount: '0.5', decimals: 18, symbol: 'COIN', receiver: carol }
    const exchange = (assets: readonly string[], links: string[]): ExchangeContribution => ({
      ...{ id: 'test.exchange', name: 'Example', status: async () => world.exchange },
      supports: ({ asset }) => assets.includes(asset),
      link: async ({ asset }) => {
        links.push(asset)
        return { url: 'https://exchange.example/pay/7', session: 's' }
      },
    })
    const asked = bill({ alternatives: [alternative] })
    void payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    await controller.choose(state.ways.list.find(({ pays }) => pays === 'eip155:2') as PaymentWay)
    expect(state.networkId).toBe('eip155:2')
    const both: string[] = []
    await controller.payByExchange(exchange([asked.asset, 'eip155:2'], both))
    expect(both).toEqual(['eip155:2'])
    const next = bill({ alternatives: [alternative] })
    void payer.pay(next)
    await until(() => expect([state.bill?.id, state.ways.status]).toEqual([next.id, 'ready']))
    const other: string[] = []
    await controller.payByExchange(exchange(['eip155:2'], other))
    expect(other).toEqual(['eip155:2'])
  })

  it.each([{ memo: 'Order 5' }, { reference: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny' }])(
    'that carries no references or memo isn’t asked for a bill with %j: the shop would refuse it',
    async (given) => {
      const { payer, controller, state } = await start({ namespace: 'solana' })
      void payer.pay(bill({ asset: 'solana:1', decimals: 18, amount: '0.5', ...given }))
      await until(() => expect(state.ways.status).toBe('ready'))
      const link = vi.fn(async () => ({ url: 'https://exchange.example/pay/7', session: 's' }))
      const exchange: ExchangeContribution = {
        ...{ id: 'test.exchange', name: 'Example', supports: () => true, link },
        status: async () => ({ status: 'pending' }),
      }
      await expect(controller.payByExchange(exchange)).rejects.toMatchObject({ code: 'PAY_EXCHANGE_UNFIT' })
      expect([link.mock.calls.length, state.phase]).toEqual([0, 'choosing'])
      await controller.payByExchange({ ...exchange, carriesReferences: true })
      expect([link.mock.calls.length, state.phase]).toEqual([1, 'pending'])
    },
  )

  it('that can’t pay a bill isn’t asked for it', async () => {
    const { payer, controller, state } = await start()
    void payer.pay(bill({ asset: 'eip155:1', decimals: 18, amount: '0.5' }))
    await until(() => expect(state.ways.status).toBe('ready'))
    const asked = controller.payByExchange({
      ...{ id: 'test.exchange', name: 'Example', supports: () => false },
      link: async () => ({ url: 'https://exchange.example/pay/7', session: 's' }),
      status: async () => ({ status: 'pending' }),
    })
    await expect(asked).rejects.toMatchObject({ code: 'PAY_EXCHANGE_UNFIT' })
  })

  it.each(['javascript:alert(1)', 'http://exchange.example/', 'about:blank', ''])(
    'with the page %s is refused',
    async (url) => {
      const { payer, controller, state } = await start()
      void payer.pay(bill({ asset: 'eip155:1', decimals: 18, amount: '0.5' }))
      await until(() => expect(state.ways.status).toBe('ready'))
      await controller.payByExchange({
        id: 'test.exchange',
        name: 'Example',
        supports: () => true,
        link: async () => ({ url, session: 's' }),
        status: async () => ({ status: 'pending' }),
      })
      expect(state.error?.code).toBe('PAY_EXCHANGE_FAILED')
      expect(state.phase).toBe('choosing')
    },
  )
})

describe('a payment link', () => {
  const [one, two] = [
    '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
    'BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV',
  ] as const
  const order = { to: bob, amount: { whole: '0.5' }, memo: 'Order 5' } as const
  const links = {
    memo: { ...order, memo: 'Order 6', references: [one, two] },
    reference: { ...order, references: [one, 'So11111111111111111111111111111111111111112'] },
    none: { to: bob, amount: { whole: '0.5' }, references: [one, two] },
    noted: order,
    turned: { ...order, references: [two, one] },
    token: { to: bob, amount: { units: 12_500_000n }, token: usdToken, networkId: 'eip155:1' },
    coin: { to: bob, amount: { whole: '0.5' } },
    open: { to: bob },
    name: { to: 'shop.eth', amount: { whole: '1' } },
    unheld: { to: bob, amount: { units: 1n }, token: carol },
    shop: {
      ...{ ...order, label: 'Shop', message: 'Three coffees' },
      references: [one, two],
    },
  } as const

  it('is a bill with its sum, asset and receiver', async () => {
    const { payer, state } = await start({ links })
    void payer.pay('pay:token', { id: 'link-1' })
    await until(() => expect(state.bill).toMatchObject({ id: 'link-1', amount: '12.5', receiver: bob }))
    expect(state.amount).toMatchObject({ value: 12_500_000n, symbol: 'USDC' })
    const { payer: other, state: shown } = await start({ links })
    void other.pay('pay:coin')
    await until(() => expect(shown.amount).toMatchObject({ value: ether / 2n }))
  })

  it('means the coin by the token that is the coin itself', async () => {
    const twin = { to: bob, amount: { units: ether / 2n }, token: carol.toLowerCase() }
    const { payer, state } = await start({ links: { twin }, coinToken: carol })
    void payer.pay('pay:twin')
    await until(() => expect(state.bill).toMatchObject({ asset: 'eip155:1', amount: '0.5' }))
  })

  it('is paid with its references and its memo, says who asks, and is one bill however often it is opened', async () => {
    const { payer, state, controller, way, chain } = await start({ links, namespace: 'solana' })
    const outcomes = Array.from({ length: 100 }, () => payer.pay('pay:shop'))
    await until(() => expect(state.ways.status).toBe('ready'))
    const id = state.bill?.id
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(state.bill).toMatchObject({ title: 'Shop: Three coffees', memo: 'Order 5' })
    expect(await controller.choose(way('asset'))).toBe(true)
    const { references, memo } = links.shop
    expect(chain.prepared.at(-1)).toMatchObject({ references, memo })
    void controller.confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('confirmed')
    const ended = await Promise.all([...outcomes, payer.pay('pay:shop')])
    expect(new Set(ended.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(ended[0]).toMatchObject({ status: 'paid', billId: id })
    expect(chain.submits).toHaveLength(1)
    // Another order isn't paid by this one, whatever its first reference is. The order of references says nothing.
    const seen = new Set([id])
    for (const link of ['memo', 'reference', 'none'] as const) {
      void payer.pay(`pay:${link}`)
      await until(() => expect([state.phase, seen.has(state.bill?.id)]).toEqual(['choosing', false]))
      seen.add(state.bill?.id)
    }
    expect(await payer.pay('pay:turned')).toEqual(ended[0])
  })

  it.each([
    ...['pay:open', 'pay:name', 'pay:unheld', 'pay:broken', 'other:coin', 'nothing'],
    // Nothing but a transfer of Solana carries a memo or references.
    ...['pay:shop', 'pay:noted'],
  ])('%s is refused', async (link) => {
    const { payer } = await start({ links })
    await expect(payer.pay(link)).rejects.toMatchObject({ code: 'PAY_LINK_REFUSED' })
  })
})

it('asks the wallet for exactly the units of 300 generated bills', async () => {
  const { payer, controller, state, chain, way } = await start({
    holdings: [{ networkId: 'eip155:1', name: 'Coin', amount: coin(10n ** 30n) }],
  })
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 10n ** 24n }), async (units) => {
      const text = units.toString().padStart(19, '0')
      const amount = `${text.slice(0, -18)}.${text.slice(-18)}`
      void payer.pay(bill({ asset: 'eip155:1', decimals: 18, amount }))
      await until(() => expect(state.amount?.value).toBe(units))
      await until(() => expect(state.ways.status).toBe('ready'))
      await controller.choose(way('asset'))
      expect(chain.prepared.at(-1)).toMatchObject({ to: bob, amount: units })
      expect(state.preview?.pays.value).toBe(units)
    }),
    { numRuns: 300 },
  )
})

function recordOf(id: string) {
  const amount = { value: 12_500_000n, decimals: 6, symbol: 'USD' }
  return {
    id,
    networkId: 'eip155:1',
    operation: 'send',
    status: 'pending',
    transfers: [{ direction: 'out', amount, asset: usdToken, from: alice, to: bob }],
  } as const
}

/** Of coins that several accounts spend together only the sum is known. */
const shared = (id: string): TransactionRecord => {
  const { transfers, ...record } = recordOf(id)
  return {
    ...record,
    transfers: transfers.map(({ to: _, ...one }) => ({
      ...one,
      amount: { ...one.amount, value: 99_000_000n },
    })),
  }
}

describe('a bill with alternatives', () => {
  const other = { asset: 'eip155:2', amount: '0.5', decimals: 18, symbol: 'COIN', receiver: carol } as const

  it('can be paid with what is held on each of their networks, and is one payment', async () => {
    const { payer, state, controller, chain } = await start()
    const asked = bill({ alternatives: [other] })
    const outcome = payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    expect(state.ways.list.filter(({ kind }) => kind === 'asset')).toMatchObject([
      { pays: asked.asset, networkId: 'eip155:1', paysSymbol: 'USD' },
      { pays: 'eip155:2', networkId: 'eip155:2', paysSymbol: 'COIN' },
    ])
    const way = state.ways.list.find(
      ({ pays, kind }) => pays === 'eip155:2' && kind === 'asset',
    ) as PaymentWay
    expect(await controller.choose(way)).toBe(true)
    expect(state.preview).toMatchObject({ receiver: carol, pays: { value: ether / 2n } })
    const confirmed = controller.confirm(state.preview)
    await until(() => expect(state.phase).toBe('asking'))
    expect(chain.submits).toMatchObject([{ networkId: 'eip155:2', to: carol, amount: ether / 2n }])
    chain.answer('approve')
    await confirmed
    chain.decide('confirmed')
    expect(await outcome).toMatchObject({ billId: asked.id, networkId: 'eip155:2', status: 'paid' })
    expect(await payer.pay(asked)).toEqual(await outcome)
    expect(chain.submits).toHaveLength(1)
  })

  it('goes back to the bill itself when a choice is left', async () => {
    const { payer, state, controller } = await start()
    void payer.pay(bill({ alternatives: [other] }))
    await until(() => expect(state.ways.status).toBe('ready'))
    const way = state.ways.list.find(({ pays }) => pays === 'eip155:2') as PaymentWay
    await controller.choose(way)
    expect([state.networkId, state.amount?.symbol]).toEqual(['eip155:2', 'COIN'])
    controller.back()
    expect([state.networkId, state.amount?.symbol, state.phase]).toEqual(['eip155:1', 'USD', 'choosing'])
  })

  it('leaves out networks that the app does not list, and is paid by another one', async () => {
    const { payer, state } = await start()
    void payer.pay(bill({ asset: 'eip155:77', alternatives: [{ ...other, asset: 'eip155:78' }, other] }))
    await until(() => expect(state.ways.status).toBe('ready'))
    expect(new Set(state.ways.list.map(({ pays }) => pays))).toEqual(new Set(['eip155:2']))
  })

  it.each([
    [[{ ...other, amount: '0.6' }], 'PAY_BILL_CHANGED'],
    [[{ ...other, receiver: bob }], 'PAY_BILL_CHANGED'],
    [[], 'PAY_BILL_CHANGED'],
    [[other, other], 'PAY_BILL_INVALID'],
    [[{ ...other, receiver: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }], 'PAY_RECEIVER_INVALID'],
    [[{ ...other, amount: '1e3' }], 'PAY_BILL_INVALID'],
  ] as const)('that come back as %j are refused', async (alternatives, code) => {
    const { payer, state } = await start()
    const asked = bill({ alternatives: [other] })
    void payer.pay(asked)
    await until(() => expect(state.ways.status).toBe('ready'))
    await expect(payer.pay({ ...asked, alternatives })).rejects.toMatchObject({ code })
  })
})

describe('a deposit from an exchange', () => {
  const exchange = (supports: string) => ({
    ...{ id: 'given', name: 'Given', supports: ({ asset }: Pick<Bill, 'asset'>) => asset === supports },
    links: [] as Bill[],
  })

  it('offers what an exchange can send to the active account', async () => {
    const { controller } = await start()
    expect(await controller.readDepositAssets()).toMatchObject([{ asset: 'eip155:1', decimals: 18 }])
  })

  it('asks the exchange to pay the account itself, and never calls it paid', async () => {
    const { controller, state, world, clock } = await start()
    const asked = exchange('eip155:1')
    const [asset] = await controller.readDepositAssets()
    const contribution: ExchangeContribution = {
      ...asked,
      link: async (wanted) => {
        asked.links.push(wanted)
        return { url: 'https://exchange.example/pay/1', session: 's' }
      },
      status: async () => world.exchange,
      id: 'test.exchange',
    }
    await controller.deposit(contribution, asset as DepositAsset, '1.5')
    expect(asked.links).toMatchObject([{ asset: 'eip155:1', amount: '1.5', receiver: alice }])
    expect(state).toMatchObject({ phase: 'pending', isDeposit: true })
    world.reads.length = 0
    world.exchange = { status: 'success', transaction: hash(9) }
    clock.advance(4_000)
    await until(() => expect(state.phase).toBe('reported'))
    // No transaction of the account tells of it: its balance is read.
    await until(() => expect(world.reads).toEqual([alice]))
  })

  it('is ordered once while its page is asked for, however often and from whatever exchange', async () => {
    const { controller, payer, world } = await start()
    const [asset] = (await controller.readDepositAssets()) as [DepositAsset]
    const links: Bill[] = []
    let answer = (_: { url: string; session: string }) => {}
    const slow: ExchangeContribution = {
      ...{ id: 'test.exchange', name: 'Given', supports: () => true, status: async () => world.exchange },
      link: (wanted) => {
        links.push(wanted)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    }
    const first = controller.deposit(slow, asset, '1')
    await expect(controller.deposit(slow, asset, '1')).rejects.toMatchObject({ code: 'PAY_BUSY' })
    await expect(payer.pay(bill())).rejects.toMatchObject({ code: 'PAY_BUSY' })
    await until(() => expect(links).toHaveLength(1))
    answer({ url: 'https://exchange.example/pay/1', session: 's' })
    await first
    expect(links).toHaveLength(1)
  })

  it.each(['listed', 'gone'] as const)(
    'that an exchange, %s, never decides is given up after a day',
    async (how) => {
      const storage = memoryStorage()
      const clock = fakeClock(1_000_000)
      const one = await start({ storage, clock })
      const [asset] = (await one.controller.readDepositAssets()) as [DepositAsset]
      await one.controller.deposit(
        {
          ...{ id: how === 'gone' ? 'gone' : 'test.exchange', name: 'Given', supports: () => true },
          link: async () => ({ url: 'https://exchange.example/pay/1', session: 's' }),
          status: async () => one.world.exchange,
        },
        asset,
        '1',
      )
      const kept = () => createPayments(one.kernel.get(Storage)).list()
      expect(kept()).toMatchObject([{ phase: 'linked', isDeposit: true }])
      await one.kernel.dispose()
      const two = await start({ storage, clock: fakeClock(1_000_000 + 86_400_000) })
      await two.clock.advance(30_000)
      await until(() => expect(kept()).toEqual([]))
    },
  )

  it('of what another network has is refused once the wallet has left it', async () => {
    const { controller, kernel, world } = await start()
    const [asset] = (await controller.readDepositAssets()) as [DepositAsset]
    const links: Bill[] = []
    const contribution: ExchangeContribution = {
      ...{ id: 'test.exchange', name: 'Given', supports: () => true, status: async () => world.exchange },
      link: async (wanted) => {
        links.push(wanted)
        return { url: 'https://exchange.example/pay/1', session: 's' }
      },
    }
    await kernel.get(Networks).switch('eip155:2')
    await expect(controller.deposit(contribution, asset, '1')).rejects.toMatchObject({
      code: 'PAY_NETWORK_OTHER',
    })
    expect(links).toEqual([])
  })

  it('whose exchange never answers is given up after a minute, and another may be asked', async () => {
    const { controller, clock, state, world } = await start()
    const [asset] = (await controller.readDepositAssets()) as [DepositAsset]
    const silent: ExchangeContribution = {
      ...{ id: 'test.exchange', name: 'Given', supports: () => true, status: async () => world.exchange },
      link: () => new Promise(() => {}),
    }
    const asked = controller.deposit(silent, asset, '1')
    await until(() => {
      clock.advance(60_000)
      expect(state.error?.code).toBe('PAY_EXCHANGE_FAILED')
    })
    await asked
    const page = { url: 'https://exchange.example/pay/1', session: 's' }
    await controller.deposit({ ...silent, link: async () => page }, asset, '1')
    expect(state.phase).toBe('pending')
  })

  it('of no amount asks nobody', async () => {
    const { controller, world } = await start()
    const [asset] = await controller.readDepositAssets()
    const given = { ...exchange('eip155:1'), link: async () => ({ url: '', session: '' }) }
    const refused = controller.deposit(
      { ...given, status: async () => world.exchange },
      asset as DepositAsset,
      '0',
    )
    await expect(refused).rejects.toMatchObject({ code: 'PAY_BILL_INVALID' })
    expect(given.links).toEqual([])
  })
})
