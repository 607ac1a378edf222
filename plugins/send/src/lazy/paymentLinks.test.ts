// Payment links in the receiver's field: all of a link is filled in, or nothing and a sentence.
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  bob,
  carol,
  ether,
  holdings,
  sendBench,
  type SendBenchOptions,
  usdToken,
} from '../../test/sendBench.js'
import { send, Sender } from '../index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

async function pasted(link: string, options: SendBenchOptions = {}) {
  const bench = sendBench({ plugins: [send()], ...options })
  cleanup = () => bench.kernel.dispose()
  await bench.connect()
  const sender = bench.kernel.get(Sender)
  const controller = await sender.load()
  controller.setReceiver(link)
  await vi.waitFor(() => expect(sender.state.receiver.status).not.toBe('resolving'))
  return { ...bench, controller, state: sender.state }
}

const refusedWith = (code: string) => ({ receiver: { status: 'refused', error: { code } } })
const empty = { token: undefined, amountText: '' }

describe('a payment link', () => {
  it('fills in receiver, token and amount to the last digit, and is ready to preview', async () => {
    const { state, controller, chain } = await pasted('pay:1', {
      links: {
        1: { networkId: 'eip155:1', to: bob, token: usdToken.toLowerCase(), amount: { units: 12_345_678n } },
      },
    })
    expect(state.receiver).toEqual({ status: 'resolved', address: bob })
    expect(state.draft).toMatchObject({
      amountText: '12.345678',
      exactAmount: 12_345_678n,
      mode: 'token',
      receiverText: bob,
      token: { address: usdToken },
    })
    expect(await controller.preview()).toBe(true)
    expect(chain.prepared).toMatchObject([{ to: bob, amount: 12_345_678n, token: { address: usdToken } }])
  })

  it('names the coin by an amount alone, in whole coins as well', async () => {
    const { state } = await pasted('PAY:1', { links: { 1: { to: bob, amount: { whole: '0.25' } } } })
    expect(state.draft).toMatchObject({ amountText: '0.25', exactAmount: ether / 4n })
    expect(state.draft.token?.address).toBeUndefined()
    expect(state.draft.token?.amount.symbol).toBe('ETH')
  })

  it('means the coin by the token that is the coin itself, and no other', async () => {
    const coinToken = `0x${'Ab'.repeat(20)}`
    const links = { 1: { to: bob, token: coinToken.toLowerCase(), amount: { units: ether / 4n } } }
    const { state } = await pasted('pay:1', { coinToken, links })
    expect(state.receiver).toEqual({ status: 'resolved', address: bob })
    expect(state.draft).toMatchObject({ amountText: '0.25', exactAmount: ether / 4n })
    expect(state.draft.token?.address).toBeUndefined()
    await cleanup?.()
    const { state: other } = await pasted('pay:1', { links })
    expect(other).toMatchObject(refusedWith('PAYMENT_LINK_TOKEN_MISSING'))
  })

  it('takes the place of an amount typed in money', async () => {
    const { state, controller } = await pasted('', {
      links: { 1: { to: bob, amount: { whole: '0.25' } } },
    })
    await controller.loadBalances()
    controller.chooseToken(holdings[0]!)
    controller.toggleMode()
    controller.setAmount('5000')
    controller.setReceiver('pay:1')
    await vi.waitFor(() => expect(state.receiver.status).toBe('resolved'))
    expect(state.draft).toMatchObject({ mode: 'token', amountText: '0.25', exactAmount: ether / 4n })
  })

  it('that says only who gets it leaves the rest as it is', async () => {
    const { state, controller } = await pasted('', { links: { 1: { to: bob } } })
    await controller.loadBalances()
    controller.chooseToken(holdings[1]!)
    controller.setAmount('3')
    controller.setReceiver('pay:1')
    await vi.waitFor(() => expect(state.receiver.status).toBe('resolved'))
    expect(state.draft).toMatchObject({ amountText: '3', token: { address: usdToken } })
  })

  it('may name the receiver, who is looked up', async () => {
    const { state, clock, resolved } = await pasted('', {
      names: { 'nora.eth': bob },
      links: { 1: { to: 'nora.eth', amount: { units: 1n } } },
    }).then(async (bench) => {
      bench.controller.setReceiver('pay:1')
      await vi.waitFor(() => expect(bench.state.draft.receiverText).toBe('nora.eth'))
      return bench
    })
    clock.advance(500)
    await vi.waitFor(() => expect(state.receiver).toMatchObject({ status: 'resolved', address: bob }))
    expect(resolved).toEqual(['nora.eth'])
    expect(state.draft.exactAmount).toBe(1n)
  })

  it.each([
    ['pay:bad', 'PAYMENT_LINK_INVALID'],
    ['pay:req', 'PAYMENT_LINK_UNSUPPORTED'],
    ['pay:named', 'PAYMENT_LINK_UNSUPPORTED'],
    ['pay:noted', 'PAYMENT_LINK_UNSUPPORTED'],
    ['pay:far', 'PAYMENT_LINK_NETWORK_UNKNOWN'],
    ['pay:strange', 'PAYMENT_LINK_TOKEN_MISSING'],
    ['pay:fine', 'PAYMENT_LINK_INVALID'],
    ['bare:1', 'PAYMENT_LINK_OTHER_KIND'],
    ['litecoin:1', 'PAYMENT_LINK_UNKNOWN'],
    ['https://shop.example/pay', 'PAYMENT_LINK_UNKNOWN'],
    [`pay:bad?${'x'.repeat(2_000)}`, 'PAYMENT_LINK_UNKNOWN'],
  ])('%s is refused by a sentence, and nothing is filled in', async (link, code) => {
    const { state, controller } = await pasted(link, {
      links: {
        1: { to: 'bare1' },
        req: { problem: 'unsupported', detail: 'parameter "req-x"' },
        named: { to: bob, references: ['82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny'] },
        noted: { to: bob, amount: { units: 1n }, memo: 'Order 5' },
        far: { networkId: 'eip155:99', to: bob },
        strange: { to: bob, token: carol, amount: { units: 1n } },
        fine: { to: bob, token: usdToken, amount: { whole: '0.0000001' } },
      },
    })
    expect(state).toMatchObject(refusedWith(code))
    // The coin of the network may be chosen, as in a new form: no token of the link is.
    expect(state.draft).toMatchObject({ ...empty, token: state.draft.token, receiverText: link })
    expect(state.draft.token?.address).toBeUndefined()
    await expect(controller.preview()).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
  })

  it('for another network of the app says so, and is filled in after the switch', async () => {
    const { state, wallet } = await pasted('pay:1', {
      links: { 1: { networkId: 'eip155:2', to: bob, amount: { units: 7n } } },
    })
    expect(state).toMatchObject({
      receiver: { status: 'refused', networkId: 'eip155:2', error: { code: 'PAYMENT_LINK_OTHER_NETWORK' } },
      draft: empty,
    })
    wallet.report({ networks: { eip155: 'eip155:2' } })
    await vi.waitFor(() => expect(state.receiver).toMatchObject({ status: 'resolved', address: bob }))
    expect(state.draft).toMatchObject({ exactAmount: 7n, token: { networkId: 'eip155:2' } })
    expect(state.notice).toBeUndefined()
  })

  it('that is edited away meanwhile fills in nothing', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const bench = sendBench({
      plugins: [send()],
      links: { 1: { to: bob, amount: { units: 7n } } },
      holdings: async () => {
        await gate
        return holdings
      },
    })
    cleanup = () => bench.kernel.dispose()
    await bench.connect()
    const sender = bench.kernel.get(Sender)
    const controller = await sender.load()
    controller.setReceiver('pay:1')
    controller.setReceiver(carol)
    release()
    await vi.waitFor(() => expect(sender.state.balances.status).toBe('ready'))
    expect(sender.state.receiver).toEqual({ status: 'resolved', address: carol })
    expect(sender.state.draft).toMatchObject({ amountText: '', receiverText: carol })
  })

  it('leaves CAIP-10 accounts and what a person begins to type alone', async () => {
    const { state, controller } = await pasted(`eip155:1:${bob}`)
    expect(state.receiver).toEqual({ status: 'resolved', address: bob })
    for (const text of [`eip155:2:${bob}`, 'pay:', 'nora']) {
      controller.setReceiver(text)
      expect(state.receiver.status).toBe('invalid')
    }
  })
})

describe('an address behind the short name of its network (ERC-3770)', () => {
  const shortNames = { one: 'eip155:1', two: 'eip155:2', far: 'eip155:99' } as const

  it.each([
    ['of this network', `one:${bob}`, { receiver: { status: 'resolved', address: bob } }],
    ['of another network of the app', `two:${bob}`, refusedWith('PAYMENT_LINK_OTHER_NETWORK')],
    ['of a network that the app doesn’t have', `far:${bob}`, refusedWith('PAYMENT_LINK_NETWORK_UNKNOWN')],
    ['that nobody knows', `nope:${bob}`, refusedWith('PAYMENT_LINK_UNKNOWN')],
    ['of every object', `constructor:${bob}`, refusedWith('PAYMENT_LINK_UNKNOWN')],
  ])('%s', async (_, text, expected) => {
    const { state } = await pasted(text, { shortNames })
    expect(state).toMatchObject(expected)
  })
})

it.each([
  ['zero-width', '\u200b'],
  ['bidirectional', '\u2068'],
  ['a byte order mark', '\ufeff'],
])('reads an address that was pasted with %s characters', async (_, mark) => {
  const { state } = await pasted(`${mark}${bob.slice(0, 9)}${mark}${bob.slice(9)}${mark}`)
  expect(state.receiver).toEqual({ status: 'resolved', address: bob })
})
